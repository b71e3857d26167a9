public import DataLiteCore

// The query methods of DataLiteCore for `Decodable` types: a keyed type is decoded by column name, ignoring case; a
// simple type from the first column; an array from all columns. A type that DataLiteCore decodes itself uses the
// format of DataLiteCore.

extension ConnectionProtocol {
    /// All rows, each decoded as a type.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error, or with `SQLITE_RANGE` if the parameters and their
    ///   values do not match; a `DecodingError` that names the type, column and row.
    @inlinable
    @_disfavoredOverload
    public func rows<T: Decodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try boundStatement(sql, parameters).allRows(type, coder)
    }

    /// The first row, decoded as a type; `nil` if there is none.
    ///
    /// - Throws: The same errors as `rows`.
    @inlinable
    @_disfavoredOverload
    public func row<T: Decodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try boundStatement(sql, parameters).firstRow(type, coder)
    }

    /// The first row, decoded as a type.
    ///
    /// - Throws: The same errors as `rows`; an `SQLiteError` with `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    @_disfavoredOverload
    public func requiredRow<T: Decodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        guard let row = try row(sql, parameters, as: type, coder: coder) else {
            throw SQLiteError.noRow(sql.text)
        }
        return row
    }

    /// A cursor over the rows, each decoded as a type.
    ///
    /// - Throws: The same errors as `rows`.
    @inlinable
    @_disfavoredOverload
    public func cursor<T: Decodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> Cursor<T> {
        try decodingCursor(boundStatement(sql, parameters), type, coder)
    }

    /// A cursor over the rows of a statement whose parameters are bound.
    @inlinable
    package func decodingCursor<T: Decodable>(
        _ lease: StatementLease, _ type: T.Type, _ coder: SQLiteCoder
    ) -> Cursor<T> {
        let rows = CursorRows(coder)
        return Cursor(on: self, lease, didEnd: { rows.end() }) { row in
            try rows.read(row, type)
        }
    }

    // MARK: - Mistakes

    @available(
        *, unavailable,
        message:
            "a single value is an `SQLiteRepresentable` type: for JSON write `as: JSONRepresentation<Color>.self` and read its `value`, for a row `row(_:_:as:)`"
    )
    @_disfavoredOverload
    public func value<T: Decodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type
    ) throws -> T? { nil }

    @available(
        *, unavailable,
        message:
            "a single value is an `SQLiteRepresentable` type: for JSON write `as: JSONRepresentation<Color>.self` and read its `value`, for a row `requiredRow(_:_:as:)`"
    )
    @_disfavoredOverload
    public func requiredValue<T: Decodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type
    ) throws -> T { try requiredRow(sql, parameters, as: type) }
}

extension StatementLease {
    /// All rows, each decoded as a type. The lease ends.
    @inlinable
    func allRows<T: Decodable>(_ type: T.Type, _ coder: SQLiteCoder) throws -> [T] {
        var rows: [T] = []
        try forEachRow(coder) { reader in
            rows.append(try reader.read(type))
            return true
        }
        return rows
    }

    /// The first row, decoded as a type; `nil` if there is none. The lease ends.
    @inlinable
    func firstRow<T: Decodable>(_ type: T.Type, _ coder: SQLiteCoder) throws -> T? {
        var row: T?
        try forEachRow(coder) { reader in
            row = try reader.read(type)
            return false
        }
        return row
    }

    /// Calls a closure with each row until it returns `false`, and ends the lease.
    ///
    /// - Returns: Whether the closure never returned `false`.
    @discardableResult
    @usableFromInline
    package func forEachRow(
        _ coder: SQLiteCoder, _ body: (CodableRowReader) throws -> Bool
    ) throws -> Bool {
        let continues: Bool
        do {
            continues = try step() ? eachRow(coder, body) : true
        } catch {
            discard()
            throw error
        }
        try end()
        return continues
    }

    /// Calls a closure with each row, starting at the current one.
    private func eachRow(
        _ coder: SQLiteCoder, _ body: (CodableRowReader) throws -> Bool
    ) throws -> Bool {
        let reader = StatementCoders.reader(statement, coder)
        defer { reader.end() }
        repeat {
            guard try body(reader) else { return false }
        } while try step()
        return true
    }
}

