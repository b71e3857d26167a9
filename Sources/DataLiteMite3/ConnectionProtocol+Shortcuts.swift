extension ConnectionProtocol {
    /// The first column of the first row, as an `Int`.
    ///
    /// - Throws: The same errors as `get`.
    public func queryInt(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> Int {
        try required(Request(sql, params), coder, Int.self)
    }

    /// The first column of the first row, as an `Int`; `nil` if there is no row or the value is
    /// NULL.
    ///
    /// - Throws: The same errors as `getOptional`.
    public func getOptionalInt(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(Request(sql, params), coder, Int?.self) ?? nil
    }

    /// The first column of the first row, as a `String`.
    ///
    /// - Throws: The same errors as `get`.
    public func queryString(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> String {
        try required(Request(sql, params), coder, String.self)
    }

    /// The first column of the first row, as a `String`; `nil` if there is no row or the value is
    /// NULL.
    ///
    /// - Throws: The same errors as `getOptional`.
    public func getOptionalString(
        _ sql: SQL, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(Request(sql, params), coder, String?.self) ?? nil
    }

    /// The first column of the first row, as an `Int`.
    ///
    /// - Throws: The same errors as `get`.
    public func queryInt(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> Int {
        try required(Request(sql: sql, params), coder, Int.self)
    }

    /// The first column of the first row, as an `Int`; `nil` if there is no row or the value is
    /// NULL.
    ///
    /// - Throws: The same errors as `getOptional`.
    public func getOptionalInt(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(Request(sql: sql, params), coder, Int?.self) ?? nil
    }

    /// The first column of the first row, as a `String`.
    ///
    /// - Throws: The same errors as `get`.
    public func queryString(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> String {
        try required(Request(sql: sql, params), coder, String.self)
    }

    /// The first column of the first row, as a `String`; `nil` if there is no row or the value is
    /// NULL.
    ///
    /// - Throws: The same errors as `getOptional`.
    public func getOptionalString(
        sql: String, params: any Encodable..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(Request(sql: sql, params), coder, String?.self) ?? nil
    }
}
