public import DataLiteCore

extension ConnectionProtocol {
    /// Inserts a value as a row: its properties are the columns.
    ///
    /// ```swift
    /// let id = try connection.insert(user, into: "users")
    /// ```
    ///
    /// - Parameters:
    ///   - value: What is inserted.
    ///   - table: The name of the table.
    ///   - conflict: What becomes of a row that breaks a constraint.
    ///   - encoder: How the value is written; one that omits `nil` has the defaults of the table apply.
    /// - Returns: The row id of the row.
    /// - Throws: what SQLite reports, and what encoding the value throws.
    @discardableResult
    public func insert(
        _ value: some Encodable, into table: String, or conflict: InsertConflict? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        try insert(one: value, InsertText(table: table, conflict: conflict), encoder)
    }

    /// Inserts values as rows, many with one statement, all in one transaction or savepoint.
    ///
    /// - Returns: How many rows there are now that were not before.
    /// - Throws: as ``insert(_:into:or:encoder:)``; then none of the rows is there, unless the conflict
    ///   clause says otherwise.
    @discardableResult
    public func insert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        or conflict: InsertConflict? = nil, encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        try insert(all: values, InsertText(table: table, conflict: conflict), encoder)
    }

    /// Inserts a value as a row, or updates the row that has its keys.
    ///
    /// - Parameters:
    ///   - value: What is inserted.
    ///   - table: The name of the table.
    ///   - keys: The columns of a primary key or a unique index.
    ///   - encoder: How the value is written.
    /// - Throws: what SQLite reports, and what encoding the value throws.
    public func upsert(
        _ value: some Encodable, into table: String, onConflict keys: String...,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        try insert(one: value, Self.upsert(table, keys), encoder)
    }

    /// Inserts values as rows, or updates the rows that have their keys; all in one transaction or
    /// savepoint.
    ///
    /// - Throws: as ``upsert(_:into:onConflict:encoder:)``.
    public func upsert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        onConflict keys: String..., encoder: RowEncoder = RowEncoder()
    ) throws {
        try insert(all: values, Self.upsert(table, keys), encoder)
    }

    private static func upsert(_ table: String, _ keys: [String]) -> InsertText {
        InsertText(table: table, conflict: nil, update: .init(keys: keys))
    }

    @discardableResult
    private func insert(
        one value: some Encodable, _ text: InsertText, _ encoder: RowEncoder
    ) throws -> Int64 {
        var inserter = BatchInserter(self, text, encoder)
        try inserter.insert(value)
        try inserter.flush()
        return lastInsertRowID
    }

    @discardableResult
    private func insert(
        all values: some Sequence<some Encodable>, _ text: InsertText, _ encoder: RowEncoder
    ) throws -> Int64 {
        let insert = { () throws -> Int64 in
            var inserter = BatchInserter(self, text, encoder)
            for value in values { try inserter.insert(value) }
            try inserter.flush()
            return inserter.changes
        }
        return isAutocommit ? try transaction(nil, insert) : try savepoint(insert)
    }
}
