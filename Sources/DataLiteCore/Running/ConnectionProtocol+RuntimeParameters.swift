// Running SQL with parameters whose number or names are known only at run time.
//
// The overloads for dictionaries are generic and disfavored, so that the literal `["id": 1]` is an
// `SQLiteRow`, as elsewhere: a dictionary literal with a repeated name stops the process.

extension ConnectionProtocol {
    /// Runs one statement, with parameters by position, from an array. Rows are discarded.
    @_disfavoredOverload
    public func execute(
        sql: String, _ parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) {
        try run(started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// Runs one statement, with parameters by name, from a dictionary. Rows are discarded.
    @_disfavoredOverload
    public func execute<Value: SQLiteBindable>(
        sql: String, _ parameters: [String: Value]
    ) throws(SQLiteError) {
        try run(started(sql: sql, NamedParameters.row(parameters)))
    }

    /// Runs one statement, with parameters by name, from a dictionary with values of several
    /// types. Rows are discarded.
    @_disfavoredOverload
    public func execute<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) where Parameters.Element == (key: String, value: any SQLiteBindable) {
        try run(started(sql: sql, NamedParameters.row(parameters)))
    }

    /// Runs one statement, with parameters by name, from a dictionary with values of several
    /// types. Rows are discarded.
    @_disfavoredOverload
    public func execute<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) where Parameters.Element == (key: String, value: (any SQLiteBindable)?) {
        try run(started(sql: sql, NamedParameters.row(parameters)))
    }

    /// All rows of a result, with parameters by position, from an array.
    @_disfavoredOverload
    public func rows(
        sql: String, _ parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) -> [SQLiteRow] {
        try rowCursor(started(sql: sql, PositionalParameters(values: parameters))).remaining()
    }

    /// All rows of a result, with parameters by name, from a dictionary.
    @_disfavoredOverload
    public func rows<Value: SQLiteBindable>(
        sql: String, _ parameters: [String: Value]
    ) throws(SQLiteError) -> [SQLiteRow] {
        try rowCursor(started(sql: sql, NamedParameters.row(parameters))).remaining()
    }

    /// All rows of a result, with parameters by name, from a dictionary with values of several
    /// types.
    @_disfavoredOverload
    public func rows<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) -> [SQLiteRow]
    where Parameters.Element == (key: String, value: any SQLiteBindable) {
        try rowCursor(started(sql: sql, NamedParameters.row(parameters))).remaining()
    }

    /// All rows of a result, with parameters by name, from a dictionary with values of several
    /// types.
    @_disfavoredOverload
    public func rows<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) -> [SQLiteRow]
    where Parameters.Element == (key: String, value: (any SQLiteBindable)?) {
        try rowCursor(started(sql: sql, NamedParameters.row(parameters))).remaining()
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
    public func row<Value: SQLiteBindable>(
        sql: String, _ parameters: [String: Value]
    ) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, NamedParameters.row(parameters)))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by name, from a
    /// dictionary with values of several types.
    @_disfavoredOverload
    public func row<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) -> SQLiteRow?
    where Parameters.Element == (key: String, value: any SQLiteBindable) {
        try firstRow(of: started(sql: sql, NamedParameters.row(parameters)))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by name, from a
    /// dictionary with values of several types.
    @_disfavoredOverload
    public func row<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) -> SQLiteRow?
    where Parameters.Element == (key: String, value: (any SQLiteBindable)?) {
        try firstRow(of: started(sql: sql, NamedParameters.row(parameters)))
    }

    /// The first column of the first row, with parameters by position, from an array; `nil` if it
    /// is NULL or there is no row.
    @_disfavoredOverload
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: [(any SQLiteBindable)?], as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try started(sql: sql, PositionalParameters(values: parameters)).firstValue()
    }

    /// The first column of the first row, with parameters by name, from a dictionary; `nil` if it
    /// is NULL or there is no row.
    @_disfavoredOverload
    public func value<T: SQLiteRepresentable, Value: SQLiteBindable>(
        sql: String, _ parameters: [String: Value], as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try started(sql: sql, NamedParameters.row(parameters)).firstValue()
    }

    /// The first column of the first row, with parameters by name, from a dictionary with values
    /// of several types; `nil` if it is NULL or there is no row.
    @_disfavoredOverload
    public func value<T: SQLiteRepresentable, Parameters: Sequence>(
        sql: String, _ parameters: Parameters, as type: T.Type = T.self
    ) throws(SQLiteError) -> T?
    where Parameters.Element == (key: String, value: any SQLiteBindable) {
        try started(sql: sql, NamedParameters.row(parameters)).firstValue()
    }

    /// The first column of the first row, with parameters by name, from a dictionary with values
    /// of several types; `nil` if it is NULL or there is no row.
    @_disfavoredOverload
    public func value<T: SQLiteRepresentable, Parameters: Sequence>(
        sql: String, _ parameters: Parameters, as type: T.Type = T.self
    ) throws(SQLiteError) -> T?
    where Parameters.Element == (key: String, value: (any SQLiteBindable)?) {
        try started(sql: sql, NamedParameters.row(parameters)).firstValue()
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
    public func cursor<Value: SQLiteBindable>(
        sql: String, _ parameters: [String: Value]
    ) throws(SQLiteError) -> SQLiteCursor {
        try rowCursor(started(sql: sql, NamedParameters.row(parameters)))
    }

    /// The rows of a result, one at a time, with parameters by name, from a dictionary with
    /// values of several types.
    @_disfavoredOverload
    public func cursor<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) -> SQLiteCursor
    where Parameters.Element == (key: String, value: any SQLiteBindable) {
        try rowCursor(started(sql: sql, NamedParameters.row(parameters)))
    }

    /// The rows of a result, one at a time, with parameters by name, from a dictionary with
    /// values of several types.
    @_disfavoredOverload
    public func cursor<Parameters: Sequence>(
        sql: String, _ parameters: Parameters
    ) throws(SQLiteError) -> SQLiteCursor
    where Parameters.Element == (key: String, value: (any SQLiteBindable)?) {
        try rowCursor(started(sql: sql, NamedParameters.row(parameters)))
    }
}

/// Parameters by name as a row.
enum NamedParameters {
    static func row(_ values: [String: some SQLiteBindable]) -> SQLiteRow {
        SQLiteRow(values.lazy.map { (column: $0.key, value: $0.value.sqliteValue) })
    }

    static func row(_ values: some Sequence<(key: String, value: any SQLiteBindable)>) -> SQLiteRow
    {
        SQLiteRow(values.lazy.map { (column: $0.key, value: $0.value.sqliteValue) })
    }

    static func row(
        _ values: some Sequence<(key: String, value: (any SQLiteBindable)?)>
    ) -> SQLiteRow {
        SQLiteRow(values.lazy.map { (column: $0.key, value: $0.value?.sqliteValue ?? .null) })
    }
}
