public import DataLiteCore

extension ConnectionProtocol {
    /// Inserts comma-separated values into a table of the main database.
    ///
    /// ```swift
    /// let count = try db.importCSV(.file("albums.csv"), into: "albums")
    /// ```
    ///
    /// The text is read as RFC 4180 describes: fields in quotes may contain separators, line breaks and doubled quotes.
    /// Lines may end with CR LF, LF or CR, empty lines are skipped, and so is a byte order mark. The names in the first
    /// line are the columns, in any order and letter case; `rowid` is the rowid of a table without such a column, such as
    /// a full-text table.
    ///
    /// An empty field is NULL. If there is only one column, an empty line is NULL, too. `""` is empty text. All other
    /// fields are inserted as TEXT, which the affinity of their column converts: `42` becomes an INTEGER in a column of
    /// type `INTEGER` or `NUMERIC`, and stays TEXT in a column without type. In a column with numeric affinity,
    /// `Infinity` is a number, and hexadecimal digits become a BLOB in a column of type `BLOB`, so importing a CSV dump
    /// restores the dumped values.
    ///
    /// Everything is one transaction, or a savepoint if a transaction is open, and the text is not kept in memory.
    ///
    /// - Returns: The number of inserted rows. Rows that `onConflict: .ignore` skips do not count. Rows of a view count
    ///   only if the trigger of the view changes other rows.
    /// - Throws: An `SQLiteError` whose message names the line, and the column where there is one: with SQLite's code
    ///   if a row cannot be inserted, `SQLITE_ERROR` if the text is malformed, `SQLITE_CANTOPEN` if the file cannot be
    ///   read; the error of the source.
    @discardableResult
    public func importCSV(
        _ source: ImportSource, into table: String, form: CSVForm = CSVForm(),
        options: ImportOptions = ImportOptions()
    ) throws -> Int {
        var csv = try CSVImport(source, RowImport(self, table, options), form)
        return try csv.run()
    }

    /// Inserts JSON objects, one on each line, into a table of the main database.
    ///
    /// ```swift
    /// try db.importJSONLines(.text(#"{"id": 1, "title": "Debut"}"#), into: "albums")
    /// ```
    ///
    /// The keys are columns, in any order and letter case. A column without a key gets its default. Numbers are INTEGER
    /// or REAL, strings are TEXT, `true` and `false` are 1 and 0, `null` is NULL, and arrays and objects are TEXT with
    /// their JSON. The affinity of the column applies, and a number in a column with TEXT affinity keeps its digits.
    /// `"Infinity"` in a column with numeric affinity is a number, and Base64 becomes a BLOB in a column of type `BLOB`.
    /// SQLite parses the JSON, with its limit of nesting.
    ///
    /// Everything is one transaction, or a savepoint if a transaction is open, and the text is not kept in memory.
    ///
    /// - Returns: The number of inserted rows. Rows that `onConflict: .ignore` skips do not count.
    /// - Throws: The errors of ``importCSV(_:into:form:options:)``.
    @discardableResult
    public func importJSONLines(
        _ source: ImportSource, into table: String, options: ImportOptions = ImportOptions()
    ) throws -> Int {
        var lines = try JSONLinesImport(source, RowImport(self, table, options))
        return try lines.run()
    }
}
