import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

let hasFTS5 = Connection.library.hasCompileOption("ENABLE_FTS5")

/// The words after a `#`, in lower case.
private struct Hashtags: TextTokenizer {
    func tokenize(
        _ text: String, for purpose: TokenizationPurpose, _ receive: (TextToken) throws -> Void
    ) throws {
        for word in text.split(separator: " ") where word.hasPrefix("#") || purpose.isQuery {
            try receive(TextToken(word.lowercased(), from: word))
        }
    }
}

/// The tokens of another tokenizer, with synonyms for documents.
private struct Synonyms: TextTokenizer {
    let base: NamedTokenizer
    let words: [String: String]

    func tokenize(
        _ text: String, for purpose: TokenizationPurpose, _ receive: (TextToken) throws -> Void
    ) throws {
        try base.tokenize(text, for: purpose) { token in
            try receive(token)
            guard !purpose.isQuery, let word = words[token.text] else { return }
            try receive(TextToken(word, range: token.range, isSynonym: true))
        }
    }
}

@Suite("A tokenizer", .enabled(if: hasFTS5))
struct TokenizerTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
    }

    private func createPosts(_ tokenizer: String, _ texts: String...) throws {
        try connection.execute(
            "CREATE VIRTUAL TABLE posts USING fts5(text, tokenize = \(raw: "'\(tokenizer)'"))")
        for text in texts { try connection.execute("INSERT INTO posts VALUES (\(text))") }
    }

    private func find(_ query: String) throws -> [Int] {
        try connection.rows(
            "SELECT rowid FROM posts WHERE posts MATCH \(query) ORDER BY rowid", as: Int.self)
    }

    @Test("The tokens of a tokenizer are found, and highlighted where it found them")
    func tokens() throws {
        try connection.add(tokenizer: "hashtags") { _ in Hashtags() }
        try createPosts("HashTags", "baking #Bread today", "bread", "#bread #BUTTER", "")
        #expect(try find("\"#bread\"") == [1, 3])
        #expect(try find("\"#BREAD #butter\"") == [3])
        #expect(try find("\"#b\"*") == [1, 3])
        #expect(try find("bread") == [])
        let marked: String? = try connection.value(
            "SELECT highlight(posts, 0, '[', ']') FROM posts WHERE posts MATCH '\"#bread\"' AND rowid = 1"
        )
        #expect(marked == "baking [#Bread] today")
        try connection.execute("UPDATE posts SET text = '#cake' WHERE rowid = 1")
        try connection.execute("DELETE FROM posts WHERE rowid = 3")
        #expect(try find("\"#bread\"") == [])
        #expect(try find("\"#cake\"") == [1])
        try connection.execute("INSERT INTO posts(posts) VALUES ('integrity-check')")
    }

    @Test("A tokenizer can add synonyms to the tokens of another one")
    func synonyms() throws {
        var received: [[String]] = []
        try connection.add(tokenizer: "synonyms") { setup in
            received.append(setup.arguments)
            return Synonyms(base: try setup.base(), words: ["bike": "bicycl"])
        }
        try createPosts("synonyms porter ascii", "a red bike", "two bicycles", "riding bikes")
        #expect(received == [["porter", "ascii"]])
        #expect(try find("bicycle") == [1, 2, 3])
        #expect(try find("\"red bicycle\"") == [1])
        #expect(try find("bike") == [1, 3])
        #expect(try find("ride") == [3])
    }

    @Test("A tokenizer is told what its tokens are for")
    func purposes() throws {
        struct Recorder: TextTokenizer {
            let record: (TokenizationPurpose) -> Void

            func tokenize(
                _ text: String, for purpose: TokenizationPurpose,
                _ receive: (TextToken) throws -> Void
            ) throws {
                record(purpose)
                try Hashtags().tokenize(text, for: .query, receive)
            }
        }
        var purposes: [TokenizationPurpose] = []
        try connection.add(tokenizer: "recorder") { _ in Recorder { purposes.append($0) } }
        try createPosts("recorder", "x")
        #expect(purposes == [.document])
        #expect(try find("x") == [1])
        #expect(purposes == [.document, .query])
        #expect(try find("x*") == [1])
        #expect(purposes == [.document, .query, .prefixQuery])
        let tokenizer = try connection.tokenizer(named: "RECORDER")
        let all: [TokenizationPurpose] = [.document, .query, .prefixQuery, .function]
        for purpose in all { _ = try tokenizer.tokens(of: "x", for: purpose) }
        #expect(purposes.suffix(4) == all)
    }

    @Test("Bytes that are not UTF-8 keep their positions")
    func invalidText() throws {
        try connection.add(tokenizer: "hashtags") { _ in Hashtags() }
        try createPosts("hashtags")
        try connection.execute("INSERT INTO posts VALUES (CAST(x'ff202361c3202362' AS TEXT))")
        let marked = try connection.value(
            "SELECT CAST(highlight(posts, 0, '[', ']') AS BLOB) FROM posts WHERE posts MATCH '\"#b\"'",
            as: Data.self)
        #expect(marked == Data([0xff, 0x20, 0x23, 0x61, 0xc3, 0x20]) + Data("[#b]".utf8))
    }

    @Test("A tokenizer by name divides text as SQLite does")
    func named() throws {
        let porter = try connection.tokenizer(named: "porter", arguments: ["unicode61"])
        let text = "Baking béans"
        let tokens = try porter.tokens(of: text)
        #expect(tokens.map(\.text) == ["bake", "bean"])
        #expect(tokens.map { String(text[$0.range]) } == ["Baking", "béans"])
        #expect(try porter.tokens(of: "").isEmpty)
        #expect(try porter.tokens(of: "a\0b").map(\.text) == ["a", "b"])
        let plain = try connection.tokenizer(
            named: "UNICODE61", arguments: ["remove_diacritics", "0"])
        #expect(try plain.tokens(of: "É").map(\.text) == ["é"])
    }

    @Test("A tokenizer replaces one of the same name for tables that are created later")
    func replaced() throws {
        try connection.add(tokenizer: "words") { _ in Hashtags() }
        try createPosts("words", "#a b")
        try connection.add(tokenizer: "WORDS") { setup in try setup.base() }
        #expect(try find("\"#a\"") == [1])
        try connection.execute("DROP TABLE posts")
        try createPosts("words", "#a b")
        #expect(try find("b") == [1])
    }

    @Test("Tokenizers are released with their tables and their connection")
    func released() throws {
        final class Counted: TextTokenizer {
            let count: Counter
            init(_ count: Counter) {
                self.count = count
                count.value += 1
            }
            deinit { count.value -= 1 }

            func tokenize(
                _ text: String, for purpose: TokenizationPurpose,
                _ receive: (TextToken) throws -> Void
            ) throws {}
        }
        final class Counter {
            var value = 0
        }
        let counter = Counter()
        weak var module: Counter?
        do {
            let other = try Connection(location: .inMemory)
            let captured = Counter()
            module = captured
            try other.add(tokenizer: "counted") { _ in
                captured.value += 1
                return Counted(counter)
            }
            try other.execute("CREATE VIRTUAL TABLE a USING fts5(x, tokenize = 'counted')")
            try other.execute("CREATE VIRTUAL TABLE b USING fts5(x, tokenize = 'counted')")
            try other.execute("INSERT INTO a VALUES (1)")
            #expect(counter.value >= 1)
            try other.execute("DROP TABLE a")
        }
        #expect(counter.value == 0)
        #expect(module == nil)
    }
}
