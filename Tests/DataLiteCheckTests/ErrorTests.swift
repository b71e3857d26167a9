import Foundation
import Testing

@testable import DataLiteCheck

@Suite("An error in SQL")
struct ErrorTests {
    struct Case: CustomTestStringConvertible {
        let source: String
        /// `line:column: message`
        let expected: String

        init(_ source: String, _ expected: String) {
            self.source = source
            self.expected = expected
        }

        var testDescription: String { source }
    }

    private static let wrongTexts = [
        Case(
            #"try db.rows("SELECT nme FROM artists")"#,
            "1:21: no such column: nme"),
        Case(
            ##"try db.rows(#"SELECT "nme" FROM artists"#)"##,
            #"1:22: no such column: nme"#),
        Case(
            #"try db.rows("SELECT \"nme\" FROM artists")"#,
            #"1:21: no such column: nme"#),
        Case(
            #"try db.rows("SELECT '\u{e9}\t', nme FROM artists")"#,
            "1:33: no such column: nme"),
        Case(
            #"try db.rows("SELECT 'é', nme FROM artists")"#,
            "1:27: no such column: nme"),
        Case(
            #"""
            try db.rows(
                """
                SELECT id,
                  nme
                FROM artists
                """)
            """#,
            "4:7: no such column: nme"),
        Case(
            #"""
            try db.rows(
                """
                SELECT id, \
                nme FROM artists
                """)
            """#,
            "4:5: no such column: nme"),
        Case(
            ##"""
            try db.rows(
                #"""
                SELECT '\n',
                       nme FROM artists
                """#)
            """##,
            "4:12: no such column: nme"),
        Case(
            #"try db.rows("SELECT \(1 + 2), nme FROM artists WHERE id = \(id)")"#,
            "1:31: no such column: nme"),
        Case(
            #"try db.rows("SELECT * FROM artists WHERE id IN \(list: ids) AND nme = 1")"#,
            "1:65: no such column: nme"),
        Case(
            #"try db.rows("SELECT * FROM \(raw: "artists") WHERE nme = 1")"#,
            "1:52: no such column: nme"),
        Case(
            #"try db.rows("SELECT * FROM \(identifier: "artists") WHERE nme = 1")"#,
            "1:59: no such column: nme"),
        Case(
            #"try db.rows("SELECT * FROM songs, artists")"#,
            "1:28: no such table: songs"),
        Case(
            #"try db.rows("SELECT songs.id FROM songs")"#,
            "1:35: no such table: songs"),
        Case(
            #"try db.rows("SELECT songs FROM main . songs")"#,
            "1:39: no such table: main.songs"),
        Case(
            #"try db.rows("SELECT lenght(name) FROM artists")"#,
            "1:21: no such function: lenght"),
        Case(
            #"try db.rows("SELECT name FROM artists ORDER BY name COLLATE swedish")"#,
            "1:61: no such collation sequence: swedish"),
        Case(
            #"try db.rows("SELECT * FORM artists")"#,
            #"1:23: near "FORM": syntax error"#),
        Case(
            #"try db.rows("SELECT * FROM artists WHERE ")"#,
            "1:41: incomplete input"),
        Case(
            #"try db.execute("INSERT INTO artists VALUES (1)")"#,
            "1:17: table artists has 2 columns but 1 values were supplied"),
        Case(
            #"try db.execute("INSERT INTO artists(id, nme) VALUES (1, 2)")"#,
            "1:41: table artists has no column named nme"),
        Case(
            #"try db.execute("UPDATE artists SET nme = 'x'")"#,
            "1:36: no such column: nme"),
        Case(
            #"try db.execute("DELETE FROM artists; DELETE FROM albums")"#,
            "1:38: unexpected text after the first statement"),
        Case(
            #"try db.execute("DELETE FROM titles")"#,
            "1:17: cannot modify titles because it is a view"),
        Case(#"try db.rows(sql: " -- nothing")"#, "1:19: the text contains no statement"),
    ]

    @Test("An SQL error is reported at its position in the literal", arguments: wrongTexts)
    func positions(_ test: Case) throws {
        let (place, message) = test.parts
        // Newer versions of SQLite add a hint to the error of a quoted name.
        let found = try errors(test.source).map {
            $0.replacingOccurrences(
                of: #""nme" - should this be a string literal in single-quotes?"#, with: "nme")
        }
        #expect(found == ["a.swift:\(place): error: \(message)"])
    }

    private static let calls = [
        Case(#"try #sql("SELECT nme FROM artists").execute(db)"#, "1:18"),
        Case(#"let q = #sql("SELECT nme FROM artists", as: String.self)"#, "1:22"),
        Case(#"func f() { #sql("SELECT nme FROM artists") }"#, "1:25"),
        Case(#"_ = try db.execute(sql: "SELECT nme FROM artists")"#, "1:33"),
        Case(#"_ = try db.execute(script: "SELECT 1; SELECT nme FROM artists")"#, "1:46"),
        Case(#"_ = try execute("SELECT nme FROM artists")"#, "1:25"),
        Case(#"_ = try db.row("SELECT nme FROM artists", as: Int.self)"#, "1:24"),
        Case(#"_ = try db.value("SELECT nme FROM artists") as Int?"#, "1:26"),
        Case(#"_ = try db.cursor("SELECT nme FROM artists")"#, "1:27"),
        Case(#"try db.requiredRow("SELECT nme FROM artists")"#, "1:28"),
        Case(#"_ = try db.prepare(sql: "SELECT nme FROM artists WHERE id = ?")"#, "1:33"),
        Case(#"let script = db.statements(in: "SELECT 1; SELECT nme FROM artists")"#, "1:50"),
        Case(#"try db.exec("SELECT 1; SELECT nme FROM artists", params: 1)"#, "1:31"),
        Case(#"_ = try db.query(sql: "SELECT nme FROM artists") as [Artist]"#, "1:31"),
        Case(#"_ = try db.get("SELECT nme FROM artists") as Artist"#, "1:24"),
        Case(#"_ = try db.getOptional("SELECT nme FROM artists", as: Int.self)"#, "1:32"),
        Case(#"_ = try db.queryString("SELECT nme FROM artists")"#, "1:32"),
        Case(#"let query: SQL = "SELECT nme FROM artists""#, "1:26"),
        Case(#"let query: DataLiteCore.SQL = "SELECT nme FROM artists""#, "1:39"),
        Case(#"run("SELECT nme FROM artists" as SQLFragment)"#, "1:13"),
        Case(#"run(SQL("SELECT nme FROM artists"))"#, "1:17"),
        Case(#"run(SQL(raw: "SELECT nme FROM artists"))"#, "1:22"),
        Case(#"run(SQLQuery("SELECT nme FROM artists", as: Int.self))"#, "1:22"),
        Case(#"report(sql: "SELECT nme FROM artists")"#, "1:21"),
    ]

    @Test("An error is found in each call that takes SQL", arguments: calls)
    func places(_ test: Case) throws {
        #expect(
            try errors(test.source) == ["a.swift:\(test.expected): error: no such column: nme"])
    }

    private static let wrongValues = [
        Case(
            #"try db.rows(sql: "SELECT ?, ?", 1)"#,
            "1:29: the statement has 2 parameters, but the call passes 1 value"),
        Case(
            #"try db.rows(sql: "SELECT ?", x, y)"#,
            "1:26: the statement has 1 parameter, but the call passes 2 values"),
        Case(
            #"try db.rows(sql: "SELECT ?", [1, 2])"#,
            "1:26: the statement has 1 parameter, but the call passes 2 values"),
        Case(
            #"try db.value(sql: "SELECT ?", as: Int.self)"#,
            "1:27: the statement has 1 parameter, but the call passes 0 values"),
        Case(
            #"try db.execute(sql: "SELECT 1; SELECT :a")"#,
            "1:39: the statement has 1 parameter, but the call passes 0 values"),
        Case(
            #"try db.rows(sql: "SELECT :a, :b", ["a": 1])"#,
            "1:30: no value for parameter :b"),
        Case(
            #"try db.rows(sql: "SELECT :a", ["a": 1, "b": 2])"#,
            "1:19: the statement has no parameter :b"),
        Case(
            #"try db.rows("SELECT ?, \(1)")"#,
            "1:21: parameter '?' has no value: write the value as an interpolation"),
        Case(
            #"_ = #sql("SELECT :a")"#,
            "1:18: parameter ':a' has no value: write the value as an interpolation"),
    ]

    @Test("A wrong number of values is reported", arguments: wrongValues)
    func values(_ test: Case) throws {
        let (place, message) = test.parts
        #expect(try errors(test.source) == ["a.swift:\(place): error: \(message)"])
    }

    @Test(
        "Matching and unknown numbers of values are not reported",
        arguments: [
            #"try db.rows(sql: "SELECT ?, ?", 1, x)"#,
            #"try db.rows(sql: "SELECT ?, ?", values)"#,
            #"try db.rows(sql: "SELECT ?", arguments: values)"#,
            #"try db.rows(sql: "SELECT ?2", 1, 2)"#,
            #"try db.rows(sql: "SELECT :a, @a", ["a": 1])"#,
            #"try db.rows(sql: "SELECT :a", ["\(key)": 1])"#,
            #"try db.prepare(sql: "SELECT ?")"#,
            #"try db.exec("SELECT \(1), ?", params: 1)"#,
            #"try db.query(sql: "SELECT :a", params: point)"#,
        ])
    func correctValues(source: String) throws {
        #expect(try errors(source) == [])
    }

    @Test("Errors in each statement of a script are reported")
    func script() throws {
        let source = #"""
            try db.execute(
                sql: """
                    INSERT INTO artists VALUES (1, 'a;b');
                    SELECT nme FROM artists; -- a comment; with a semicolon
                    CREATE TRIGGER t AFTER INSERT ON albums BEGIN SELECT 1; SELECT 2; END;
                    SELECT titel FROM albums
                    """)
            """#
        let report = try report(source)
        #expect(
            report.lines(verbose: true) == [
                "a.swift:4:16: error: no such column: nme",
                "a.swift:6:16: error: no such column: titel",
            ])
        #expect(report.statementCount == 4)
    }
}

extension ErrorTests.Case {
    /// The position and the message.
    fileprivate var parts: (Substring, Substring) {
        guard let range = expected.firstRange(of: ": ") else { return (expected[...], "") }
        return (expected[..<range.lowerBound], expected[range.upperBound...])
    }
}
