public import DataLiteCore

extension ConnectionProtocol {
    /// Inserts a value as a row: its properties are the columns.
    ///
    /// ```swift
    /// let id = try connection.insert(user, into: "users")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - encoder: How the value is written. With `omitsNil`, the defaults of the table apply.
    /// - Returns: The row id of the row.
    /// - Throws: what SQLite reports, and what encoding the value throws.
    @discardableResult
    public func insert(
        _ value: some Encodable, into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        _ = try insert(one: value, InsertSpecification(table, schema), encoder)
        return lastInsertRowID
    }

    /// Inserts a value as a row, with a rule for a row that breaks a constraint.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - conflict: What SQLite does with a row that breaks a constraint.
    ///   - encoder: How the value is written.
    /// - Returns: The row id of the row; `nil` if `.ignore` has skipped it.
    /// - Throws: as ``insert(_:into:schema:encoder:)``.
    @discardableResult
    public func insert(
        _ value: some Encodable, into table: String, schema: String? = nil,
        or conflict: ConflictResolution?, encoder: RowEncoder = RowEncoder()
    ) throws -> Int64? {
        let command = InsertSpecification(table, schema, or: conflict)
        let inserted = try insert(one: value, command, encoder)
        // Only for this rule: SQLite does not count a row that a trigger of a view has handled.
        return conflict == .ignore && inserted == 0 ? nil : lastInsertRowID
    }

    /// Inserts values as rows, many with one statement, all in one transaction or savepoint. Does
    /// nothing if there are no values.
    ///
    /// - Returns: How many rows were inserted; not those that `.ignore` has skipped.
    /// - Throws: as ``insert(_:into:schema:or:encoder:)``. Then none of the rows has been inserted,
    ///   also with `.fail`. With `.rollback`, a transaction that was open before is rolled back as
    ///   well. An `EncodingError` names the position of the value, from 0 on.
    @discardableResult
    @inlinable
    public func insert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        schema: String? = nil, or conflict: ConflictResolution? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        try insert(
            all: values, InsertSpecification(table, schema, or: conflict), encoder)
    }
}

// MARK: - Upserts

extension ConnectionProtocol {
    /// Inserts a value as a row, or updates the row that has the same key.
    ///
    /// An update changes the columns that the value sets. It changes neither the key nor the primary
    /// key of the row, so that rows which refer to it stay valid.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: Its other columns, if it has several.
    ///   - clearsNil: Whether an update sets a column to NULL whose property is `nil`. Otherwise it
    ///     keeps the column as it is.
    ///   - encoder: How the value is written. With `omitsNil`, the defaults of the table apply to a new
    ///     row.
    /// - Throws: what SQLite reports, and what encoding the value throws.
    public func upsert(
        _ value: some Encodable, into table: String, schema: String? = nil,
        onConflict key: String, _ keys: String..., clearsNil: Bool = false,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        _ = try insert(one: value, command, encoder)
    }

    /// Inserts values as rows, or updates the rows that have the same keys; all in one transaction or
    /// savepoint. Does nothing if there are no values.
    ///
    /// - Throws: as ``upsert(_:into:schema:onConflict:_:clearsNil:encoder:)``.
    @inlinable
    public func upsert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        schema: String? = nil, onConflict key: String, _ keys: String...,
        clearsNil: Bool = false, encoder: RowEncoder = RowEncoder()
    ) throws {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        _ = try insert(all: values, command, encoder)
    }
}

// MARK: - Running

extension ConnectionProtocol {
    /// - Returns: How many rows were inserted or updated.
    private func insert(
        one value: some Encodable, _ command: InsertSpecification, _ encoder: RowEncoder
    ) throws -> Int64 {
        try withStableSchema(command) {
            try inserting(command, encoder) { inserter in
                try inserter.insert(value, on: self)
            }
        }
    }

    /// Runs an upsert in a transaction. It reads the primary key before it inserts, and another process must not
    /// change the table in between.
    func withStableSchema<R>(_ command: InsertSpecification, _ body: () throws -> R) throws -> R {
        guard command.isUpsert, isAutocommit else { return try body() }
        return try transaction(nil, body)
    }

    /// - Returns: How many rows were inserted or updated.
    @inlinable
    func insert<Value: Encodable>(
        all values: some Sequence<Value>, _ command: InsertSpecification, _ encoder: RowEncoder
    ) throws -> Int64 {
        var values = values.makeIterator()
        guard let first = values.next() else { return 0 }
        let insert = { () throws -> Int64 in
            try self.inserting(command, encoder) { inserter in
                var position = 0
                var next: Value? = first
                while let value = next {
                    try inserter.insert(value, position, on: self)
                    position += 1
                    next = values.next()
                }
            }
        }
        return try transaction(nil, insert)
    }

    @usableFromInline
    func inserting(
        _ command: InsertSpecification, _ encoder: RowEncoder, _ body: (RowInserter) throws -> Void
    ) throws -> Int64 {
        let cache = InserterCache.of(self)
        let inserter = cache?.take(command, encoder) ?? RowInserter(command, encoder)
        inserter.begin(encoder.coder, updatable: try updatableColumns(command))
        try body(inserter)
        let changes = try inserter.end(on: self)
        cache?.add(inserter)
        return changes
    }

    /// The columns that an upsert may change: those outside the primary key.
    func updatableColumns(_ command: InsertSpecification) throws -> [String] {
        guard command.isUpsert else { return [] }
        // https://sqlite.org/pragma.html#pragma_table_info: `pk` is 0 outside the primary key. A schema
        // that is NULL is not given.
        return try rows(
            """
            SELECT name FROM pragma_table_info(\(command.table), \(command.schema)) WHERE pk = 0
            """
        ).compactMap { row in
            guard case .text(let name) = row.values.first else { return nil }
            return name
        }
    }
}
