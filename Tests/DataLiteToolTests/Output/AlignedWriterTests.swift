import DataLiteCore
import DataLiteTransfer
import Testing

@testable import DataLiteTool

@Suite("The table format")
struct TableTests {
    @Test("A table aligns numbers to the right and everything else to the left")
    func alignment() throws {
        let sql = """
            SELECT 1 AS n, 'x' AS text, 1 AS mixed, NULL AS missing, NULL AS i
            UNION ALL SELECT 22.5, 'long', 'y', NULL, 333
            """
        #expect(
            try rendered(sql, as: .table) == """
                   n  text  mixed  missing     i
                ────  ────  ─────  ───────  ────
                   1  x     1      NULL     NULL
                22.5  long  y      NULL      333

                """)
    }

    @Test(
        "A table shows each value on one line",
        arguments: [
            ("NULL", "NULL"),
            ("9e999", "Infinity"),
            ("X'00FF'", "X'00FF'"),
            ("X''", "X''"),
            ("zeroblob(1000)", "X'00000000000000000000000000000000…' (1000 bytes)"),
            ("'a' || char(10) || 'b' || char(9) || 'c' || char(0) || 'd'", "a␊b␉c␀d"),
            ("char(27) || '[31mred'", "␛[31mred"),
            ("CAST(X'61FF62' AS TEXT)", "a\u{fffd}b"),
        ])
    func cell(expression: String, expected: String) throws {
        let lines = try rendered("SELECT \(expression) AS a", as: .table).split(separator: "\n")
        #expect(lines.last.map(String.init) == expected)
    }

    @Test(
        "A table truncates long text to 60 columns",
        arguments: [
            (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
            (String(repeating: "x", count: 61), String(repeating: "x", count: 59) + "…"),
            (String(repeating: "日", count: 30), String(repeating: "日", count: 30)),
            (String(repeating: "日", count: 31), String(repeating: "日", count: 29) + "…"),
            (String(repeating: "é", count: 60), String(repeating: "é", count: 60)),
            (String(repeating: "y", count: 20_000), String(repeating: "y", count: 59) + "…"),
            (String(repeating: "👩‍👩‍👧‍👦", count: 500), String(repeating: "👩‍👩‍👧‍👦", count: 29) + "…"),
        ])
    func longText(value: String, expected: String) throws {
        let lines = try rendered("SELECT '\(value)' AS a", as: .table).split(separator: "\n")
        #expect(lines.last.map(String.init) == expected)
    }

    @Test("A table aligns wide, combining and emoji characters by their width")
    func wideText() throws {
        let sql = """
            SELECT '日本' AS a, 1 AS b UNION ALL SELECT 'e' || char(0x301), 2
            UNION ALL SELECT '👩‍👩‍👧', 3 UNION ALL SELECT '❤️', 4 UNION ALL SELECT 'abcde', 5
            """
        #expect(
            try rendered(sql, as: .table) == """
                a      b
                ─────  ─
                日本   1
                e\u{301}      2
                👩‍👩‍👧     3
                ❤️     4
                abcde  5

                """)
    }

    @Test("A table without rows shows (no rows)")
    func noRows() throws {
        #expect(try rendered("SELECT 1 AS ab WHERE 0", as: .table) == "ab\n──\n(no rows)\n")
    }

    @Test("A blank line separates two tables")
    func severalResults() throws {
        #expect(try rendered("SELECT 1 AS a; SELECT 2 AS b", as: .table) == "a\n─\n1\n\nb\n─\n2\n")
    }

    @Test("The first 1,000 rows determine the column widths")
    func manyRows() throws {
        let sql = """
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 2500)
            SELECT i, CASE WHEN i <= 1000 THEN 'a' ELSE 'wide' END AS t, '|' AS z FROM c
            """
        let lines = try rendered(sql, as: .table).split(separator: "\n").map(String.init)
        #expect(lines.count == 2502)
        #expect(lines[2] == "   1  a  |")
        #expect(lines[1001] == "1000  a  |")
        #expect(lines[1002] == "1001  wide  |")
        #expect(lines[2501] == "2500  wide  |")
    }

    @Test("A table buffers at most a megabyte")
    func boundedMemory() throws {
        var written = 0
        let connection = try Connection(location: .inMemory)
        let output = BufferedOutput(capacity: 16) { written += $0.count }
        let writer = ResultFormat.markdown.writer(to: output)
        let statement = try connection.prepare(
            sql: """
                WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 20)
                SELECT printf('%.*c', 100000, 'x') FROM c
                """)
        try writer.begin(columns: ["a"])
        while try statement.step(), written == 0 { try writer.add(rowOf: statement) }
        #expect(written > 1_000_000)
        #expect(try statement.step())
    }
}

@Suite("The markdown format")
struct MarkdownTests {
    @Test("The markdown format writes a GitHub Flavored Markdown table")
    func layout() throws {
        let sql = "SELECT 'Ada' AS name, 36 AS age, NULL AS x UNION ALL SELECT 'Grace', 85, 'y'"
        #expect(
            try rendered(sql, as: .markdown) == """
                | name  | age | x    |
                | ----- | --: | ---- |
                | Ada   |  36 | NULL |
                | Grace |  85 | y    |

                """)
    }

    @Test(
        "Characters that would break a Markdown table are escaped",
        arguments: [
            ("'a|b'", #"a\|b"#),
            (#"'a\|b'"#, #"a\\\|b"#),
            ("'<b>'", #"\<b>"#),
            ("'2*3*4'", #"2\*3\*4"#),
            ("'a`b'", #"a\`b"#),
            ("'a' || char(10) || 'b' || char(13, 10) || 'c'", "a<br>b<br>c"),
            ("'snake_case'", "snake_case"),
            ("X'0A'", "X'0A'"),
        ])
    func escapes(expression: String, expected: String) throws {
        let lines = try rendered("SELECT \(expression) AS a", as: .markdown).split(separator: "\n")
        #expect(lines.last?.contains("| \(expected) ") == true)
    }

    @Test("The markdown format does not truncate long text")
    func longText() throws {
        let long = String(repeating: "x", count: 500)
        #expect(try rendered("SELECT '\(long)' AS a", as: .markdown).contains("| \(long) |"))
    }

    @Test("The markdown format writes the header of an empty result")
    func noRows() throws {
        #expect(try rendered("SELECT 1 AS a WHERE 0", as: .markdown) == "| a   |\n| --- |\n")
    }
}
