import DataLiteCore
import Testing

@testable import DataLiteSyntax

@Suite("The tokens of SQL")
struct SQLTokensTests {
    @Test(
        "Tokens are found where SQLite finds them",
        arguments: [
            ("", []),
            (" \t\r\n\u{0C}\u{FEFF}", []),
            ("SELECT a_1,$b FROM été", ["SELECT", "a_1", ",", "$b", "FROM", "été"]),
            ("a--b\nc/*d*/e/**/f", ["a", "c", "e", "f"]),
            ("a -- 'b", ["a"]),
            ("a /* b", ["a"]),
            ("a /*/ b", ["a"]),
            ("a /*", ["a", "/", "*"]),
            ("'a''b' \"c\"\"d\" `e``f` [g[h]", ["'a''b'", "\"c\"\"d\"", "`e``f`", "[g[h]"]),
            ("'a'b'c", ["'a'", "b", "'c"]),
            ("x'0aF' X'0AfF' x'zz' xx'0a'", ["x'0aF'", "X'0AfF'", "x'zz'", "xx", "'0a'"]),
            ("1 1.5 .5 5. 1e5 1.5E-7 0x1F", ["1", "1.5", ".5", "5.", "1e5", "1.5E-7", "0x1F"]),
            ("1e 1e+ 0xg 12ab 1_0", ["1e", "1e", "+", "0xg", "12ab", "1_0"]),
            ("0x1Fg t.1", ["0x1F", "g", "t", ".1"]),
            ("?,?12,:a,@b,#c", ["?", ",", "?12", ",", ":a", ",", "@b", ",", "#c"]),
            (
                "$a::b(c d) $a::b(c-d)e :(a)",
                ["$a::b(c", "d", ")", "$a::b(c-d)", "e"]
                    + [":", "(", "a", ")"]
            ),
            (": :: a:b ::", [":", ":", ":", "a", ":b", ":", ":"]),
            ("a->>b->c-d", ["a", "->>", "b", "->", "c", "-", "d"]),
            (
                "<= <><< < >=>>> ===!=!|||&~",
                ["<=", "<>", "<<", "<", ">=", ">>", ">", "==", "="]
                    + ["!=", "!", "||", "|", "&", "~"]
            ),
            ("a\0b\u{0B}\\^{", ["a", "\0", "b", "\u{0B}", "\\", "^", "{"]),
            ("\u{FEFF}a\u{FEFF}b", ["a\u{FEFF}b"]),
        ])
    func texts(sql: String, expected: [String]) {
        #expect(SQLTokens(sql).map(\.text) == expected)
    }

    @Test(
        "Each token has the expected kind",
        arguments: [
            ("a", .word), ("select", .word), ("\"a\"", .identifier), ("`a`", .identifier),
            ("[a]", .identifier), ("'a'", .string), ("x'00'", .blob), ("1.5e+3", .number),
            ("?7", .parameter), ("$a::b(c)", .parameter), ("->>", .punctuation),
            ("'a", .illegal), ("\"a", .illegal), ("[a", .illegal), ("x'0'", .illegal),
            ("x'00", .illegal), ("1a", .illegal), (":", .illegal), ("$a(", .illegal),
            ("!", .illegal), ("\0", .illegal),
        ] as [(String, SQLToken.Kind)])
    func kinds(sql: String, kind: SQLToken.Kind) {
        #expect(SQLTokens(sql).map(\.kind) == [kind])
    }

    @Test(
        "The names of tokens are unquoted",
        arguments: [
            ("a", "a"), ("\"a\"\"b\"", "a\"b"), ("\"\"\"\"", "\""), ("\"\"", ""), ("`a``b`", "a`b"),
            ("[a\"\"b]", "a\"\"b"), ("[[[]", "[["), ("'it''s'", "it's"), ("'a", nil), ("1", nil),
            ("?", nil), ("(", nil), ("x''", nil),
        ])
    func names(sql: String, name: String?) {
        #expect(SQLTokens(sql).map(\.name) == [name])
    }

    @Test("Token ranges of random texts are in order and contain the tokens' text")
    func randomTexts() {
        var generator = SeededGenerator(seed: 4)
        let pieces = [
            "'", "\"", "`", "[", "]", "(", ")", ":", "::", "@", "$", "#", "?", "?9", "x'", "0x",
            "1",
            ".", "e", "-", "--", "/*", "*/", "\n", " ", "\u{0B}", "\0", "\u{FEFF}", "é", "🇸🇪", ";",
            "a", "BEGIN", "END", "|", "=", "!", "\u{301}", "\\",
        ]
        for _ in 0..<3000 {
            let sql = (0..<Int.random(in: 0...12, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let utf8 = Array(sql.utf8)
            var end = 0
            for token in SQLTokens(sql) {
                #expect(token.range.lowerBound >= end && !token.range.isEmpty)
                #expect(Array(token.text.utf8) == Array(utf8[token.range]))
                end = token.range.upperBound
            }
            #expect(end <= utf8.count)
            _ = SQLScanner.statements(sql)
            _ = SQLScanner.kind(sql)
            _ = SQLScanner.parameters(sql)
        }
    }
}
