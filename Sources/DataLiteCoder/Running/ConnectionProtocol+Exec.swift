public import DataLiteCore

// Running SQL with `Encodable` parameters and `Decodable` rows. Each function comes in two forms: with
// an `SQL` literal, whose interpolations are bound, and with a text that was made elsewhere.

extension ConnectionProtocol {
    /// Runs statements. Rows are passed over.
    ///
    /// - Parameters:
    ///   - sql: One statement, or several, which are run one after the other.
    ///     Interpolations are bound to their own statement, in the core's forms.
    ///   - params: Simple values are bound in order, arrays are bound in order, both behind the
    ///     interpolations, and the properties of other types are bound by name, letter case ignored.
    ///     Of several values for a parameter, the last one counts; what a statement has no parameter
    ///     for is passed over.
    ///   - coder: The forms of dates, keys and so on.
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter that gets no value; an
    ///   `EncodingError` for a value that cannot be written.
    public func exec(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql, params), coder) { _ in true }
    }

    /// Runs statements. Rows are passed over.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` for a parameter that gets no value; an
    ///   `EncodingError` for a value that cannot be written.
    public func exec(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql: sql, params), coder) { _ in true }
    }

    /// Runs statements and hands each row to a closure, until that gives `false`. When a statement
    /// fails, the rows before it have been handed over.
    ///
    /// - Throws: as ``exec(_:params:coder:)``; a `DecodingError` for a row that is none of the type;
    ///   what the closure throws.
    @inlinable
    public func exec<Row: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql, params), coder) { reader in
            try row(reader.read(Row.self))
        }
    }

    /// Runs statements and hands each row to a closure, until that gives `false`. When a statement
    /// fails, the rows before it have been handed over.
    ///
    /// - Throws: as ``exec(_:params:coder:)``; a `DecodingError` for a row that is none of the type;
    ///   what the closure throws.
    @inlinable
    public func exec<Row: Decodable>(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql: sql, params), coder) { reader in try row(reader.read(Row.self)) }
    }
}
