/// The rows of a partition, relative to the current row, that a window function uses:
/// <https://sqlite.org/windowfunctions.html#frame_specifications>.
///
/// ```swift
/// $0.price.avg().over(orderBy: $0.date, frame: .rows(.preceding(2), .currentRow))
/// ```
public struct WindowFrame: Sendable {
    /// The start or end of a frame.
    public struct Bound: Sendable {
        fileprivate let offset: SQLNode?
        fileprivate let text: StaticString

        /// The first row of the partition.
        public static let unboundedPreceding = Bound(offset: nil, text: "UNBOUNDED PRECEDING")
        /// The current row, or the first or last row with the same order.
        public static let currentRow = Bound(offset: nil, text: "CURRENT ROW")
        /// The last row of the partition.
        public static let unboundedFollowing = Bound(offset: nil, text: "UNBOUNDED FOLLOWING")

        /// A number of rows, groups or units before the current row.
        public static func preceding(_ offset: some SQLOperand) -> Bound {
            Bound(offset: offset.operandNode, text: " PRECEDING")
        }

        /// A number of rows, groups or units after the current row.
        public static func following(_ offset: some SQLOperand) -> Bound {
            Bound(offset: offset.operandNode, text: " FOLLOWING")
        }
    }

    /// The rows that a frame excludes.
    public enum Exclusion: Sendable {
        /// The current row.
        case currentRow
        /// The current row and the rows with the same order.
        case group
        /// The rows with the same order, but not the current row.
        case ties
    }

    private let unit: StaticString
    private let start: Bound
    private let end: Bound
    private let exclusion: Exclusion?

    /// Counts rows.
    public static func rows(
        _ start: Bound, _ end: Bound = .currentRow, exclude exclusion: Exclusion? = nil
    ) -> WindowFrame {
        WindowFrame(unit: "ROWS", start: start, end: end, exclusion: exclusion)
    }

    /// Counts units of the value by which the window is ordered.
    public static func range(
        _ start: Bound, _ end: Bound = .currentRow, exclude exclusion: Exclusion? = nil
    ) -> WindowFrame {
        WindowFrame(unit: "RANGE", start: start, end: end, exclusion: exclusion)
    }

    /// Counts groups of rows with the same order.
    public static func groups(
        _ start: Bound, _ end: Bound = .currentRow, exclude exclusion: Exclusion? = nil
    ) -> WindowFrame {
        WindowFrame(unit: "GROUPS", start: start, end: end, exclusion: exclusion)
    }

    func write(to writer: inout _SQLWriter) {
        writer.write(unit)
        writer.write(" BETWEEN ")
        start.write(to: &writer)
        writer.write(" AND ")
        end.write(to: &writer)
        switch exclusion {
        case .currentRow: writer.write(" EXCLUDE CURRENT ROW")
        case .group: writer.write(" EXCLUDE GROUP")
        case .ties: writer.write(" EXCLUDE TIES")
        case nil: break
        }
    }
}

extension WindowFrame.Bound {
    fileprivate func write(to writer: inout _SQLWriter) {
        if let offset { writer.write(offset) }
        writer.write(text)
    }
}
