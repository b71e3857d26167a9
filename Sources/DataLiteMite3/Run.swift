extension ConnectionProtocol {
    /// Runs every statement of a request with its parameters bound, and calls `body` with each row until it returns
    /// `false`.
    ///
    /// - Parameter runsRest: Whether the statements after that are run as well. `body` is called with their first rows.
    @usableFromInline
    func run(
        _ request: consuming Request, _ coder: SQLiteCoder, runsRest: Bool = false,
        _ body: (CodableRowReader) throws -> Bool
    ) throws {
        guard !request.isOneStatement else {
            try request.lease(on: self, coder).forEachRow(coder, body)
            return
        }
        try request.requireInterpolationsFirst()
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            return try runScript(request, coder, runsRest: runsRest, body)
        }
        try connection.endingFailedTransaction {
            try runScript(request, coder, runsRest: runsRest, body)
        }
    }

    private func runScript(
        _ request: Request, _ coder: SQLiteCoder, runsRest: Bool,
        _ body: (CodableRowReader) throws -> Bool
    ) throws {
        var request = request
        let statements = request.statements
        let script =
            statements.count > 1
            ? ScriptParameters(statements, interpolations: request.interpolations.count) : nil
        for sql in statements {
            let continues = try request.withStatement(sql, of: script) { part in
                try part.lease(on: self, coder).forEachRow(coder, body)
            }
            guard continues || runsRest else { return }
        }
    }

    /// The first row; `nil` if there is none.
    @inlinable
    func first<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T? {
        var result: T?
        try run(request, coder, runsRest: true) { reader in
            if result == nil { result = try reader.read(type) }
            return false
        }
        return result
    }

    /// All rows.
    @inlinable
    func all<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> [T] {
        var results: [T] = []
        try run(request, coder) { reader in
            results.append(try reader.read(type))
            return true
        }
        return results
    }

    /// The first row.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    func required<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T {
        let sql = request.text
        guard let value = try first(request, coder, type) else { throw SQLiteError.noRow(sql.text) }
        return value
    }

    @inlinable
    func cursor<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> Cursor<T> {
        try decodingCursor(request.lease(on: self, coder), type, coder)
    }
}
