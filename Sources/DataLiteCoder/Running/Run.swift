import DataLiteCore
import SQLSyntax

extension ConnectionProtocol {
    /// Runs every statement of a text, with the parameters bound that each names, and hands its rows
    /// to `body` until that gives `false`.
    @usableFromInline
    func run(
        _ sql: String, _ parameters: ParameterValues, _ coder: SQLiteCoder,
        _ body: (RowReader) throws -> Bool
    ) throws {
        let texts = statements(of: sql)
        var parameters = parameters
        parameters.isForSeveral = texts.count > 1
        for text in texts {
            guard try run(one: text, &parameters, coder, body) else { return }
        }
    }

    private func run(
        one sql: String, _ parameters: inout ParameterValues, _ coder: SQLiteCoder,
        _ body: (RowReader) throws -> Bool
    ) throws -> Bool {
        let statement = try checkOut(sql: sql)
        defer { checkIn(statement) }
        try ParameterBinder(statement, coder).bindAll(&parameters)
        let reader = RowReader(statement, coder)
        defer { reader.end() }
        var goesOn = true
        while goesOn, try statement.step() { goesOn = try body(reader) }
        // Before the statement is given back, for ending a run may fail: an `INSERT ... RETURNING`
        // commits only then.
        try statement.reset()
        return goesOn
    }

    /// A text without a semicolon, as most are, needs no look at its tokens.
    private func statements(of sql: String) -> [String] {
        sql.utf8.contains(UInt8(ascii: ";")) ? SQLText.statements(sql) : [sql]
    }

    /// The first row.
    @inlinable
    func first<T: Decodable>(
        _ sql: String, _ parameters: ParameterValues, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> T? {
        var result: T?
        try run(sql, parameters, coder) { reader in
            result = try reader.read(type)
            return false
        }
        return result
    }

    @inlinable
    func all<T: Decodable>(
        _ sql: String, _ parameters: ParameterValues, _ coder: SQLiteCoder, _ type: T.Type
    ) throws -> [T] {
        var results: [T] = []
        try run(sql, parameters, coder) { reader in
            results.append(try reader.read(type))
            return true
        }
        return results
    }
}

/// There is no row where one was asked for.
@usableFromInline
func noRow(_ sql: String) -> SQLiteError {
    SQLiteError(.notFound, message: "the statement gives no row", sql: sql)
}
