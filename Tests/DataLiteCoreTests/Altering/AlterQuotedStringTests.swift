import DataLiteAltering
import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("A change of a table in a schema with strings in double quotes")
struct AlterQuotedStringTests {
    /// A file whose schema was made with such strings, opened without them.
    private func withFile(_ schema: String, _ body: (Connection) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/old.db"
            let old = try Connection(
                path: path, configuration: .init { $0.doubleQuotedStrings = [.dml, .ddl] })
            try old.execute(sql: schema)
            try old.close()
            try body(Connection(path: path))
        }
    }

    @Test(
        "names the setting and the object that has the string",
        arguments: [
            (#"CREATE TABLE t(a, n, k CHECK (k IN ("x", "y")))"#, "t"),
            (#"CREATE TABLE t(a, n, k AS (a || "x"))"#, "t"),
            (#"CREATE TABLE t(a, n, k); CREATE INDEX i ON t(k) WHERE k = "x""#, "i"),
            (#"CREATE TABLE t(a, n); CREATE VIEW v AS SELECT a, "x" AS y FROM t"#, "v"),
            (#"CREATE TABLE t(a, n); CREATE TABLE other(k CHECK (k <> "x"))"#, "other"),
        ])
    func explained(schema: String, name: String) throws {
        try withFile(schema) { connection in
            var changes: [() throws -> Void] = [
                { try connection.renameColumn("n", to: "m", in: "t") },
                { try connection.dropColumn("n", from: "t") },
                { try connection.renameTable("t", to: "u") },
            ]
            if ["t", "i"].contains(name) {
                changes.append {
                    try connection.alterTable("t") { $0.addColumn("z NOT NULL DEFAULT 1") }
                }
            }
            let before = try connection.schema
            for change in changes {
                let error = try failure { try change() }
                #expect(error.resultCode == .error)
                #expect(error.message.contains("no such column: "))
                #expect(
                    error.message.contains(
                        "\"\(name)\" uses it as a string in double quotes: write it in single quotes "
                            + "there, or set doubleQuotedStrings"), "\(error.message)")
                #expect(try connection.schema == before)
            }
        }
    }

    @Test("works with the setting")
    func allowed() throws {
        try withTemporaryDirectory { folder in
            let connection = try Connection(
                path: folder + "/a.db",
                configuration: .init { $0.doubleQuotedStrings = [.dml, .ddl] })
            try connection.execute(#"CREATE TABLE t(a, n, k CHECK (k IN ("x", "y")))"#)
            try connection.renameColumn("n", to: "m", in: "t")
            try connection.dropColumn("m", from: "t")
            try connection.alterTable("t") { $0.addColumn("z NOT NULL DEFAULT 1") }
            #expect(try connection.execute("INSERT INTO t(k) VALUES ('x')") == 1)
        }
    }

    @Test("does not explain the error of a column that is missing")
    func missing() throws {
        try withFile("CREATE TABLE t(a, n)") { connection in
            let error = try failure { try connection.dropColumn("x", from: "t") }
            #expect(!error.message.contains("doubleQuotedStrings"))
        }
    }
}
