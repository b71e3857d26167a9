extension SQLiteRow {
    /// The column names of a result, shared by all its rows.
    public final class Columns: Sendable {
        /// The names, in order.
        public let names: [String]

        // Up to this many names, comparing them one by one is faster than hashing.
        private static let scanLimit = 12
        @usableFromInline let positions: [String: Int]?

        /// Creates columns with the given names, which may repeat.
        public init(_ names: [String]) {
            self.names = names
            self.positions =
                names.count > Self.scanLimit
                ? Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
                : nil
        }

        convenience init(of statement: some StatementProtocol) {
            self.init(statement.columnNames())
        }

        /// The number of columns.
        public var count: Int { names.count }

        /// The position of the first column with a name; `nil` if there is none.
        @inlinable
        public func position(of name: String) -> Int? {
            if let positions { return positions[name] }
            return names.firstIndex(of: name)
        }
    }
}

extension SQLiteRow.Columns: Hashable {
    public static func == (lhs: SQLiteRow.Columns, rhs: SQLiteRow.Columns) -> Bool {
        lhs === rhs || lhs.names == rhs.names
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }
}