extension StatementProtocol {
    /// The current row, decoded as a type, after a step that has returned `true`.
    ///
    /// - Throws: A `DecodingError` if the row cannot be decoded as the type.
    public func currentRow<T: Decodable>(
        as type: T.Type, coder: SQLiteCoder = .default
    ) throws -> T {
        let reader = StatementCoders.reader(self, coder)
        defer { reader.end() }
        return try reader.read(type)
    }
}

// MARK: - Statements

// The query methods of statements for `Decodable` types, as those of connections.

extension StatementProtocol {
    /// All rows, each decoded as a type. The statement is reset.
    ///
    /// - Parameter parameters: A value for each parameter; without values, the bound ones are used.
    /// - Throws: An `SQLiteError` if SQLite reports an error, or with `SQLITE_RANGE` if the parameters and their
    ///   values do not match; `SQLITE_MISUSE` if the statement is on a row; a `DecodingError` that names the type,
    ///   column and row.
    @inlinable
    @_disfavoredOverload
    public func rows<T: Decodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try lease(parameters).allRows(type, coder)
    }

    /// The first row, decoded as a type; `nil` if there is none. The statement is reset.
    ///
    /// - Throws: The same errors as `rows`.
    @inlinable
    @_disfavoredOverload
    public func row<T: Decodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try lease(parameters).firstRow(type, coder)
    }

    /// The first row, decoded as a type. The statement is reset.
    ///
    /// - Throws: The same errors as `rows`; an `SQLiteError` with `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    @_disfavoredOverload
    public func requiredRow<T: Decodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        guard let row = try row(parameters, as: type, coder: coder) else {
            throw SQLiteError.noRow(sql)
        }
        return row
    }

    /// The rows, one at a time, each decoded as a type. Until the cursor ends, do not use the statement.
    ///
    /// - Throws: The same errors as `rows`.
    @_disfavoredOverload
    public func cursor<T: Decodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> Cursor<T> {
        let rows = CursorRows(coder)
        return Cursor(on: self, try lease(parameters), didEnd: { rows.end() }) { row in
            try rows.read(row, type)
        }
    }
}

/// Decodes the rows of a cursor.
@usableFromInline
package final class CursorRows {
    private let coder: SQLiteCoder

    // SAFETY: read by copying and written by assignment, which releases no reader, so two accesses never overlap.
    @exclusivity(unchecked) private var reader: CodableRowReader?

    @usableFromInline init(_ coder: SQLiteCoder) { self.coder = coder }

    /// Decodes the current row of the statement.
    @inlinable
    @inline(__always)
    func read<T: Decodable>(_ row: CursorRow, _ type: T.Type) throws -> T {
        guard let decoder = beginRow(row, type) else { return try readByForm(type) }
        do {
            return try T(from: consume decoder)
        } catch {
            throw located(error)
        }
    }

    /// - Returns: The decoder for a type that decodes itself from a container. It takes over the reference to the
    ///   reader, which saves one retain per row.
    @usableFromInline
    func beginRow(_ row: CursorRow, _ type: any Decodable.Type) -> CurrentRow? {
        let reader = reader ?? newReader(row)
        return reader.beginRow(type) ? CurrentRow(reader) : nil
    }

    @inline(never)
    private func newReader(_ row: CursorRow) -> CodableRowReader {
        let reader = StatementCoders.reader(row.statement, coder)
        self.reader = reader
        return reader
    }

    @usableFromInline
    func readByForm<T: Decodable>(_ type: T.Type) throws -> T {
        guard let reader else { throw CodableRowReader.ended }
        return try reader.readByForm(type)
    }

    /// An error with the row number added, unless decoding the row closed its cursor.
    @usableFromInline
    func located(_ error: any Error) -> any Error { reader?.located(error) ?? error }

    @usableFromInline
    func end() {
        let ended = reader
        reader = nil
        ended?.end()
    }
}
