public import DataLiteCoder

// The same functions for parameters that may be `nil` without a type, as the literal is. Such a `nil` is
// NULL by position. Optional values keep their type without these: they conform to `Encodable`.

extension ConnectionProtocol {
    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func exec(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder) { _ in true }
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func exec(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder) { _ in true }
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func exec<Row: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder) { reader in
            try row(reader.read(Row.self))
        }
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func exec<Row: Decodable>(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default,
        row: (Row) throws -> Bool
    ) throws {
        try run(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder) { reader in
            try row(reader.read(Row.self))
        }
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func query<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func query<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func get<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func get<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func getOptional<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func getOptional<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func decodedCursor<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @inlinable
    @_disfavoredOverload
    public func decodedCursor<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func queryInt(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int {
        try required(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, Int.self)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func getOptionalInt(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, Int?.self) ?? nil
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func queryString(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String {
        try required(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, String.self)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func getOptionalString(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, String?.self) ?? nil
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func queryInt(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int {
        try required(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, Int.self)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func getOptionalInt(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, Int?.self) ?? nil
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func queryString(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String {
        try required(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, String.self)
    }

    /// The function of the same name, with parameters that may be `nil`.
    @_disfavoredOverload
    public func getOptionalString(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, String?.self)
            ?? nil
    }
}
