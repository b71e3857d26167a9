// Overloads for parameters that can be untyped `nil` literals, which are bound as NULL by position. Optional values
// do not need these overloads, because they conform to `Encodable` and keep their type.

extension ConnectionProtocol {
    /// Runs statements. Rows are discarded. Parameters can be `nil` literals.
    @_disfavoredOverload
    public func exec(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder) { _ in true }
    }

    /// Runs statements. Rows are discarded. Parameters can be `nil` literals.
    @_disfavoredOverload
    public func exec(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws {
        try run(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder) { _ in true }
    }

    /// Runs statements and calls a closure with each row, until it returns `false`. Parameters can be
    /// `nil` literals.
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

    /// Runs statements and calls a closure with each row, until it returns `false`. Parameters can be
    /// `nil` literals.
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

    /// All rows. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func query<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// All rows. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func query<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> [T] {
        try all(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The first row. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func get<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The first row. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func get<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T {
        try required(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The first row; `nil` if there is none. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func getOptional<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The first row; `nil` if there is none. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func getOptional<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> T? {
        try first(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// A cursor over the rows of one statement. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func decodedCursor<T: Decodable>(
        _ sql: SQL, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// A cursor over the rows of one statement. Parameters can be `nil` literals.
    @inlinable
    @_disfavoredOverload
    public func decodedCursor<T: Decodable>(
        sql: String, params: (any Encodable)?..., as type: T.Type = T.self,
        coder: SQLiteCoder = .default
    ) throws -> DecodedCursor<T> {
        try cursor(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, type)
    }

    /// The first column of the first row, as an `Int`. Parameters can be `nil` literals.
    @_disfavoredOverload
    public func queryInt(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int {
        try required(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, Int.self)
    }

    /// The first column of the first row, as an `Int`; `nil` if there is no row or the value is NULL.
    /// Parameters can be `nil` literals.
    @_disfavoredOverload
    public func getOptionalInt(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, Int?.self) ?? nil
    }

    /// The first column of the first row, as a `String`. Parameters can be `nil` literals.
    @_disfavoredOverload
    public func queryString(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String {
        try required(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, String.self)
    }

    /// The first column of the first row, as a `String`; `nil` if there is no row or the value is NULL.
    /// Parameters can be `nil` literals.
    @_disfavoredOverload
    public func getOptionalString(
        _ sql: SQL, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(Request(sql, params.map { $0 ?? SQLiteValue.null }), coder, String?.self) ?? nil
    }

    /// The first column of the first row, as an `Int`. Parameters can be `nil` literals.
    @_disfavoredOverload
    public func queryInt(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int {
        try required(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, Int.self)
    }

    /// The first column of the first row, as an `Int`; `nil` if there is no row or the value is NULL.
    /// Parameters can be `nil` literals.
    @_disfavoredOverload
    public func getOptionalInt(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> Int? {
        try first(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, Int?.self) ?? nil
    }

    /// The first column of the first row, as a `String`. Parameters can be `nil` literals.
    @_disfavoredOverload
    public func queryString(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String {
        try required(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, String.self)
    }

    /// The first column of the first row, as a `String`; `nil` if there is no row or the value is NULL.
    /// Parameters can be `nil` literals.
    @_disfavoredOverload
    public func getOptionalString(
        sql: String, params: (any Encodable)?..., coder: SQLiteCoder = .default
    ) throws -> String? {
        try first(Request(sql: sql, params.map { $0 ?? SQLiteValue.null }), coder, String?.self)
            ?? nil
    }
}
