public import DataLiteCoder

// For statements that are prepared and stepped by hand. `Statement(borrowing:)` creates one from a
// `sqlite3_stmt *`, for programs that call SQLite's C interface themselves.

extension StatementProtocol {
    /// Binds parameters to a statement that is not running.
    ///
    /// ```swift
    /// let statement = Statement(borrowing: pointer)
    /// try statement.bind(params: ["id": 7])
    /// ```
    ///
    /// - Parameters:
    ///   - params: As those of `exec`.
    ///   - coder: The forms of dates, keys and so on.
    /// - Throws: `SQLITE_RANGE` for a parameter without a value, and for a value by position without a
    ///   parameter; `SQLITE_MISUSE` for a statement that is running.
    public func bind(params: any Encodable..., coder: SQLiteCoder = .default) throws {
        var request = Request(sql: "", params)
        try ParameterListBinder(self, coder).bind(&request, to: self, coder)
    }

    /// The current row, after a step that has returned `true`.
    ///
    /// - Throws: a `DecodingError` if the row cannot be decoded as the type.
    public func readRow<T: Decodable>(
        as type: T.Type = T.self, coder: SQLiteCoder = .default
    ) throws -> T {
        try currentRow(as: type, coder: coder)
    }

    /// All rows from the next one on: steps the statement to its end and resets it, also when that
    /// fails.
    ///
    /// - Throws: what SQLite reports; a `DecodingError` if a row cannot be decoded as the type.
    public func readRows<T: Decodable>(
        as type: T.Type = T.self, coder: SQLiteCoder = .default
    ) throws -> [T] {
        var rows: [T] = []
        do {
            // The first step may compile the statement again, with other columns.
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
