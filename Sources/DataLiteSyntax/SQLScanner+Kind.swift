extension SQLScanner {
    /// The type of a transaction, which determines when it takes its locks. The raw value is the keyword.
    package enum TransactionMode: String, CaseIterable, Sendable {
        case deferred = "DEFERRED"
        case immediate = "IMMEDIATE"
        case exclusive = "EXCLUSIVE"
    }

    /// The kind of a statement, according to its first words.
    package enum Kind: Equatable, Sendable {
        case begin(TransactionMode)
        /// `COMMIT` or `END`.
        case commit
        case rollback
        case savepoint(String)
        case release(String)
        case rollbackTo(String)
        /// The name in lower case and without a schema; the value without quotes.
        case pragma(name: String, value: String?)
        /// `SELECT`, `VALUES` or `EXPLAIN`.
        case query
        /// `INSERT`, `REPLACE`, `UPDATE` or `DELETE`, including one that returns rows.
        case write
        /// A statement that changes the schema, or the file as a whole.
        case schema
        /// Anything else, including transaction statements and pragmas that SQLite would refuse.
        case other
    }

    /// The kind of a statement. Names are unquoted.
    package static func kind(_ sql: String) -> Kind { kind(Array(SQLTokens(sql))) }

    /// The kind of a statement that begins or ends a transaction, rolls back to a savepoint, or is a `PRAGMA`; `.other`
    /// for all other statements, whose first word alone is read.
    ///
    /// - Parameter statement: The bytes of one statement, from its first token.
    package static func controlKind(_ statement: UnsafeBufferPointer<UInt8>) -> Kind {
        switch (statement.first ?? 0) | 0x20 {
        case UInt8(ascii: "b"), UInt8(ascii: "c"), UInt8(ascii: "e"), UInt8(ascii: "p"),
            UInt8(ascii: "r"):
            break
        default: return .other
        }
        let tokenizer = SQLTokenizer(statement)
        switch tokenizer.tokens(from: 0, limit: 1).first?.keyword {
        case "BEGIN", "COMMIT", "END", "PRAGMA", "ROLLBACK":
            // A valid statement of these kinds has fewer tokens.
            return kind(tokenizer.tokens(from: 0, limit: 16))
        default: return .other
        }
    }

    /// The kind of a statement, if it controls a savepoint; `.other` for most others, whose first word alone is read.
    package static func savepointKind(_ sql: String) -> Kind {
        var sql = sql
        return sql.withUTF8 { utf8 in
            let tokenizer = SQLTokenizer(utf8)
            switch tokenizer.tokens(from: 0, limit: 1).first?.keyword {
            case "SAVEPOINT", "RELEASE", "ROLLBACK":
                // A valid statement of these kinds has fewer tokens.
                return kind(tokenizer.tokens(from: 0, limit: 16))
            default: return .other
            }
        }
    }

    /// The kind of a statement with these tokens.
    package static func kind(_ tokens: [SQLToken]) -> Kind {
        var words = StatementWords(tokens)
        switch words.takeKeyword() {
        case "BEGIN": return words.kindOfBegin()
        case "COMMIT", "END":
            words.skipTransaction()
            return words.isAtEnd ? .commit : .other
        case "ROLLBACK": return words.kindOfRollback()
        case "SAVEPOINT": return words.takeLastName().map(Kind.savepoint) ?? .other
        case "RELEASE":
            _ = words.take("SAVEPOINT")
            return words.takeLastName().map(Kind.release) ?? .other
        case "PRAGMA": return words.kindOfPragma()
        case "SELECT", "VALUES", "EXPLAIN": return .query
        case "INSERT", "REPLACE", "UPDATE", "DELETE": return .write
        case "WITH": return words.kindAfterTables()
        case "CREATE", "DROP", "ALTER", "REINDEX", "VACUUM", "ANALYZE": return .schema
        default: return .other
        }
    }
}

/// The remaining tokens of a statement, read from the start.
private struct StatementWords {
    private var rest: ArraySlice<SQLToken>

    /// Leading and trailing semicolons are ignored.
    init(_ tokens: [SQLToken]) {
        rest = tokens[...].drop { $0.isSemicolon }
        while rest.last?.isSemicolon == true { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func takeKeyword() -> String? { rest.popFirst()?.keyword }

    mutating func take(_ keyword: String) -> Bool {
        guard rest.first?.keyword == keyword else { return false }
        rest.removeFirst()
        return true
    }

    mutating func takePunctuation(_ text: String) -> Bool {
        guard rest.first?.isPunctuation(text) == true else { return false }
        rest.removeFirst()
        return true
    }

    mutating func takeName() -> String? {
        guard let name = rest.first?.name else { return nil }
        rest.removeFirst()
        return name
    }

    /// The next name, if it is the last token.
    mutating func takeLastName() -> String? {
        let name = takeName()
        return isAtEnd ? name : nil
    }

    /// Skips `TRANSACTION` and the optional name after it, which has no effect.
    mutating func skipTransaction() {
        guard take("TRANSACTION"), rest.first?.keyword != "TO" else { return }
        _ = takeName()
    }

    mutating func kindOfBegin() -> SQLScanner.Kind {
        let mode = SQLScanner.TransactionMode.allCases.first { take($0.rawValue) } ?? .deferred
        skipTransaction()
        return isAtEnd ? .begin(mode) : .other
    }

    mutating func kindOfRollback() -> SQLScanner.Kind {
        skipTransaction()
        guard take("TO") else { return isAtEnd ? .rollback : .other }
        _ = take("SAVEPOINT")
        return takeLastName().map(SQLScanner.Kind.rollbackTo) ?? .other
    }

    /// `PRAGMA [schema.]name`, `... = value` or `... (value)`.
    mutating func kindOfPragma() -> SQLScanner.Kind {
        guard var name = takeName() else { return .other }
        if takePunctuation(".") {
            guard let inner = takeName() else { return .other }
            name = inner
        }
        guard !isAtEnd else { return .pragma(name: name.lowercased(), value: nil) }
        let isCall = takePunctuation("(")
        guard isCall || takePunctuation("="), let value = takePragmaValue(),
            !isCall || takePunctuation(")"), isAtEnd
        else { return .other }
        return .pragma(name: name.lowercased(), value: value)
    }

    private mutating func takePragmaValue() -> String? {
        let isNegative = takePunctuation("-")
        let isNumber = takePunctuation("+") || isNegative || rest.first?.kind == .number
        guard isNumber else { return takeName() }
        guard let number = rest.popFirst(), number.kind == .number else { return nil }
        return (isNegative ? "-" : "") + number.text
    }

    /// The statement after the tables of a `WITH` starts at the first statement keyword that directly
    /// follows a closing parenthesis, outside all parentheses.
    mutating func kindAfterTables() -> SQLScanner.Kind {
        var depth = 0
        var previous: SQLToken?
        while let token = rest.popFirst() {
            if token.isPunctuation("(") { depth += 1 }
            if token.isPunctuation(")") { depth -= 1 }
            if depth == 0, previous?.isPunctuation(")") == true {
                switch token.keyword {
                case "SELECT", "VALUES": return .query
                case "INSERT", "REPLACE", "UPDATE", "DELETE": return .write
                default: break
                }
            }
            previous = token
        }
        return .other
    }
}
