import DataLiteCore
import DataLiteSourceSQL
import DataLiteSyntax

/// Checks one statement with SQLite, without running it.
struct StatementCheck {
    enum Outcome: Equatable {
        /// The names of the parameters, `nil` for a plain `?`; none for a change of the schema.
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
            // A text without an end is wrong at its end.
            let isIncomplete = error.message == "incomplete input"
            return .wrong(
                Problem(
                    rule: Rule(message: error.message), message: error.message,
                    offset: isIncomplete ? sql.utf8.count : offset ?? 0))
        }
    }

    /// A statement that changes the schema may be meant for an earlier or later state of it, so only what
    /// is wrong in every database is an error.
    private func checkGrammar(_ sql: String) throws(SQLiteError) {
        // Some statements need their table before they are read to the end, and others refuse one that
        // exists: one of the databases reads it all.
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

    /// Why an error may be none when the program runs.
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
}

extension StatementCheck {
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
