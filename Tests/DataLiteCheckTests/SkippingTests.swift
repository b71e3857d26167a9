import Testing

@testable import DataLiteCheck

@Suite("SQL that is not checked")
struct SkippingTests {
    @Test(
        "Skipped SQL is listed with the reason",
        arguments: [
            (#"try db.rows("SELECT * FROM \(raw: name)")"#, "1:13", "known only when"),
            (#"try db.rows("SELECT * FROM \(sql: part)")"#, "1:13", "known only when"),
            (#"try db.rows(sql: "SELECT * FROM \(name)")"#, "1:18", "known only when"),
            (#"try db.rows("SELECT \(identifier: name) FROM t")"#, "1:13", "name of name"),
            (#"try db.rows("SELECT * FROM artists \(part)")"#, "1:14", "part of the statement"),
            (#"try db.rows("SELECT * FROM (\(query))")"#, "1:14", "part of the statement"),
            (
                #"try db.execute("INSERT INTO artists VALUES (\(v.joined(separator: ", ")))")"#,
                "1:17", "inserts a list"
            ),
            (#"try db.rows(sql: query)"#, "1:18", "not a literal"),
            (#"_ = #sql("length(name)", as: Int.self)"#, "1:10", "a part of a statement"),
            (#"_ = #sql("replace(nme, 'a', 'b')")"#, "1:10", "a part of a statement"),
            (#"let condition: SQL = "nme = 1""#, "1:22", "a part of a statement"),
            (#"try db.execute("PRAGMA foreign_keys = ON")"#, "1:17", "pragmas"),
            (#"try db.rows("SELECT * FROM other.t")"#, "1:14", "other is attached"),
        ])
    func reasons(source: String, place: String, reason: String) throws {
        let lines = try skipped(source)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("a.swift:\(place): note: skipped: ") == true)
        #expect(lines.first?.contains(reason) == true)
    }

    @Test("SQL for another library is ignored")
    func otherCalls() throws {
        let report = try report(
            #"""
            let name = defaults.value("name")
            try shell.run("SELECT nme FROM artists")
            print("SELECT nme FROM artists")
            SQLExpression<Int>(sql: "nme")
            let text = "SELECT nme FROM artists"
            """#)
        #expect(report == CheckReport(fileCount: 1))
    }

    @Test("An inserted part is checked with the whole text")
    func inserted() throws {
        let report = try report(
            #"_ = #sql("SELECT * FROM artists WHERE \(#sql("id IN (SELECT artistID FROM albums)"))")"#
        )
        #expect(report == CheckReport(statementCount: 1, fileCount: 1))
        #expect(
            try errors(#"_ = #sql("SELECT * FROM artists WHERE \(#sql("nme = 1"))")"#)
                == ["a.swift:1:47: error: no such column: nme"])
    }

    @Test(
        "A comment exempts SQL",
        arguments: [
            #"try db.rows("SELECT nme FROM artists")  // datalite:ignore"#,
            #"try db.rows("SELECT nme FROM artists") /* datalite:ignore: made by a plug-in */"#,
            """
            // datalite:ignore
            try db.rows("SELECT nme FROM artists")
            """,
            """
            // datalite:ignore
            try db.rows(
                sql: "SELECT nme FROM artists")
            """,
            #"""
            try db.rows(
                """
                SELECT nme
                FROM artists
                """)  // datalite:ignore
            """#,
        ])
    func exempt(source: String) throws {
        let lines = try skipped(source)
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix(": note: skipped: datalite:ignore") == true)
    }

    @Test("A comment elsewhere does not exempt SQL")
    func otherLines() throws {
        let source = """
            // datalite:ignore

            try db.rows("SELECT nme FROM artists")
            try db.rows("SELECT 'datalite:ignore', nme FROM artists")

            // datalite:ignore
            """
        #expect(try errors(source).count == 2)
    }
}

@Suite("A statement that changes the schema")
struct SchemaChangeTests {
    @Test(
        "A schema change that does not match the schema is not an error",
        arguments: [
            "CREATE TABLE artists(id)", "CREATE TABLE songs(id REFERENCES none)",
            "CREATE INDEX i ON songs(nme)", "CREATE INDEX i ON artists(nme)", "DROP TABLE songs",
            "CREATE VIEW titles AS SELECT 1", "CREATE VIEW v AS SELECT nme FROM songs",
            "ALTER TABLE songs ADD COLUMN x", "ALTER TABLE artists DROP COLUMN nme",
            "CREATE TABLE copy AS SELECT * FROM songs", "DROP INDEX i", "REINDEX songs", "VACUUM",
            "CREATE TRIGGER t AFTER INSERT ON songs BEGIN SELECT 1; END",
        ])
    func lenient(sql: String) throws {
        let report = try report("try db.execute(script: \"\(sql)\")")
        #expect(report == CheckReport(statementCount: 1, fileCount: 1))
    }

    @Test(
        "Errors that do not depend on the schema are reported",
        arguments: [
            ("CREATE TABLE artists(id,)", 49, #"near ")": syntax error"#),
            ("CREATE TABLE songs(id, id)", 25, "duplicate column name: id"),
            ("ALTER TABLE artists ADD COLUMN", 55, "incomplete input"),
            (
                "CREATE TRIGGER t AFTER INSERT ON artists BEGIN SELCT 1; END", 72,
                #"near "SELCT": syntax error"#
            ),
        ])
    func wrong(sql: String, column: Int, message: String) throws {
        #expect(
            try errors("try db.execute(script: \"\(sql)\")")
                == ["a.swift:1:\(column): error: \(message)"])
    }

    @Test("Later statements can use the tables that a statement creates")
    func createdTables() throws {
        let source = #"""
            try db.execute("CREATE TEMP TABLE recent(id)")
            try db.rows("SELECT * FROM recent JOIN artists USING (id)")
            try db.execute(script: "CREATE TABLE main.draft(id); INSERT INTO draft VALUES (1)")
            """#
        #expect(
            try skipped(source).map { $0.dropFirst("a.swift:".count) } == [
                "2:14: note: skipped: the table recent is created by the program",
                "3:54: note: skipped: the table draft is created by the program",
            ])
        #expect(
            try errors(#"try db.rows("SELECT * FROM draft")"# + "\n" + source).count == 1)
    }

    @Test("Statements in the sources are not run")
    func notRun() throws {
        let source = #"""
            try db.execute(script: "DROP TABLE artists; DELETE FROM albums; PRAGMA query_only = 1")
            try db.rows("SELECT name FROM artists")
            """#
        #expect(try errors(source) == [])
    }
}
