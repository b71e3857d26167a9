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

    package static func == (lhs: TableName, rhs: TableName) -> Bool {
        SQLName.same(lhs.table, rhs.table) && SQLName.same(lhs.schema, rhs.schema)
    }

    package func hash(into hasher: inout Hasher) {
        SQLName.hash(schema, into: &hasher)
        SQLName.hash(table, into: &hasher)
    }

    /// Whether SQLite itself maintains the table, such as `sqlite_sequence`. Its changes are not reported.
    package var isInternal: Bool { table.hasPrefix("sqlite_") }

    package static func < (lhs: TableName, rhs: TableName) -> Bool {
        let schemas = lhs.schema.utf8, others = rhs.schema.utf8
        guard schemas.elementsEqual(others) else {
            return schemas.lexicographicallyPrecedes(others)
        }
        return lhs.table.utf8.lexicographicallyPrecedes(rhs.table.utf8)
    }
}

extension String {
    /// Whether only SQLite can create an object with this name, in any letter case. The library does not compare names
    /// with `LIKE`, which a program can replace.
    package var isReservedBySQLite: Bool {
        utf8.prefix(7).elementsEqual("sqlite_".utf8) { byte, expected in
            byte == expected || (byte &- 65 < 26 && byte | 32 == expected)
        }
    }

    package var lowercasedASCII: String {
        guard utf8.contains(where: { $0 &- 65 < 26 }) else { return self }
        return String(decoding: utf8.map { $0 &- 65 < 26 ? $0 | 32 : $0 }, as: UTF8.self)
    }
}
