import DataLiteCore

extension ConnectionProtocol {
    /// Runs every statement of a text, with the parameters bound that each names, and hands its rows
    /// to `body` until that gives `false`.
    @usableFromInline
    func run(
        _ request: Request, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws {
        var request = request
        guard !request.isOneStatement else {
            _ = try run(one: &request, coder, body)
            return
        }
        try request.requireInterpolationsFirst()
        let statements = request.statements
        let script =
            statements.count > 1
            ? ScriptParameters(statements, interpolations: request.interpolations.count) : nil
        for sql in statements {
            let goesOn = try request.withStatement(sql, of: script) { part in
                try run(one: &part, coder, body)
            }
            guard goesOn else { return }
        }
    }

    private func run(
        one request: inout Request, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws -> Bool {
        let lease = try request.lease(on: self, coder)
        let goesOn: Bool
        do {
            goesOn = try lease.step() ? rows(of: lease, coder, body) : true
        } catch {
            lease.discard()
            throw error
        }
        try lease.end()
        return goesOn
    }

    /// Calls `body` with each row, of a statement that is on the first one.
    private func rows(
        of lease: StatementLease, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws -> Bool {
        let reader = StatementNotes.reader(lease.statement, coder)
        defer { reader.end() }
        repeat {
            guard try body(reader) else { return false }
        } while try lease.step()
        return true
    }

    /// The first row.
    @inlinable
    func first<T: Decodable>(
        _ request: Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T? {
        var result: T?
        try run(request, coder) { reader in
            result = try reader.read(type)
            return false
        }
        return result
    }

    @inlinable
    func all<T: Decodable>(
        _ request: Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> [T] {
        var results: [T] = []
        try run(request, coder) { reader in
            results.append(try reader.read(type))
            return true
        }
        return results
    }

    /// The first row, which there has to be.
    ///
    /// - Throws: `SQLITE_NOTFOUND` if there is none.
    @inlinable
    func required<T: Decodable>(
        _ request: Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T {
        guard let value = try first(request, coder, type) else { throw noRow(request) }
        return value
    }
}

/// There is no row where one was asked for.
@usableFromInline
func noRow(_ request: Request) -> SQLiteError {
    SQLiteError(.notFound, message: "the statement gives no row", sql: request.sql)
}
