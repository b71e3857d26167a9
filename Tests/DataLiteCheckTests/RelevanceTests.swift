import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteCheck

@Suite("A file that need not be parsed")
struct RelevanceTests {
    private func isRelevant(_ text: String) throws -> Bool {
        try withTemporaryDirectory { directory in
            let path = directory + "/a.swift"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return try SourceText(path: path).isRelevant
        }
    }

    @Test(
        "A file without SQL and SQL names is not parsed",
        arguments: [
            "", "struct Point { var x = 0 }", "let rows = table.rows(at: 3)", "get(1)", "execute()",
            #"print("SELECT 1")"#, "rows", "value(",
        ])
    func irrelevant(text: String) throws {
        #expect(try !isRelevant(text))
    }

    @Test(
        "A file with SQL or SQL names is parsed",
        arguments: [
            #"db.rows("SELECT 1")"#, "db.rows (\n  \"SELECT 1\")", ##"get(#"SELECT 1"#)"##,
            #"rows(/* all */ "SELECT 1")"#, #"rows/**/("SELECT 1")"#, #"x(sql: "SELECT 1")"#,
            "#sql(\"1\")",
            #"let a: SQL = "SELECT 1""#, #"a("SELECT 1" as SQLFragment)"#, #"SQLQuery("SELECT 1")"#,
            #"execute(script: "SELECT 1")"#, #"db.statements(in: "SELECT 1")"#,
            "@Table struct A {}",
            "@DatabaseFunction func f() -> Int { 0 }", #"db.add(function: "f") { 1 }"#,
            #"db.add(aggregate: "f")"#, #"db.add(window: "f")"#, #"db.add(collation: "c")"#,
            #"Collation("c")"#, #"class F: Function.Scalar {}"#, "Function.Regexp.self",
        ])
    func relevant(text: String) throws {
        #expect(try isRelevant(text))
    }
}
