import Testing

@testable import DataLiteCheck

@Suite("A comment that suppresses a finding")
struct SuppressionTests {
    @Test("A comment suppresses only the errors of its kind")
    func oneKind() throws {
        let source = #"""
            // datalite:ignore(no-such-column): a plug-in adds it
            try db.rows("SELECT nme FROM artists; SELECT 1")
            """#
        let report = try report(source)
        #expect(
            report.lines(verbose: true) == [
                "a.swift:2:39: error: unexpected text after the first statement",
                "a.swift:2:21: note: skipped: datalite:ignore(no-such-column)",
            ])
        #expect(report.errorCount == 1)
        #expect(report.skippedCount == 1)
    }

    @Test(
        "A comment suppresses several kinds of errors",
        arguments: [
            "datalite:ignore(no-such-column,several-statements)",
            "datalite:ignore( several-statements , no-such-column )",
            "datalite:ignore(no-such-column) datalite:ignore",
        ])
    func severalKinds(comment: String) throws {
        let source = #"try db.rows("SELECT nme FROM artists; SELECT 1")  // "#
        // The last comment is a reason.
        let count = comment.hasSuffix("ignore") ? 1 : 0
        #expect(try errors(source + comment).count == count)
    }

    @Test(
        "A comment can suppress each kind of error",
        arguments: [
            ("SELECT * FROM songs", Rule.noSuchTable), ("SELECT nme FROM artists", .noSuchColumn),
            ("INSERT INTO artists(nme) VALUES (1)", .noSuchColumn), ("SELECT f()", .noSuchFunction),
            ("SELECT 1 FROM artists ORDER BY name COLLATE c", .noSuchCollation),
            ("SELECT abs()", .argumentCount),
            ("SELECT FROM", .syntax), ("SELECT ?", .valueCount), ("SELECT '\\(x)'", .quotedValue),
            ("SELECT 1; SELECT 2", .severalStatements), ("DELETE FROM titles", .sqlite),
        ])
    func kinds(sql: String, rule: Rule) throws {
        let source = "try db.rows(\"\(sql)\")"
        #expect(try report(source).entries.map(\.rule) == [rule])
        #expect(try errors("// datalite:ignore(\(rule.rawValue))\n" + source) == [])
        let other = Rule.allCases.first { $0 != rule } ?? .sqlite
        #expect(try errors("// datalite:ignore(\(other.rawValue))\n" + source).count == 1)
    }

    @Test("A comment that names an unknown kind is an error")
    func unknown() throws {
        #expect(
            try errors(
                #"try db.rows("SELECT name FROM artists") // datalite:ignore(no-such-colum)"#) == [
                    "a.swift:1:41: error: datalite:ignore names the unknown rule 'no-such-colum'"
                ])
    }
}
