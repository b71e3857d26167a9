// Running SQL with parameters whose number or names are known only at run time. The overloads are
// disfavored so that literals mean what they mean elsewhere: `["id": 1]` is an `SQLiteRow`.

extension ConnectionProtocol {
    /// Runs one statement with parameters by position, from an array. Rows are discarded.
    @_disfavoredOverload
    public func execute(sql: String, _ parameters: [(any SQLiteBindable)?]) throws(SQLiteError) {
        try run(started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// Runs one statement with parameters by name, from a dictionary. Rows are discarded.
    @_disfavoredOverload
    public func execute(
        sql: String, _ parameters: [String: (any SQLiteBindable)?]
    ) throws(SQLiteError) {
        try run(started(sql: sql, NamedParameters(values: parameters)))
    }

    /// All rows of a result, with parameters by position, from an array.
    @_disfavoredOverload
    public func rows(
        sql: String, _ parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) -> [SQLiteRow] {
        try cursor(sql: sql, parameters).allRows()
    }

    /// All rows of a result, with parameters by name, from a dictionary.
    @_disfavoredOverload
    public func rows(
        sql: String, _ parameters: [String: (any SQLiteBindable)?]
    ) throws(SQLiteError) -> [SQLiteRow] {
        try cursor(sql: sql, parameters).allRows()
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by position, from an
    /// array.
    @_disfavoredOverload
    public func row(
        sql: String, _ parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by name, from a
    /// dictionary.
    @_disfavoredOverload
    public func row(
        sql: String, _ parameters: [String: (any SQLiteBindable)?]
    ) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, NamedParameters(values: parameters)))
    }

    /// The first column of the first row, with parameters by position, from an array; `nil` if it
    /// is NULL or there is no row.
    @_disfavoredOverload
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: [(any SQLiteBindable)?], as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try firstValue(of: started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// The first column of the first row, with parameters by name, from a dictionary; `nil` if it
    /// is NULL or there is no row.
    @_disfavoredOverload
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: [String: (any SQLiteBindable)?], as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try firstValue(of: started(sql: sql, NamedParameters(values: parameters)))
    }

    /// The rows of a result, one at a time, with parameters by position, from an array.
    @_disfavoredOverload
    public func cursor(
        sql: String, _ parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) -> SQLiteCursor {
        try rowCursor(started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// The rows of a result, one at a time, with parameters by name, from a dictionary.
    @_disfavoredOverload
    public func cursor(
        sql: String, _ parameters: [String: (any SQLiteBindable)?]
    ) throws(SQLiteError) -> SQLiteCursor {
        try rowCursor(started(sql: sql, NamedParameters(values: parameters)))
    }
}
