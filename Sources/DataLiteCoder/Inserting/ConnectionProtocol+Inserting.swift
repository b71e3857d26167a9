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
    ///   - encoder: The encoder for the value. With `omitsNil`, the table's defaults apply to `nil` properties.
    /// - Returns: The rowid of the row, `lastInsertRowID`. If no row was inserted, this is the rowid of an earlier
    ///   insert: a trigger, or `.ignore` in the policy of a `ConflictResolving` type, skipped the row, or the trigger
    ///   of a view handled it (with `or: nil`, the result is `nil` instead). The same holds for a `WITHOUT ROWID`
    ///   table, whose rows have no rowid.
    /// - Throws: An `SQLiteError` if SQLite reports an error; any error from encoding the value.
    @discardableResult
    public func insert<Value: Encodable>(
        _ value: Value, into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        let command = InsertSpecification(table, schema, policyOf: Value.self)
        _ = try insert(one: value, command, encoder)
        return lastInsertRowID
    }

    /// Inserts a value as a row, with a conflict resolution for a row that violates a constraint.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - conflict: The way SQLite handles a row that violates a constraint; if `nil`, the policy of a
    ///     `ConflictResolving` type applies.
    ///   - encoder: The encoder for the value.
    /// - Returns: The rowid of the row, or `nil` if no row was inserted: `.ignore` or a trigger skipped it, or the
    ///   trigger of a view handled it. In a `WITHOUT ROWID` table, the number is that of an earlier insert.
    /// - Throws: The same errors as `insert(_:into:schema:encoder:)`.
    @discardableResult
    public func insert<Value: Encodable>(
        _ value: Value, into table: String, schema: String? = nil,
        or conflict: ConflictResolution?, encoder: RowEncoder = RowEncoder()
    ) throws -> Int64? {
        let conflict = conflict ?? .ofInserts(Value.self)
        let command = InsertSpecification(table, schema, or: conflict)
        // https://sqlite.org/c3ref/last_insert_rowid.html: an insert without a row keeps the rowid of an earlier one.
        return try insert(one: value, command, encoder) == 0 ? nil : lastInsertRowID
    }

    /// Inserts values as rows, with many rows per statement, in one transaction or savepoint. Does nothing if there
    /// are no values. Without `or:`, the policy of a `ConflictResolving` type applies.
    ///
    /// - Returns: The number of rows inserted, excluding rows that `.ignore` skipped.
    /// - Throws: The same errors as `insert(_:into:schema:or:encoder:)`. If this throws, no row has
    ///   been inserted, even with `.fail`. With `.rollback`, a transaction that was already open is rolled back as well.
    ///   An `EncodingError` names the position of the value, starting at 0.
    @discardableResult
    @inlinable
    public func insert<Value: Encodable>(
        contentsOf values: some Sequence<Value>, into table: String,
        schema: String? = nil, or conflict: ConflictResolution? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        let conflict = conflict ?? .ofInserts(Value.self)
        return try insert(
            all: values, InsertSpecification(table, schema, or: conflict), encoder)
    }

    // MARK: - Upserts

    /// Inserts a value as a row, or updates the row that has the same key.
    ///
    /// An update changes the columns that the value sets. It changes neither the key nor the primary key of the row,
    /// so rows that reference it stay valid. The policy of a `ConflictResolving` type does not apply.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index, or an expression of that index: `"lower(email)" as SQL`.
    ///   - keys: The other columns and expressions of that key, if it has several.
    ///   - clearsNil: Whether an update sets the column of a `nil` property to NULL. Otherwise it leaves the column
    ///     unchanged.
    ///   - encoder: The encoder for the value. With `omitsNil`, the table's defaults apply to a new row.
    /// - Throws: An `SQLiteError` if SQLite reports an error; any error from encoding the value.
    public func upsert(
        _ value: some Encodable, into table: String, schema: String? = nil,
        onConflict key: any ConflictKey, _ keys: any ConflictKey..., clearsNil: Bool = false,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        _ = try insert(one: value, command, encoder)
    }

    /// Inserts values as rows, or updates the rows that have the same keys, in one transaction or savepoint. Does
    /// nothing if there are no values.
    ///
    /// - Throws: The same errors as
    ///   ``upsert(_:into:schema:onConflict:_:clearsNil:encoder:)-(Encodable,_,_,_,_,_,_)``.
    @inlinable
    public func upsert(
        contentsOf values: some Sequence<some Encodable>, into table: String,
        schema: String? = nil, onConflict key: any ConflictKey, _ keys: any ConflictKey...,
        clearsNil: Bool = false, encoder: RowEncoder = RowEncoder()
    ) throws {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        _ = try insert(all: values, command, encoder)
    }

    // MARK: - Running

    /// - Returns: The number of rows inserted or updated.
    func insert(
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

    /// - Returns: The number of rows inserted or updated.
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
        try command.requireNewRowName()
        return try columns(of: command, where: "pk = 0")
    }

    /// The columns of the table for which a condition is true.
    func columns(of command: InsertSpecification, where condition: SQL) throws -> [String] {
        // https://sqlite.org/pragma.html#pragma_table_info: `pk` is 0 outside the primary key. SQLite ignores a NULL
        // schema. Each upsert runs this, so it is one statement: `schemaTable` would read indexes and foreign keys too.
        return try rows(
            """
            SELECT name FROM pragma_table_info(\(command.table), \(command.schema)) WHERE \(condition)
            """
        ).compactMap { row in
            guard case .text(let name) = row.values.first else { return nil }
            return name
        }
    }
}

// An array is encoded as one row with the columns `0`, `1` and so on, so inserting it fails for nearly every table.
// These produce a warning where `contentsOf:` is missing. Unavailable declarations would produce no error, because the
// compiler would choose the general ones instead.
@available(
    *, deprecated, message: "an array is one row with the columns 0, 1, ...: add `contentsOf:`"
)
extension ConnectionProtocol {
    /// Inserts the elements of an array as the columns `0`, `1` and so on of one row. For a row for
    /// each element, call ``insert(contentsOf:into:schema:or:encoder:)``.
    ///
    /// - Throws: The same errors as for any other value.
    @discardableResult
    public func insert<Element: Encodable>(
        _ value: [Element], into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64 {
        let command = InsertSpecification(table, schema, policyOf: [Element].self)
        _ = try insert(one: value, command, encoder)
        return lastInsertRowID
    }

    /// Inserts the elements of an array as the columns `0`, `1` and so on of one row. For a row for
    /// each element, call ``insert(contentsOf:into:schema:or:encoder:)``.
    ///
    /// - Throws: The same errors as for any other value.
    @discardableResult
    public func insert<Element: Encodable>(
        _ value: [Element], into table: String, schema: String? = nil,
        or conflict: ConflictResolution?, encoder: RowEncoder = RowEncoder()
    ) throws -> Int64? {
        let conflict = conflict ?? .ofInserts([Element].self)
        let command = InsertSpecification(table, schema, or: conflict)
        return try insert(one: value, command, encoder) == 0 ? nil : lastInsertRowID
    }

    /// Inserts the elements of an array as the columns `0`, `1` and so on of one row. For a row for
    /// each element, call ``upsert(contentsOf:into:schema:onConflict:_:clearsNil:encoder:)``.
    ///
    /// - Throws: The same errors as for any other value.
    public func upsert<Element: Encodable>(
        _ value: [Element], into table: String, schema: String? = nil,
        onConflict key: String, _ keys: String..., clearsNil: Bool = false,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        _ = try insert(one: value, command, encoder)
    }
}
