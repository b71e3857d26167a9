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
    /// A cell in double quotes is TEXT. Without quotes, it is INTEGER or REAL if it is a number in
    /// SQL, BLOB if it is `X'..'`, NULL if it is empty or `NULL`, and TEXT otherwise. Spaces belong to
    /// the cells.
    ///
    /// - Parameter text: The names of the columns in the first line, and a row in each of the others,
    ///   including empty ones.
    /// - Returns: The rows; none for an empty text.
    /// - Throws: `SQLITE_ERROR`, naming the line, if a row has more or fewer cells than there are
    ///   columns, or if a quote is misplaced.
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
    /// A cell in single quotes is TEXT, and may contain a `|`. Without quotes, it is INTEGER or REAL if
    /// it is a number in SQL, BLOB if it is `X'..'`, NULL if it is empty or `NULL`, and TEXT otherwise.
    /// Blank lines and lines that draw a rule are skipped; after the rule of the header, a rule has
    /// three strokes or more for each cell.
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
