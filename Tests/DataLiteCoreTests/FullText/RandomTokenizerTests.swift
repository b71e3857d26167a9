import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A tokenizer that passes on the tokens of another one", .enabled(if: hasFTS5))
struct RandomTokenizerTests {
    private struct Passing: TextTokenizer {
        let base: NamedTokenizer

        func tokenize(
            _ text: String, for purpose: TokenizationPurpose,
            _ receive: (TextToken) throws -> Void
        ) throws {
            try base.tokenize(text, for: purpose, receive)
        }
    }

    private static let pieces: [[UInt8]] =
        ["a", "b", "Éa", "é", " ", " ", ", ", "🎂", "日本", "\0", "word"].map { Array($0.utf8) }
        + [[0xFF], [0xC3], [0xF0, 0x9F], [0x80]]

    /// Documents with whole and broken characters.
    private static func document(
        valid: Bool, _ random: inout SeededGenerator
    ) -> [UInt8] {
        // Nothing is marked after a NUL character.
        let pieces = valid ? Array(Self.pieces.dropLast(4)) : Self.pieces.filter { $0 != [0] }
        return (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
            pieces.randomElement(using: &random) ?? []
        }
    }

    @Test(
        "An index has the same tokens at the same places", arguments: RandomSeeds.range(count: 30))
    func same(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let connection = try Connection(location: .inMemory)
        try connection.add(tokenizer: "passing") { Passing(base: try $0.base()) }
        let base = ["unicode61", "ascii", "porter", "trigram"].randomElement(using: &random) ?? ""
        let tables: [(name: String, tokenizer: String)] = [("a", base), ("b", "passing \(base)")]
        for (name, tokenizer) in tables {
            try connection.execute(
                script: """
                    CREATE VIRTUAL TABLE \(name) USING fts5(x, tokenize = '\(tokenizer)');
                    CREATE VIRTUAL TABLE v\(name) USING fts5vocab(\(name), instance)
                    """)
        }
        // What a tokenizer makes of broken characters is not defined.
        let documents = (0..<20).map { _ in Self.document(valid: true, &random) }
        for document in documents {
            for (name, _) in tables {
                try connection.execute(
                    "INSERT INTO \(raw: name) VALUES (CAST(\(Data(document)) AS TEXT))")
            }
        }
        let indexes = try tables.map { name, _ in
            try connection.rows("SELECT * FROM v\(raw: name) ORDER BY 1, 2, 3, 4").map { "\($0)" }
        }
        #expect(indexes[0] == indexes[1], "seed \(seed), \(base)")
        let marked = try tables.map { name, _ in
            try connection.rows(
                "SELECT rowid, hex(highlight(\(raw: name), 0, '[', ']')) AS marked FROM \(raw: name) WHERE \(raw: name) MATCH 'a OR word'"
            ).map { "\($0)" }
        }
        #expect(marked[0] == marked[1], "seed \(seed), \(base)")
    }

    @Test(
        "Broken characters are divided and marked without an error",
        arguments: RandomSeeds.range(count: 30))
    func broken(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let connection = try Connection(location: .inMemory)
        try connection.add(tokenizer: "passing") { Passing(base: try $0.base()) }
        try connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'passing')")
        for _ in 0..<20 {
            let document = Data(Self.document(valid: false, &random))
            try connection.execute("INSERT INTO t VALUES (CAST(\(document) AS TEXT))")
            let marked = try connection.value(
                """
                SELECT CAST(highlight(t, 0, char(1), char(2)) AS BLOB)
                FROM t WHERE t MATCH 'a OR b OR word' AND rowid = last_insert_rowid()
                """, as: Data.self)
            let unmarked = marked.map { Array($0.filter { $0 > 2 }) }
            #expect(unmarked == nil || unmarked == Array(document), "seed \(seed)")
        }
        try connection.execute("INSERT INTO t(t) VALUES ('integrity-check')")
    }
}
