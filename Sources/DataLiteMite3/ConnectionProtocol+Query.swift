public import DataLiteCoder

extension ConnectionProtocol {
    /// All rows.
    ///
    /// - Throws: as `exec`; a `DecodingError` that names type, column and row.
    @inlinable
    public func query<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql, params), coder, type)
    }

    /// All rows.
    ///
    /// - Throws: as `exec`; a `DecodingError` that names type, column and row.
    @inlinable
    public func query<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql: sql, params), coder, type)
    }

    /// The first row.
    ///
    /// - Throws: as `query`; `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public func get<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql, params), coder, type)
    }

    /// The first row.
    ///
    /// - Throws: as `query`; `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public func get<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql: sql, params), coder, type)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `query`.
    @inlinable
    public func getOptional<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql, params), coder, type)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `query`.
    @inlinable
    public func getOptional<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql: sql, params), coder, type)
    }

    /// The rows of one statement, one at a time.
    ///
    /// - Throws: as `exec`.
    @inlinable
    public func decodedCursor<T: Decodable>(
        _ sql: SQL, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql, params), coder, type)
    }

    /// The rows of one statement, one at a time.
    ///
    /// - Throws: as `exec`.
    @inlinable
    public func decodedCursor<T: Decodable>(
        sql: String, params: any Encodable..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql: sql, params), coder, type)
    }
}
