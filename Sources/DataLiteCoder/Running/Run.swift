import DataLiteCore

extension ConnectionProtocol {
    /// Runs every statement of a text with its parameters bound, and calls `body` with each row until it
    /// returns `false`.
    @usableFromInline
    func run(
        _ request: inout Request, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws {
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
            let continues = try request.withStatement(sql, of: script) { part in
                try run(one: &part, coder, body)
            }
            guard continues else { return }
        }
    }

    @usableFromInline
    func run(
        _ request: consuming Request, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws {
        try run(&request, coder, body)
    }

    private func run(
        one request: inout Request, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws -> Bool {
        let lease = try request.lease(on: self, coder)
        let continues: Bool
        do {
            continues = try lease.step() ? rows(of: lease, coder, body) : true
        } catch {
            lease.discard()
            throw error
        }
        try lease.end()
        return continues
    }

    /// Calls `body` with each row, of a statement that is on the first one.
    private func rows(
        of lease: StatementLease, _ coder: SQLiteCoder, _ body: (RowReader) throws -> Bool
    ) throws -> Bool {
        let reader = StatementCoders.reader(lease.statement, coder)
        defer { reader.end() }
        repeat {
            guard try body(reader) else { return false }
        } while try lease.step()
        return true
    }

    /// The first row; `nil` if there is none.
    @inlinable
    func first<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T? {
        try first(&request, coder, type)
    }

    @inlinable
    func first<T: Decodable>(
        _ request: inout Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T? {
        var result: T?
        try run(&request, coder) { reader in
            result = try reader.read(type)
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
        try run(&request, coder) { reader in
            results.append(try reader.read(type))
            return true
        }
        return results
    }

    /// The first row.
    ///
    /// - Throws: `SQLITE_NOTFOUND` if there is none.
    @inlinable
    func required<T: Decodable>(
        _ request: consuming Request, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T {
        guard let value = try first(&request, coder, type) else { throw noRow(request.sql) }
        return value
    }
}

/// The error for a statement that has returned no row.
@usableFromInline
func noRow(_ sql: String) -> SQLiteError {
    SQLiteError(.notFound, message: "the statement returned no row", sql: sql)
}
