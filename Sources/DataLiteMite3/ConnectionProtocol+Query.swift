extension ConnectionProtocol {
    /// All rows.
    ///
    /// - Throws: The same errors as `exec`; a `DecodingError` that names the type, column and row.
    @inlinable
    public func query<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql, params), coder, type)
    }

    /// All rows.
    ///
    /// - Throws: The same errors as `exec`; a `DecodingError` that names the type, column and row.
    @inlinable
    public func query<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql: sql, params), coder, type)
    }

    /// The first row. Later statements are run, too.
    ///
    /// - Throws: The same errors as `query`; an `SQLiteError` with `SQLITE_NOTFOUND` if there is no
    ///   row.
    @inlinable
    public func get<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql, params), coder, type)
    }

    /// The first row. Later statements are run, too.
    ///
    /// - Throws: The same errors as `query`; an `SQLiteError` with `SQLITE_NOTFOUND` if there is no
    ///   row.
    @inlinable
    public func get<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql: sql, params), coder, type)
    }

    /// The first row; `nil` if there is none. Later statements are run, too.
    ///
    /// - Throws: The same errors as `query`.
    @inlinable
    public func getOptional<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql, params), coder, type)
    }

    /// The first row; `nil` if there is none. Later statements are run, too.
    ///
    /// - Throws: The same errors as `query`.
    @inlinable
    public func getOptional<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql: sql, params), coder, type)
    }

    /// A cursor over the rows of one statement.
    ///
    /// - Throws: The same errors as `exec`.
    @inlinable
    public func decodedCursor<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql, params), coder, type)
    }

    /// A cursor over the rows of one statement.
    ///
    /// - Throws: The same errors as `exec`.
    @inlinable
    public func decodedCursor<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql: sql, params), coder, type)
    }
}
