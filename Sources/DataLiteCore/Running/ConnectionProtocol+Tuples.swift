extension ConnectionProtocol {
    /// All rows, each decoded as a tuple, whose elements are read from the columns by position.
    ///
    /// ```swift
    /// for (id, name) in try db.rows("SELECT id, name FROM people", as: (Int, String?).self) {
    ///     print(id, name ?? "")
    /// }
    /// ```
    ///
    /// - Throws: The errors of `rows(_:_:as:)` of a single type.
    public func rows<First: RowDecodable, Second: RowDecodable, each Other: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(),
        as type: (First, Second, repeat each Other).Type
    ) throws(SQLiteError) -> [(First, Second, repeat each Other)] {
        var count = First.columnCount + Second.columnCount
        for element in repeat (each Other).self { count += element.columnCount }
        return try boundStatement(sql, parameters).decodedRows(columnCount: count, names: nil) {
            (row: inout RowReader) throws(SQLiteError) in
            (
                try First(row: &row), try Second(row: &row),
                repeat try (each Other)(row: &row)
            )
        }
    }

    /// The first row, decoded as a tuple, whose elements are read from the columns by position; `nil` if there is none.
    ///
    /// - Throws: The errors of `row(_:_:as:)` of a single type.
    public func row<First: RowDecodable, Second: RowDecodable, each Other: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(),
        as type: (First, Second, repeat each Other).Type
    ) throws(SQLiteError) -> (First, Second, repeat each Other)? {
        var count = First.columnCount + Second.columnCount
        for element in repeat (each Other).self { count += element.columnCount }
        return try boundStatement(sql, parameters).decodedRow(columnCount: count, names: nil) {
            (row: inout RowReader) throws(SQLiteError) in
            (
                try First(row: &row), try Second(row: &row),
                repeat try (each Other)(row: &row)
            )
        }
    }
}
