import DataLiteCore

extension SQLiteRow {
    /// Rows from comma-separated values (RFC 4180).
    ///
    /// ```swift
    /// let rows = try SQLiteRow.csv("""
    ///     id,name,born
    ///     1,Ada,1815
    ///     2,"Hopper, Grace",NULL
    ///     """)
    /// ```
    ///
    /// A cell in double quotes is TEXT. One without is an INTEGER or a REAL if it reads as one in
    /// SQL, a BLOB if it reads `X'..'`, NULL if it is empty or reads `NULL`, and TEXT otherwise.
    /// Spaces belong to the cells.
    ///
    /// - Parameter text: The names of the columns in the first line, and a row in each of the
    ///   others, also in one that is empty.
    /// - Returns: The rows; none for an empty text.
    /// - Throws: `SQLITE_ERROR`, naming the line, if a row has more or fewer cells than there are
    ///   columns, or if quotes are out of place.
    public static func csv(_ text: String) throws(SQLiteError) -> [SQLiteRow] {
        try RowText.csv(text).sqliteRows
    }

    /// Rows from a table in Markdown, or from any aligned text with `|` between the cells.
    ///
    /// ```swift
    /// let rows = try SQLiteRow.table("""
    ///     | id | name  | code |
    ///     |---:|-------|------|
    ///     |  1 | Ada   | '07' |
    ///     |  2 | Grace |      |
    ///     """)
    /// ```
    ///
    /// A cell in single quotes is TEXT, and so may hold a `|`. One without is an INTEGER or a REAL
    /// if it reads as one in SQL, a BLOB if it reads `X'..'`, NULL if it is empty or reads `NULL`,
    /// and TEXT otherwise. Blank lines do not count, nor do those that only draw a rule: behind the
    /// one of the header, with three strokes or more for each cell.
    ///
    /// - Parameter text: The names of the columns in the first line, and a row in each of the
    ///   others.
    /// - Returns: The rows; none for an empty text.
    /// - Throws: `SQLITE_ERROR`, naming the line, if a row has more or fewer cells than there are
    ///   columns.
    public static func table(_ text: String) throws(SQLiteError) -> [SQLiteRow] {
        try RowText.table(text).sqliteRows
    }
}
