/// A function of the rows around a row; ``over(partitionBy:orderBy:frame:)`` says which rows.
public struct WindowFunction<Value: RowRepresentable>: Sendable {
    let node: SQLNode

    init(_ name: StaticString, _ arguments: [SQLNode] = []) {
        node = .call(name, arguments)
    }

    /// The function over the rows with the same values, in an order.
    public func over(
        partitionBy partition: (any Selectable)? = nil, orderBy order: (any OrderingTerm)? = nil,
        frame: WindowFrame? = nil
    ) -> SQLExpression<Value> {
        SQLExpression(.fragment(Over(function: node, window: Window(partition, order, frame))))
    }
}

extension SQLExpression {
    /// This aggregate over the rows with the same values, in an order.
    public func over(
        partitionBy partition: (any Selectable)? = nil, orderBy order: (any OrderingTerm)? = nil,
        frame: WindowFrame? = nil
    ) -> Self {
        Self(.fragment(Over(function: node, window: Window(partition, order, frame))))
    }

    /// The value of an earlier row; NULL if there is none.
    public func lag(_ offset: Int = 1) -> WindowFunction<Value?> {
        WindowFunction("lag", [node, .parameter(.int(Int64(offset)))])
    }

    /// The value of a later row; NULL if there is none.
    public func lead(_ offset: Int = 1) -> WindowFunction<Value?> {
        WindowFunction("lead", [node, .parameter(.int(Int64(offset)))])
    }

    /// The value of the first row of the frame.
    public func firstValue() -> WindowFunction<Value?> { WindowFunction("first_value", [node]) }

    /// The value of the last row of the frame.
    public func lastValue() -> WindowFunction<Value?> { WindowFunction("last_value", [node]) }

    /// The value of a row of the frame, from 1; NULL if there is none.
    public func nthValue(_ number: Int) -> WindowFunction<Value?> {
        WindowFunction("nth_value", [node, .parameter(.int(Int64(number)))])
    }
}

/// The number of the row in its partition, from 1.
public func rowNumber() -> WindowFunction<Int> { WindowFunction("row_number") }

/// The number of the row in its partition; equal rows have the same, and then numbers are skipped.
public func rank() -> WindowFunction<Int> { WindowFunction("rank") }

/// The number of the row in its partition; equal rows have the same, and no number is skipped.
public func denseRank() -> WindowFunction<Int> { WindowFunction("dense_rank") }

/// The rank from 0 to 1.
public func percentRank() -> WindowFunction<Double> { WindowFunction("percent_rank") }

/// The part of the rows that come up to this one.
public func cumeDist() -> WindowFunction<Double> { WindowFunction("cume_dist") }

/// The number of the bucket of the row, of a number of buckets of about equal size.
public func ntile(_ buckets: Int) -> WindowFunction<Int> {
    WindowFunction("ntile", [.parameter(.int(Int64(buckets)))])
}

/// The rows around a row that a window function sees.
public struct WindowFrame: Sendable {
    /// Where a frame begins or ends.
    public enum Bound: Sendable {
        /// The first row of the partition.
        case unboundedPreceding
        /// A number of rows, groups or values before.
        case preceding(Int)
        /// The row itself.
        case currentRow
        /// A number of rows, groups or values after.
        case following(Int)
        /// The last row of the partition.
        case unboundedFollowing
    }

    let unit: StaticString
    let start: Bound
    let end: Bound

    /// A frame counted in rows.
    public static func rows(_ start: Bound, _ end: Bound = .currentRow) -> WindowFrame {
        WindowFrame(unit: "ROWS", start: start, end: end)
    }

    /// A frame measured by the value that orders the rows.
    public static func range(_ start: Bound, _ end: Bound = .currentRow) -> WindowFrame {
        WindowFrame(unit: "RANGE", start: start, end: end)
    }

    /// A frame counted in groups of equal rows.
    public static func groups(_ start: Bound, _ end: Bound = .currentRow) -> WindowFrame {
        WindowFrame(unit: "GROUPS", start: start, end: end)
    }
}

struct Over: SQLFragment {
    let function: SQLNode
    let window: Window

    func write(to writer: inout SQLWriter) {
        writer.write(function)
        writer.write(" OVER (")
        window.write(to: &writer)
        writer.write(")")
    }
}

struct Window: SQLFragment {
    let partition: [SQLNode]
    let order: [SQLNode]
    let frame: WindowFrame?

    init(
        _ partition: (any Selectable)?, _ order: (any OrderingTerm)?, _ frame: WindowFrame?
    ) {
        var list = SelectList()
        partition?.appendColumns(to: &list)
        self.partition = list.fields.map(\.node)
        self.order = order.map { [$0.orderingTerm.node] } ?? []
        self.frame = frame
    }

    func write(to writer: inout SQLWriter) {
        var separator: StaticString = ""
        if !partition.isEmpty {
            writer.write("PARTITION BY ")
            writer.writeList(partition) { $0.write($1) }
            separator = " "
        }
        if !order.isEmpty {
            writer.write(separator)
            writer.write("ORDER BY ")
            writer.writeList(order) { $0.write($1) }
            separator = " "
        }
        guard let frame else { return }
        writer.write(separator)
        writer.write(frame.unit)
        writer.write(" BETWEEN ")
        frame.start.write(to: &writer)
        writer.write(" AND ")
        frame.end.write(to: &writer)
    }
}

extension WindowFrame.Bound {
    fileprivate func write(to writer: inout SQLWriter) {
        switch self {
        case .unboundedPreceding: writer.write("UNBOUNDED PRECEDING")
        case .preceding(let count):
            writer.write(parameter: .int(Int64(count)))
            writer.write(" PRECEDING")
        case .currentRow: writer.write("CURRENT ROW")
        case .following(let count):
            writer.write(parameter: .int(Int64(count)))
            writer.write(" FOLLOWING")
        case .unboundedFollowing: writer.write("UNBOUNDED FOLLOWING")
        }
    }
}
