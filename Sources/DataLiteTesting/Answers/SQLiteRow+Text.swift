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
    /// A cell in double quotes is TEXT. Without quotes, it is INTEGER or REAL if it is a number in SQL, BLOB if it is
    /// `X'..'`, NULL if it is empty or `NULL`, and TEXT otherwise. Spaces are part of the cells.
    ///
    /// - Parameter text: The column names in the first line, and a row in every other line, including empty lines.
    /// - Returns: The rows; none for an empty text.
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` that names the line, if a row has more or fewer cells than
    ///   there are columns or a quote is misplaced.
    public static func csv(_ text: String) throws(SQLiteError) -> [SQLiteRow] {
        try RowText.csv(text).sqliteRows
    }

    /// Rows from a Markdown table, or from any aligned text with `|` between the cells.
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
    /// A cell in single quotes is TEXT, and may contain a `|`. Without quotes, it is INTEGER or REAL if it is a
    /// number in SQL, BLOB if it is `X'..'`, NULL if it is empty or `NULL`, and TEXT otherwise. Blank lines and
    /// horizontal rules are skipped. After the rule below the header, a rule must have three or more strokes for each
    /// cell.
    ///
    /// - Parameter text: The column names in the first line, and a row in every other line.
    /// - Returns: The rows; none for an empty text.
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` that names the line, if a row has more or fewer cells than
    ///   there are columns.
    public static func table(_ text: String) throws(SQLiteError) -> [SQLiteRow] {
        try RowText.table(text).sqliteRows
    }
}
