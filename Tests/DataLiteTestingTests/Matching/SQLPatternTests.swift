import DataLiteTesting
import Testing

@Suite("A pattern for SQL")
struct SQLPatternTests {
    @Test("An SQL pattern matches only the SQL that it describes")
    func matches() {
        let table: [(SQLPattern, String, Bool)] = [
            (.sql("SELECT a FROM t"), "select a\nfrom t;", true),
            (.sql("SELECT a FROM t"), "SELECT a FROM t2", false),
            ("SELECT a FROM t", "SELECT a /* x */ FROM t", true),
            ("SELECT a FROM \("t")", "SELECT A FROM t", false),
            (.exact("SELECT 1"), "SELECT 1", true), (.exact("SELECT 1"), "SELECT  1", false),
            (.exact("SELECT 'é'"), "SELECT 'e\u{301}'", false),
            (.prefix("insert into t;"), "INSERT  INTO t(a) VALUES (1)", true),
            (.prefix("INSERT INTO t"), "INSERT INTO t", true),
            (.prefix("INSERT INTO t"), "INSERT INTO t2", false),
            (.prefix("INSERT INTO t"), "INSERT INTO", false),
            (.prefix(""), "SELECT 1", true),
            (.containing("people"), "SELECT 1 FROM people WHERE 1", true),
            (.containing("from people"), "SELECT 1 FROM  people", true),
            (.containing("people"), "SELECT 1 FROM peoples", false),
            (.containing("people"), "SELECT 'people' -- people", false),
            (.containing("a c"), "a b c", false), (.containing("a a b"), "a a a b", true),
            (.containing(""), "SELECT 1", true), (.containing("x"), "", false),
            (.regex(#"FROM\s+\w+"#), "SELECT 1 FROM \n t", true),
            (.regex("^FROM"), "SELECT 1 FROM t", false),
            (.regex("("), "(", false),
            (.any, "", true), (.any, "SELECT 1", true),
            (.where("it is short") { $0.count < 9 }, "SELECT 1", true),
            (.where("it is short") { $0.count < 9 }, "SELECT 12", false),
        ]
        for (pattern, sql, expected) in table {
            #expect(pattern.matches(sql) == expected, "\(pattern): \(sql)")
        }
    }

    @Test("An SQL pattern describes itself")
    func words() {
        let table: [(SQLPattern, String?, String)] = [
            ("SELECT  1", "SELECT  1", "SELECT  1"),
            (.exact("SELECT 1"), "SELECT 1", "exactly `SELECT 1`"),
            (.prefix("SELECT"), nil, "SQL that begins with `SELECT`"),
            (.containing("t"), nil, "SQL that contains `t`"),
            (.regex("a+"), nil, "SQL that matches /a+/"),
            (.any, nil, "any SQL"),
            (.where("it is short") { _ in true }, nil, "SQL where it is short"),
        ]
        for (pattern, text, description) in table {
            #expect(pattern.text == text)
            #expect("\(pattern)" == description)
        }
    }

    @Test("The description of an invalid regular expression contains the reason")
    func badRegex() {
        let description = SQLPattern.regex("(").description
        #expect(description.hasPrefix("nothing, as /(/ is not a regular expression ("))
        #expect(description.contains("expected ')'"))
    }
}
