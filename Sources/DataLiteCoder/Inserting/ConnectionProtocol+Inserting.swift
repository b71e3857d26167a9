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
    ///   - schema: `main`, `temp`, or the name of an attached database; where the table is found if
    ///     `nil`.
    ///   - conflict: What becomes of a row that breaks a constraint.
    ///   - encoder: How the value is written; one that omits `nil` has the defaults of the table apply.
    /// - Returns: The row id of the row; of the row before it, if `.ignore` has left this one out.
    /// - Throws: what SQLite reports, and what encoding the value throws.
    @discardableResult
    public func insert(
        _ value: some Encodable, into table: String, schema: String? = nil,
        or conflict: InsertConflict? = nil, encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        try insert(
            one: value, InsertText(table, schema, or: conflict), encoder)
    }

    /// Inserts values as rows, many with one statement, all in one transaction or savepoint.
    ///
    /// - Returns: How many rows were inserted; not those that `.ignore` has left out.
    /// - Throws: as ``insert(_:into:schema:or:encoder:)``; then none of the rows is there, also with
    ///   `.fail`. With `.rollback`, a transaction that was open before is rolled back as well.
    @discardableResult
    @inlinable
    public func insert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        schema: String? = nil, or conflict: InsertConflict? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        try insert(
            all: values, InsertText(table, schema, or: conflict), encoder)
    }

    /// Inserts a value as a row, or updates the row that has its keys.
    ///
    /// - Parameters:
    ///   - value: What is inserted.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database; where the table is found if
    ///     `nil`.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: Its other columns, if it has several.
    ///   - encoder: How the value is written.
    /// - Throws: what SQLite reports, and what encoding the value throws.
    public func upsert(
        _ value: some Encodable, into table: String, schema: String? = nil,
        onConflict key: String, _ keys: String..., encoder: RowEncoder = RowEncoder()
    ) throws {
        try insert(one: value, InsertText(table, schema, keys: [key] + keys), encoder)
    }

    /// Inserts values as rows, or updates the rows that have their keys; all in one transaction or
    /// savepoint.
    ///
    /// - Throws: as ``upsert(_:into:schema:onConflict:_:encoder:)``.
    @inlinable
    public func upsert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        schema: String? = nil, onConflict key: String, _ keys: String...,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        _ = try insert(all: values, InsertText(table, schema, keys: [key] + keys), encoder)
    }

    @discardableResult
    private func insert(
        one value: some Encodable, _ text: InsertText, _ encoder: RowEncoder
    ) throws -> Int64 {
        _ = try inserting(text, encoder) { inserter in
            try inserter.insert(value, on: self)
        }
        return lastInsertRowID
    }

    @inlinable
    func insert(
        all values: some Sequence<some Encodable>, _ text: InsertText, _ encoder: RowEncoder
    ) throws -> Int64 {
        let insert = { () throws -> Int64 in
            try self.inserting(text, encoder) { inserter in
                for value in values { try inserter.insert(value, on: self) }
            }
        }
        return isAutocommit ? try transaction(nil, insert) : try savepoint(insert)
    }

    /// - Returns: How many rows were inserted.
    @usableFromInline
    func inserting(
        _ text: InsertText, _ encoder: RowEncoder, _ body: (RowInserter) throws -> Void
    ) throws -> Int64 {
        let inserter = ConnectionNotes.take(text, encoder, for: self)
        inserter.begin(encoder.coder)
        try body(inserter)
        let changes = try inserter.end(on: self)
        ConnectionNotes.giveBack(inserter, to: self)
        return changes
    }
}
