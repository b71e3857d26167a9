import DataLiteCore
import DataLiteTestSupport
import Testing

/// A tokenizer that runs a closure for each text.
private struct Custom: TextTokenizer {
    let body: (String, (TextToken) throws -> Void) throws -> Void

    func tokenize(
        _ text: String, for purpose: TokenizationPurpose, _ receive: (TextToken) throws -> Void
    ) throws {
        try body(text, receive)
    }
}

@Suite("An error of a tokenizer", .enabled(if: hasFTS5))
struct TokenizerErrorTests {
    private struct Refused: Error {}

    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
    }

    private func create(
        _ body: @escaping (String, (TextToken) throws -> Void) throws -> Void
    ) throws {
        try connection.add(tokenizer: "custom") { _ in Custom(body: body) }
        try connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'custom')")
    }

    @Test("A statement fails with the error of its tokenizer and writes nothing")
    func tokenizing() throws {
        try create { text, receive in
            for word in text.split(separator: " ") {
                try receive(TextToken(from: word))
                if word == "bad" { throw Refused() }
            }
        }
        try connection.execute("INSERT INTO t VALUES ('good')")
        let error = try failure {
            try connection.execute("INSERT INTO t VALUES ('fine'), ('some bad word')")
        }
        #expect(error.message.hasPrefix("tokenizer \"custom\": "))
        #expect(error.underlyingError is Refused)
        #expect(try connection.value("SELECT count(*) FROM t") == 1)
        let query = try failure {
            try connection.rows("SELECT * FROM t WHERE t MATCH '\"bad\"'")
        }
        #expect(query.underlyingError is Refused)
        try connection.execute("INSERT INTO t(t) VALUES ('integrity-check')")
    }

    @Test("A NUL character in a token does not corrupt the index")
    func nul() throws {
        try create { text, receive in
            for word in text.split(separator: " ") { try receive(TextToken(from: word)) }
        }
        for text in ["one\0two three", "one three", "\0", "a\0", "a", "\0a a\0\u{301}"] {
            try connection.execute("INSERT INTO t VALUES (\(text))")
        }
        try connection.execute("INSERT INTO t(t) VALUES ('integrity-check')")
        let rows = { (word: String) in
            try connection.rows(
                "SELECT rowid FROM t WHERE t MATCH \(word) ORDER BY rowid", as: Int.self)
        }
        #expect(try rows("three") == [1, 2])
        #expect(try rows("\"one\u{FFFD}two\"") == [1])
        #expect(try rows("one") == [2])
        #expect(try rows("a") == [5])
        try connection.execute("DELETE FROM t")
        try connection.execute("INSERT INTO t(t) VALUES ('integrity-check')")
    }

    @Test("Tokenizers that are made for each other cannot overflow the stack")
    func nesting() throws {
        try connection.add(tokenizer: "wrapper") { try $0.base() }
        try connection.add(tokenizer: "itself") { try $0.tokenizer(named: "itself") }
        for (count, isPossible) in [(1, true), (31, true), (5_000, false)] {
            let words = Array(repeating: "wrapper", count: count).joined(separator: " ")
            let sql = "CREATE VIRTUAL TABLE t\(count) USING fts5(x, tokenize = '\(words)')"
            if isPossible {
                try connection.execute(sql: sql)
            } else {
                #expect(throws: SQLiteError.self) { try connection.execute(sql: sql) }
            }
        }
        var error = try failure { try connection.tokenizer(named: "itself") }
        while let cause = error.underlyingError as? SQLiteError { error = cause }
        #expect("\(error.underlyingError ?? error)".contains("more than 32 levels"))
        try connection.execute("INSERT INTO t31 VALUES ('a b')")
        #expect(try connection.value("SELECT rowid FROM t31 WHERE t31 MATCH 'b'") == 1)
    }

    @Test("A table cannot be created if its tokenizer cannot be made")
    func making() throws {
        try connection.add(tokenizer: "custom") { setup in
            guard setup.arguments.isEmpty else { throw Refused() }
            return try setup.tokenizer(named: "missing")
        }
        let error = try failure {
            try connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'custom a')")
        }
        #expect(error.message.hasPrefix("tokenizer \"custom\": "))
        #expect(error.underlyingError is Refused)
        let missing = try failure {
            try connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'custom')")
        }
        #expect((missing.underlyingError as? SQLiteError)?.message == "no such tokenizer: missing")
        #expect(try !connection.tableExists("t"))
    }

    @Test("A tokenizer cannot use its connection")
    func reentrant() throws {
        var errors: [SQLiteError] = []
        try create { [unowned connection] text, receive in
            let uses: [() throws -> Void] = [
                { try connection.execute("INSERT INTO t VALUES ('again')") },
                { try connection.close() },
            ]
            for use in uses { errors.append(try failure { try use() }) }
            for word in text.split(separator: " ") { try receive(TextToken(from: word)) }
        }
        try connection.execute("INSERT INTO t VALUES ('a b')")
        #expect(errors.map(\.resultCode) == [.misuse, .busy])
        #expect(try connection.value("SELECT count(*) FROM t") == 1)
        try connection.execute("INSERT INTO t(t) VALUES ('integrity-check')")
    }

    @Test("A range outside of the text is an error, and an empty token is ignored")
    func ranges() throws {
        try create { text, receive in
            if text.hasPrefix("long") {
                let other = "another text that is longer than the first one"
                try receive(TextToken("x", range: other.startIndex..<other.endIndex))
            }
            try receive(TextToken("", range: text.startIndex..<text.startIndex))
            try receive(TextToken("word", range: text.startIndex..<text.endIndex))
        }
        let error = try failure { try connection.execute("INSERT INTO t VALUES ('long')") }
        #expect(error.message.hasSuffix("the range of a token is not in the text that is divided"))
        try connection.execute("INSERT INTO t VALUES ('short')")
        #expect(try connection.value("SELECT count(*) FROM t WHERE t MATCH 'word'") == 1)
    }

    @Test("A tokenizer that ignores errors receives no further tokens")
    func ignoredErrors() throws {
        try connection.add(tokenizer: "custom") { _ in
            Custom { text, receive in
                for word in text.split(separator: " ") { try? receive(TextToken(from: word)) }
            }
        }
        let tokenizer = try connection.tokenizer(named: "custom")
        var received: [String] = []
        #expect(throws: Refused.self) {
            try tokenizer.tokenize("a b c", for: .document) { token in
                received.append(token.text)
                if token.text == "b" { throw Refused() }
            }
        }
        #expect(received == ["a", "b"])
        #expect(try tokenizer.tokens(of: "a b").map(\.text) == ["a", "b"])
    }

    @Test("The error of a tokenizer in Swift is the cause of the error of one by its name")
    func cause() throws {
        try connection.add(tokenizer: "custom") { setup in
            guard setup.arguments.isEmpty else { throw Refused() }
            return Custom { _, _ in throw Refused() }
        }
        let making = try failure { try connection.tokenizer(named: "custom", arguments: ["a"]) }
        #expect(making.underlyingError is Refused)
        let tokenizer = try connection.tokenizer(named: "custom")
        let dividing = try failure { try tokenizer.tokens(of: "a") }
        #expect(dividing.underlyingError is Refused)
    }

    @Test("A tokenizer by name divides one text at a time")
    func nested() throws {
        let tokenizer = try connection.tokenizer(named: "unicode61")
        var errors: [SQLiteError?] = []
        try tokenizer.tokenize("a b", for: .document) { token in
            do { _ = try tokenizer.tokens(of: "c") } catch { errors.append(error as? SQLiteError) }
        }
        #expect(errors.map { $0?.resultCode } == [.misuse, .misuse])
        #expect(try tokenizer.tokens(of: "c").count == 1)
    }

    @Test("A tokenizer by name can be released, but not used, after its connection is closed")
    func closed() throws {
        try connection.add(tokenizer: "custom") { setup in try setup.base() }
        let tokenizers = [
            try connection.tokenizer(named: "custom"),
            try connection.tokenizer(named: "porter", arguments: ["trigram"]),
        ]
        try connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'custom')")
        try connection.close()
        for tokenizer in tokenizers {
            #expect(throws: SQLiteError.self) { try tokenizer.tokens(of: "a") }
        }
        let error = try failure { try connection.add(tokenizer: "late") { try $0.base() } }
        #expect(error.resultCode == .misuse)
        #expect(throws: SQLiteError.self) { try connection.tokenizer(named: "unicode61") }
    }

    @Test("Unknown tokenizers, arguments and names are errors")
    func unknown() throws {
        let missing = try failure { try connection.tokenizer(named: "missing") }
        #expect(missing.message == "no such tokenizer: missing")
        let arguments = try failure {
            try connection.tokenizer(named: "unicode61", arguments: ["a", "b"])
        }
        #expect(arguments.message.contains("unicode61"))
        for name in ["", "a\0b", String(repeating: "a", count: 256)] {
            let error = try failure { try connection.add(tokenizer: name) { try $0.base() } }
            #expect(error.resultCode == .misuse)
        }
        let nul = try failure { try connection.tokenizer(named: "ascii", arguments: ["a\0"]) }
        #expect(nul.resultCode == .misuse)
    }
}
