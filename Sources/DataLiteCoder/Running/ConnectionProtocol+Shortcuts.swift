public import DataLiteCore

extension ConnectionProtocol {
    /// The first column of the first row, as an `Int`.
    ///
    /// - Throws: as ``get(_:params:as:coder:)``.
    public func queryInt(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int {
        guard let value = try first(sql.text, sql.parameters(and: params), coder, Int.self)
        else { throw noRow(sql.text) }
        return value
    }

    /// The first column of the first row, as an `Int`; `nil` if there is no row, and for NULL.
    ///
    /// - Throws: as ``getOptional(_:params:as:coder:)``.
    public func getOptionalInt(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(sql.text, sql.parameters(and: params), coder, Int?.self) ?? nil
    }

    /// The first column of the first row, as a `String`.
    ///
    /// - Throws: as ``get(_:params:as:coder:)``.
    public func queryString(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String {
        guard let value = try first(sql.text, sql.parameters(and: params), coder, String.self)
        else { throw noRow(sql.text) }
        return value
    }

    /// The first column of the first row, as a `String`; `nil` if there is no row, and for NULL.
    ///
    /// - Throws: as ``getOptional(_:params:as:coder:)``.
    public func getOptionalString(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(sql.text, sql.parameters(and: params), coder, String?.self) ?? nil
    }

    /// The first column of the first row, as an `Int`.
    ///
    /// - Throws: as ``get(_:params:as:coder:)``.
    public func queryInt(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int {
        guard let value = try first(sql, ParameterValues(params), coder, Int.self)
        else { throw noRow(sql) }
        return value
    }

    /// The first column of the first row, as an `Int`; `nil` if there is no row, and for NULL.
    ///
    /// - Throws: as ``getOptional(_:params:as:coder:)``.
    public func getOptionalInt(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(sql, ParameterValues(params), coder, Int?.self) ?? nil
    }

    /// The first column of the first row, as a `String`.
    ///
    /// - Throws: as ``get(_:params:as:coder:)``.
    public func queryString(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String {
        guard let value = try first(sql, ParameterValues(params), coder, String.self)
        else { throw noRow(sql) }
        return value
    }

    /// The first column of the first row, as a `String`; `nil` if there is no row, and for NULL.
    ///
    /// - Throws: as ``getOptional(_:params:as:coder:)``.
    public func getOptionalString(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(sql, ParameterValues(params), coder, String?.self) ?? nil
    }
}
