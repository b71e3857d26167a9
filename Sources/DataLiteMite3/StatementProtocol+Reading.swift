// For statements that are prepared and stepped manually. `Statement(borrowing:)` creates one from a `sqlite3_stmt *`,
// for programs that call SQLite's C interface themselves.

extension StatementProtocol {
    /// Binds parameters to a statement that is not running.
    ///
    /// ```swift
    /// let statement = Statement(borrowing: pointer)
    /// try statement.bind(params: ["id": 7])
    /// ```
    ///
    /// - Parameters:
    ///   - params: The values to bind, as in `exec`.
    ///   - coder: The coder that determines the formats of dates, keys and so on.
    /// - Throws: An `SQLiteError` with `SQLITE_RANGE` for a parameter without a value or a positional value without a
    ///   parameter, or with `SQLITE_MISUSE` if the statement is running.
    public func bind(params: any Encodable..., coder: SQLiteCoder = .default) throws {
        var request = Request(sql: "", params)
        try ParameterListBinder(self, coder).bind(&request, to: self, coder)
    }

    /// The current row, decoded as a type, after a step that returned `true`.
    ///
    /// - Throws: A `DecodingError` if the row cannot be decoded as the type.
    public func readRow<T: Decodable>(
        as type: T.Type = T.self, coder: SQLiteCoder = .default
    ) throws -> T {
        try currentRow(as: type, coder: coder)
    }

    /// The remaining rows, starting at the next one. Steps the statement to its end and resets it, even if an error
    /// occurs.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error; a `DecodingError` if a row cannot be decoded as the
    ///   type.
    public func readRows<T: Decodable>(
        as type: T.Type = T.self, coder: SQLiteCoder = .default
    ) throws -> [T] {
        var rows: [T] = []
        do {
            // The first step may recompile the statement with other columns.
            if try step() {
                let reader = StatementCoders.reader(self, coder)
                defer { reader.end() }
                repeat { rows.append(try reader.read(type)) } while try step()
            }
        } catch {
            try? reset()
            throw error
        }
        try reset()
        return rows
    }
}
