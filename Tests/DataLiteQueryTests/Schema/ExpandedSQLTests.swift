import DataLiteSyntax
import Testing

@testable import DataLiteQuery

@Suite("SQL with literals instead of parameters")
struct ExpandedSQLTests {
    @Test(
        "Literals replace parameters, whatever their numbers",
        arguments: [
            ("?, ?1, :a, ?, :a", "1, 1, 2, 3, 2"),
            ("?3, ?", "3, ?"),
            ("?9223372036854775807, ?", "?9223372036854775807, 1"),
            ("?99999999999999999999, ?0, ?", "?99999999999999999999, ?0, 1"),
            ("#1, $a::b(c), @a", "#1, 1, 2"),
        ])
    func expanded(sql: String, expected: String) {
        #expect(SQLScanner.expanded(sql, Array(SQLTokens(sql)), ["1", "2", "3"]) == expected)
    }
}
