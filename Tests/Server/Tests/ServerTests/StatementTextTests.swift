@testable import DataLiteServer
import Testing

@Suite("The text of a statement for logs")
struct StatementTextTests {
    @Test(
        "Literals and comments are removed",
        arguments: [
            ("SELECT * FROM t WHERE a = 'x''y' AND b=1.5", "SELECT * FROM t WHERE a = ? AND b = ?"),
            ("SELECT x'00', t.a /* secret */ FROM t -- secret", "SELECT ?, t.a FROM t"),
            ("INSERT INTO \"t\"(a) VALUES (?1, :b)", "INSERT INTO \"t\"(a) VALUES (?1, :b)"),
            ("select\n  count( * )\nfrom t;", "select count(*) from t;"),
            ("SELECT 'never closed", "SELECT ?"),
            ("", ""),
        ])
    func normalized(sql: String, expected: String) {
        #expect(StatementText.normalized(sql) == expected)
    }

    @Test("A long text is cut")
    func bounded() {
        let sql = "SELECT " + Array(repeating: "a", count: 10_000).joined(separator: ", ")
        let text = StatementText.normalized(sql, limit: 20)
        #expect(text == "SELECT a, a, a, a, a…")
    }

    @Test("Quoted text is removed from a message")
    func redacted() {
        #expect(StatementText.redacted("expected 'a b' or 'c'") == "expected '?' or '?'")
        #expect(StatementText.redacted("cut 'off") == "cut '")
    }

    @Test(
        "The operation is the first keyword",
        arguments: [("insert into t", "INSERT"), ("/**/ WITH x", "WITH"), ("", "SQL")])
    func operation(sql: String, expected: String) {
        #expect(StatementText.operation(sql) == expected)
    }
}
