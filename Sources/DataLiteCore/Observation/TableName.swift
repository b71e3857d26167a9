/// A table and the schema that it belongs to. SQLite ignores the case of ASCII letters in both, so
/// they are stored in lower case.
package struct TableName: Hashable, Sendable, Comparable {
    /// `main`, `temp`, or the name of an attached database.
    package let schema: String
    package let table: String

    package init(schema: String = "main", _ table: String) {
        self.schema = schema.lowercasedASCII
        self.table = table.lowercasedASCII
    }

    /// Whether SQLite itself maintains the table, as `sqlite_sequence`. Its changes are not reported.
    package var isInternal: Bool { table.hasPrefix("sqlite_") }

    package static func < (lhs: TableName, rhs: TableName) -> Bool {
        (lhs.schema, lhs.table) < (rhs.schema, rhs.table)
    }
}

extension String {
    package var lowercasedASCII: String {
        guard utf8.contains(where: { $0 &- 65 < 26 }) else { return self }
        return String(decoding: utf8.map { $0 &- 65 < 26 ? $0 | 32 : $0 }, as: UTF8.self)
    }
}
