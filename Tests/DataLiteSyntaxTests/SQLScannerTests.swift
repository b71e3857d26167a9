import DataLiteCore
import Testing

@testable import DataLiteSyntax

@Suite("Normalized SQL")
struct NormalizedSQLTests {
    @Test(
        "Texts that mean the same have the same normalized form",
        arguments: [
            ("SELECT 1", "  select\n\t1 ; ; -- done"),
            ("SELECT a=1", "SELECT a = 1"),
            ("INSERT INTO t VALUES(?)", "insert into t values ( ? );"),
            ("SELECT a,b FROM t", "SELECT/* both */a , b\r\nfrom t"),
            ("SELECT current_timestamp", "SELECT CURRENT_TIMESTAMP"),
            ("SELECT 'a'||'b'", "SELECT 'a' || 'b'"),
            ("", " ; -- nothing"),
        ])
    func equal(first: String, second: String) {
        #expect(SQLScanner.normalized(first) == SQLScanner.normalized(second))
    }

    @Test(
        "Texts with different tokens have different normalized forms",
        arguments: [
            ("a b", "ab"), ("a < = b", "a <= b"), ("a - - b", "a"), ("'a  b'", "'a b'"),
            ("'A'", "'a'"), ("SELECT a", "SELECT A"), ("SELECT \"select\"", "SELECT \"SELECT\""),
            (":a", ":A"), ("1 .5", "1.5"), ("SELECT a", "SELECT \"a\""),
            ("SELECT 1; SELECT 2", "SELECT 1"),
            ("x '00'", "x'00'"), ("/ *", "/* "), ("\u{131}f", "IF"),
        ])
    func different(first: String, second: String) {
        #expect(SQLScanner.normalized(first) != SQLScanner.normalized(second))
    }

    @Test("A normalized form is its own normalized form, however its tokens are spaced")
    func randomSpacing() {
        var generator = SeededGenerator(seed: 44)
        let tokens = [
            "SELECT", "from", "name", "Name", "\"a b\"", "'x--y'", "x'0A'", "1.5", "?", ":p", "(",
            ")", ",", "<=", "<", "=", "||", "->>", "-", "/", "*", ";",
        ]
        let spaces = [" ", "\n", "/* ' */", " -- \"\n", "\t\u{FEFF}", " /**/ "]
        for _ in 0..<500 {
            let chosen = (0..<8).map { _ in tokens.randomElement(using: &generator) ?? "" }
            let plain = SQLScanner.normalized(chosen.joined(separator: " "))
            let spaced = chosen.map { token in
                let isKeyword = SQLKeywords.keyword(token) != nil
                let written =
                    isKeyword && Bool.random(using: &generator) ? token.uppercased() : token
                return written + " " + (spaces.randomElement(using: &generator) ?? "")
            }
            #expect(SQLScanner.normalized(spaced.joined()) == plain)
            #expect(SQLScanner.normalized(plain) == plain)
        }
    }
}

@Suite("The statements of a script")
struct ScriptStatementsTests {
    private static let trigger = """
        CREATE TEMP TRIGGER tr AFTER INSERT ON t WHEN CASE 1 WHEN 1 THEN 1 END BEGIN
            UPDATE t SET a = CASE WHEN a THEN 1 ELSE 2 END;
            SELECT ';' -- END;
            ;
        END
        """

    @Test(
        "Semicolons separate the statements of a script",
        arguments: [
            ("", []),
            (" ; ;; -- nothing; at all", []),
            ("SELECT 1", ["SELECT 1"]),
            (" SELECT 1 ; -- first\n SELECT 2; ", ["SELECT 1", "SELECT 2"]),
            ("SELECT ';', \";\" /* ; */, [;];x", ["SELECT ';', \";\" /* ; */, [;]", "x"]),
            ("SELECT 'a; b", ["SELECT 'a; b"]),
            ("\(trigger); SELECT 1", [trigger, "SELECT 1"]),
            (
                "explain query plan \(trigger); SELECT 1",
                ["explain query plan \(trigger)", "SELECT 1"]
            ),
            (trigger, [trigger]),
            ("create trigger t begin x; end", ["create trigger t begin x; end"]),
            ("CREATE TRIGGER t; SELECT 1", ["CREATE TRIGGER t", "SELECT 1"]),
            (
                "CREATE TRIGGER t BEGIN SELECT 1; SELECT 2",
                ["CREATE TRIGGER t BEGIN SELECT 1; SELECT 2"]
            ),
            (
                "BEGIN; CREATE TABLE trigger(a); END; x",
                ["BEGIN", "CREATE TABLE trigger(a)", "END", "x"]
            ),
        ])
    func separated(sql: String, expected: [String]) {
        #expect(SQLScanner.statements(sql) == expected)
    }

    @Test("Statements end where the semicolons among their tokens are")
    func sameAsTokens() {
        var generator = SeededGenerator(seed: 45)
        let parts = [
            ";", "; ", "a", "b1", "x'0;'", "x'0a'", "X'", "'", "''", "\"", "`", "[", "]", "--", "-",
            "/*", "*/", "/", "*", "$", "$a(", "$a(;", ")", "?", "?1", ":", "::", "@a", "#",
            "\u{E9}",
            "\u{FEFF}", "\u{0B}", "\0", "\n", " ", "\t", "1", "1.5", ".5", "1e", "1e-5", "->",
            "->>", "<=",
            "||", "!", "!=", "%", "~", "^", "{", "INSERT", "VALUES (1, 'a;b')", "1.$b(;)", "é$b(;)",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...9, using: &generator)
            let sql = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            #expect(SQLScanner.statementRanges(sql) == Self.ranges(sql), "\(sql.debugDescription)")
        }
    }

    /// The ranges of the tokens between semicolons.
    private static func ranges(_ sql: String) -> [Range<Int>] {
        SQLTokens(sql).split(whereSeparator: \.isSemicolon).compactMap { tokens in
            guard let first = tokens.first, let last = tokens.last else { return nil }
            return first.range.lowerBound..<last.range.upperBound
        }
    }

    @Test("The statements of a script are the same as SQLite's")
    func sameAsSQLite() throws {
        let sql = """
            CREATE TABLE t(a); CREATE TABLE "x;y"(b);
            CREATE TRIGGER begin AFTER INSERT ON t BEGIN
                SELECT CASE new.a WHEN 1 THEN 2 END; DELETE FROM "x;y";
            END;
            INSERT INTO t VALUES (';'); /* ; */ SELECT * FROM t
            """
        let script = try Connection(location: .inMemory).statements(in: sql)
        var expected: [String] = []
        while let statement = try script.next() {
            while try statement.step() {}
            expected.append(SQLScanner.normalized(statement.sql))
        }
        #expect(expected.count == 5)
        #expect(SQLScanner.statements(sql).map(SQLScanner.normalized) == expected)
    }
}

extension SQLScanner {
    fileprivate static func normalized(_ sql: String) -> String {
        normalizedTokens(sql).joined(separator: " ")
    }
}
