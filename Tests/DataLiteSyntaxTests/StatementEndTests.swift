import DataLiteC
import DataLiteCore
import Testing

@testable import DataLiteSyntax

/// The text after a statement, compared with what SQLite itself skips: text without a statement
/// compiles to no statement, and the tail that `sqlite3_prepare_v2` reports is the end of the text.
@Suite("The text after a statement")
struct StatementEndTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
    }

    private func isBlank(_ sql: String) -> Bool {
        Array(sql.utf8).withUnsafeBufferPointer { SQLTokenizer($0).firstToken(from: 0) == nil }
    }

    /// Whether SQLite finds neither a statement nor an error in a text.
    private func isBlankToSQLite(_ sql: String) throws -> Bool {
        try connection.withUnsafeHandle { handle in
            try sql.withCString { text in
                var rest = text
                while rest.pointee != 0 {
                    var statement: OpaquePointer?
                    var tail: UnsafePointer<CChar>?
                    let code = sqlite3_prepare_v2(handle, rest, -1, &statement, &tail)
                    defer { sqlite3_finalize(statement) }
                    guard code == SQLITE_OK, statement == nil else { return false }
                    let end = try #require(tail)
                    try #require(end > rest)
                    rest = end
                }
                return true
            }
        }
    }

    @Test(
        "Text after a statement is blank where SQLite skips it",
        arguments: [
            ("", true), (" \t\n\u{0C}\r", true), (";", true), (" ; ;; ", true), ("x", false),
            ("-- a", true), ("-- a\n;-- b", true), ("-- a\nb", false), ("-", false), ("- -", false),
            ("/* a */", true), ("/* a", true), ("/*/ a", true), ("/*/ a */ b", false),
            ("/**/", true), ("/*", false), ("; /*", false), ("/* ", true), ("/", false),
            ("\u{FEFF}", true), (";\u{FEFF};", true), (" \u{FEFF}", true), ("\u{FEFF}a", false),
            // Whitespace only after other whitespace.
            ("\u{0B}", false), (" \u{0B}", true), (";\u{0B}", false), ("/**/\u{0B}", false),
            ("\u{FEFF}\u{0B}", false), ("\n\u{0B}\u{0B};", true), ("-- \u{0B}", true),
            // Not whitespace to SQLite.
            ("\u{A0}", false), ("\u{85}", false), ("\u{2028}", false), ("\u{1F}", false),
        ])
    func table(sql: String, isBlank expected: Bool) throws {
        #expect(try isBlankToSQLite(sql) == expected)
        #expect(isBlank(sql) == expected)
        // A script and a single statement use the same code.
        let isAccepted = (try? connection.prepare(sql: "SELECT 1;" + sql)) != nil
        #expect(isAccepted == expected)
    }

    @Test("Random text after a statement is blank where SQLite skips it")
    func randomTexts() throws {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            " ", "\n", "\u{0B}", "\u{0C}", "\r", "\t", ";", "--", "/*", "*/", "/", "*", "-",
            "\u{FEFF}", "\u{A0}",
        ]
        var blank = 0
        for _ in 0..<3000 {
            let sql = (0..<Int.random(in: 0...7, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let isBlank = isBlank(sql)
            #expect(try isBlankToSQLite(sql) == isBlank, "\(sql.debugDescription)")
            if isBlank { blank += 1 }
        }
        #expect((300...2700).contains(blank))
    }
}
