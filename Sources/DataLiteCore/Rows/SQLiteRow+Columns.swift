extension SQLiteRow {
    /// The column names of a result, shared by all its rows.
    public final class Columns: Sendable {
        /// The names, in order.
        public let names: [String]

        // Up to this many names, comparing them one by one is faster than hashing.
        private static let scanLimit = 12

        private let positions: (exact: [ExactName: Int], lowercased: [ExactName: Int])?

        // A string that is equal to an ASCII name and has the same length has the same bytes.
        @usableFromInline let areFewAndASCII: Bool

        /// Creates columns with the given names, which may repeat.
        package init(_ names: [String]) {
            self.names = names
            self.areFewAndASCII =
                names.count <= Self.scanLimit
                && names.allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }
            self.positions =
                names.count > Self.scanLimit
                ? (Self.positions(of: names), Self.positions(of: names.map(\.lowercasedASCII)))
                : nil
        }

        private static func positions(of names: [String]) -> [ExactName: Int] {
            Dictionary(
                zip(names.lazy.map { ExactName(name: $0) }, names.indices),
                uniquingKeysWith: { first, _ in first })
        }

        convenience init(of statement: some StatementProtocol) {
            self.init(statement.columnNames())
        }

        /// The number of columns.
        package var count: Int { names.count }

        /// The position of the first column whose name has the same bytes, or else of the first whose name differs only
        /// in the case of ASCII letters; `nil` if there is none.
        @inlinable
        public func position(of name: String) -> Int? {
            guard areFewAndASCII else { return searchedPosition(of: name) }
            let length = name.utf8.count
            return names.firstIndex { $0.utf8.count == length && $0 == name }
                ?? searchedPosition(of: name)
        }

        @usableFromInline
        func searchedPosition(of name: String) -> Int? {
            guard let positions else { return SQLName.position(of: name, in: names) }
            return positions.exact[ExactName(name: name)]
                ?? positions.lowercased[ExactName(name: name.lowercasedASCII)]
        }
    }
}

extension SQLiteRow.Columns: Hashable {
    public static func == (lhs: SQLiteRow.Columns, rhs: SQLiteRow.Columns) -> Bool {
        lhs === rhs || lhs.names.elementsEqual(rhs.names, by: SQLName.same)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }
}
