import DataLiteSyntax

/// The SQL text of one statement, split into tokens once, and the properties that it determines.
struct StatementText: Sendable {
    let sql: String
    let tokens: [SQLToken]
    let kind: SQLScanner.Kind

    /// The names of the parameters including the `:`, starting at index 1; `nil` for a plain `?`.
    let parameterNames: [String?]

    /// The tokens in the form that patterns compare.
    let normalizedTokens: [String]

    init(_ sql: String) {
        self.sql = sql
        tokens = Array(SQLTokens(sql))
        kind = SQLScanner.kind(tokens)
        parameterNames = SQLScanner.parameters(tokens)
        normalizedTokens = SQLScanner.normalized(tokens)
    }

    /// The text of a call that runs no statement.
    static let none = StatementText("")

    /// The indexes of the parameters in the text, starting at 1. With `?3` alone, indexes 1 and 2
    /// are missing.
    var parameterIndexes: Set<Int> { SQLScanner.parameterIndexes(tokens) }

    /// The end of the first statement in the text, as a UTF-8 offset; `nil` if there is no
    /// statement.
    var endOfFirstStatement: Int? {
        guard let first = SQLScanner.statements(sql).first,
            let start = tokens.first(where: { !$0.isSemicolon })?.range.lowerBound
        else { return nil }
        return start + first.utf8.count
    }

    /// The first keyword, such as `VACUUM`.
    var verb: String? { tokens.first { $0.keyword != nil }?.keyword }

    /// Whether a failed constraint ends the transaction: `INSERT OR ROLLBACK` or `UPDATE OR
    /// ROLLBACK` (<https://sqlite.org/lang_conflict.html>).
    var rollsBackOnConflict: Bool {
        kind == .write && keywords(["OR", "ROLLBACK"])
    }

    /// Whether the statement contains a subquery.
    var hasSubquery: Bool { tokens.contains { $0.keyword == "SELECT" } }

    /// The table that an `INSERT` or `REPLACE` writes to, without its schema; `nil` for any other
    /// statement.
    var insertTarget: String? {
        guard verb == "INSERT" || verb == "REPLACE",
            var index = tokens.firstIndex(where: { $0.keyword == "INTO" }).map({ $0 + 1 })
        else { return nil }
        if tokens.indices.contains(index + 1), tokens[index + 1].text == "." { index += 2 }
        return tokens.indices.contains(index) ? tokens[index].name : nil
    }

    /// Whether the statement opens or ends a transaction or a savepoint.
    var isTransactionControl: Bool {
        switch kind {
        case .begin, .commit, .rollback, .savepoint, .release, .rollbackTo: true
        default: false
        }
    }

    /// Whether a read-only connection rejects the statement.
    var writesDatabase: Bool {
        switch kind {
        case .write: !isTemporary
        // VACUUM INTO writes another file.
        case .schema: !isTemporary && !keywords(["VACUUM", "INTO"])
        case .pragma(let name, let value?):
            value.isEmpty ? false : ["user_version", "application_id"].contains(name)
        default: false
        }
    }

    /// Whether the statement writes only to the temporary database, which even a read-only
    /// connection can write to: `CREATE TEMP ...`, or a table with the schema `temp`.
    var isTemporary: Bool {
        let words = tokens.prefix(8).map { $0.keyword ?? $0.name?.uppercased() ?? $0.text }
        switch kind {
        case .schema where verb == "CREATE":
            return words.dropFirst().first.map { $0 == "TEMP" || $0 == "TEMPORARY" } ?? false
                || Self.hasTemporarySchema(words)
        case .schema, .write: return Self.hasTemporarySchema(words)
        default: return false
        }
    }

    private static func hasTemporarySchema(_ words: [String]) -> Bool {
        guard let dot = words.firstIndex(of: "."), dot > 0 else { return false }
        return words[dot - 1] == "TEMP"
    }

    /// The text up to the end of a number of tokens.
    func prefix(_ count: Int) -> StatementText {
        guard count < tokens.count else { return self }
        let end = count > 0 ? tokens[count - 1].range.upperBound : 0
        return StatementText(String(decoding: sql.utf8.prefix(end), as: UTF8.self))
    }

    /// Whether the text contains these keywords, directly following each other.
    private func keywords(_ keywords: [String]) -> Bool {
        guard tokens.count >= keywords.count else { return false }
        return (0...(tokens.count - keywords.count)).contains { start in
            keywords.indices.allSatisfy { tokens[start + $0].keyword == keywords[$0] }
        }
    }
}
