public import DataLiteCoder

// Running SQL with `Encodable` parameters and `Decodable` rows. Each function comes in two forms: with
// an `SQL` literal, whose interpolations are bound, and with a plain `String`.

extension ConnectionProtocol {
    /// Runs statements. Rows are discarded.
    ///
    /// - Parameters:
    ///   - sql: One statement, or several, which are run one after the other.
    ///     Interpolations are bound to their own statement, in the core's forms.
    ///   - params: Simple values and the elements of arrays are bound in order, after the
    ///     interpolations. The properties of other types are bound by name; letter case is ignored, and
    ///     so is a property without a parameter. If a parameter gets several values, the last one counts.
    ///   - coder: The forms of dates, keys and so on.
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter without a value, and for a value by
    ///   position without a parameter; an `EncodingError` for a value that cannot be written.
    public func exec(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql, params), coder) { _ in true }
    }

    /// Runs statements. Rows are discarded.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter without a value, and for a value by
    ///   position without a parameter; an `EncodingError` for a value that cannot be written.
    public func exec(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql: sql, params), coder) { _ in true }
    }

    /// Runs statements and calls a closure with each row, until it returns `false`. When a statement
    /// fails, the closure has been called with the rows before it.
    ///
    /// - Throws: as `exec`; a `DecodingError` for a row that cannot be decoded;
    ///   what the closure throws.
    @inlinable
    public func exec<Row: Decodable>(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql, params), coder) { reader in
            try row(reader.read(Row.self))
        }
    }

    /// Runs statements and calls a closure with each row, until it returns `false`. When a statement
    /// fails, the closure has been called with the rows before it.
    ///
    /// - Throws: as `exec`; a `DecodingError` for a row that cannot be decoded;
    ///   what the closure throws.
    @inlinable
    public func exec<Row: Decodable>(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql: sql, params), coder) { reader in try row(reader.read(Row.self)) }
    }
}
