// Running SQL with `Encodable` parameters and `Decodable` rows. Each function comes in two forms: with
// an `SQL` literal, whose interpolations are bound, and with a plain `String`.

extension ConnectionProtocol {
    /// Runs statements. Rows are discarded. If a statement fails, a transaction that the statements have begun is
    /// rolled back.
    ///
    /// - Parameters:
    ///   - sql: The statements, run in order. Interpolations are bound to the statement that contains them, in the
    ///     formats of DataLiteCore.
    ///   - params: Simple values and the elements of arrays are bound in order, after the interpolations. The
    ///     properties of other types are bound by name, ignoring case; a property without a parameter is ignored. If
    ///     a parameter gets several values, the last one is used.
    ///   - coder: The coder that determines the formats of dates, keys and so on.
    /// - Throws: An `SQLiteError` if SQLite reports an error, or with `SQLITE_RANGE` for a parameter without a value
    ///   or a positional value without a parameter; an `EncodingError` for a value that cannot be encoded.
    public func exec(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql, params), coder) { _ in true }
    }

    /// Runs statements. Rows are discarded. If a statement fails, a transaction that the statements have begun is
    /// rolled back.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error, or with `SQLITE_RANGE` for a parameter without a value
    ///   or a positional value without a parameter; an `EncodingError` for a value that cannot be encoded.
    public func exec(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql: sql, params), coder) { _ in true }
    }

    /// Runs statements and calls a closure with each row, until it returns `false`; then later statements are not run.
    /// If a statement fails, the closure has already been called with the rows before the failure, and a
    /// transaction that the statements have begun is rolled back.
    ///
    /// - Throws: The same errors as `exec` without a closure; a `DecodingError` for a row that cannot be decoded; any
    ///   error thrown by the closure.
    @inlinable
    public func exec<Row: Decodable>(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql, params), coder) { reader in
            try row(reader.read(Row.self))
        }
    }

    /// Runs statements and calls a closure with each row, until it returns `false`; then later statements are not run.
    /// If a statement fails, the closure has already been called with the rows before the failure, and a
    /// transaction that the statements have begun is rolled back.
    ///
    /// - Throws: The same errors as `exec` without a closure; a `DecodingError` for a row that cannot be decoded; any
    ///   error thrown by the closure.
    @inlinable
    public func exec<Row: Decodable>(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql: sql, params), coder) { reader in try row(reader.read(Row.self)) }
    }
}
