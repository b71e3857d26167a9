import DataLiteCore
import DataLiteSourceSQL
import DataLiteSyntax

/// Checks one statement with SQLite, without running it.
struct StatementCheck {
    enum Outcome: Equatable {
        /// The names of the parameters, `nil` for a plain `?`; empty for a statement that changes the schema.
        case correct(parameters: [String?])
        case wrong(Problem)
        case skipped(String)
    }

    let database: SchemaDatabase
    /// Tables that do not belong to the schema, in lower case.
    let otherTables: Set<String>

    func check(_ sql: String) -> Outcome {
        let tokens = Array(SQLTokens(sql))
        // A pragma may take effect when it is prepared (https://sqlite.org/pragma.html).
        guard !tokens.prefix(4).contains(where: { $0.keyword == "PRAGMA" }) else {
            return .skipped("pragmas are not checked")
        }
        do {
            if case .schema = SQLScanner.kind(tokens) {
                try checkGrammar(sql)
                return .correct(parameters: [])
            }
            let statement = try database.connection.prepare(sql: sql) as Statement
            let count = statement.parameterCount()
            return .correct(
                parameters: count < 1 ? [] : (1...count).map(statement.parameterNameBy))
        } catch {
            if let reason = runtimeOnlyReason(error.message) { return .skipped(reason) }
            let offset = error.offset ?? ErrorNamePosition.offset(of: error.message, in: tokens)
            // The error of an incomplete text is at its end.
            let isIncomplete = error.message == "incomplete input"
            return .wrong(
                Problem(
                    rule: Rule(message: error.message), message: error.message,
                    offset: isIncomplete ? sql.utf8.count : offset ?? 0))
        }
    }

    /// Checks a statement that changes the schema. It may be meant for an earlier or later version of the
    /// schema, so only errors that occur in every database are reported.
    private func checkGrammar(_ sql: String) throws(SQLiteError) {
        // Before SQLite has parsed the whole statement, some statements fail if their table is missing, and
        // others if it exists. With one of the two databases, SQLite parses all of it.
        for connection in [database.empty, database.connection] {
            do {
                _ = try connection.prepare(sql: sql) as Statement
                return
            } catch {
                let isWrong =
                    SQLiteMessage.isSyntaxError(error.message)
                    || SQLiteMessage.isCertain(error.message)
                guard !isWrong else { throw error }
            }
        }
    }

    /// The reason an error may not occur at run time, or nil if it always occurs.
    private func runtimeOnlyReason(_ message: String) -> String? {
        if message.hasPrefix("no such module: ") { return message }
        if message.hasPrefix("unknown database ") { return message }
        guard let table = message.suffix(after: "no such table: ") else { return nil }
        let parts = table.split(separator: ".", maxSplits: 1).map { $0.lowercased() }
        if parts.count == 2, !database.schemas.contains(parts[0]) {
            return "the database \(parts[0]) is attached when the program runs"
        }
        guard let name = parts.last, otherTables.contains(name) else { return nil }
        return "the table \(name) is created by the program"
    }

    /// The table or view that a statement creates, in lower case, and whether it is temporary.
    static func created(by sql: String) -> (name: String, isTemporary: Bool)? {
        var tokens = Array(SQLTokens(sql).prefix(12))[...]
        guard tokens.popFirst()?.keyword == "CREATE" else { return nil }
        var isTemporary = false
        while let token = tokens.popFirst() {
            switch token.keyword {
            case "TEMP", "TEMPORARY": isTemporary = true
            case "VIRTUAL": continue
            case "TABLE", "VIEW":
                if tokens.first?.keyword == "IF" { tokens = tokens.dropFirst(3) }
                if tokens.dropFirst().first?.isPunctuation(".") == true {
                    tokens = tokens.dropFirst(2)
                }
                return tokens.first?.name.map { ($0.lowercased(), isTemporary) }
            default: return nil
            }
        }
        return nil
    }
}

extension String {
    func suffix(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
