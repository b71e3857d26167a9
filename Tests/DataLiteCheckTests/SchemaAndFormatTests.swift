import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The schemas and formats of the built datalite-check")
struct SchemaAndFormatTests {
    // MARK: - Schemas

    private static let twoSchemas = [
        "a.sql": "CREATE TABLE artists(name);", "b.sql": "CREATE TABLE albums(title);",
    ]

    @Test("A statement is checked with each of several schemas")
    func severalSchemas() throws {
        let source = #"""
            try db.rows("SELECT name FROM artists")
            try db.rows("SELECT title FROM albums")
            try db.rows("SELECT titel FROM albums")
            try db.rows("SELECT * FROM songs")
            """#
        let outcome = try CheckProcess.run(
            ["a.swift", "--schema", "a.sql", "--schema", "b.sql"],
            files: Self.twoSchemas.merging(["a.swift": source]) { $1 })
        #expect(
            outcome.output == """
                a.swift:3:21: error: no such column: titel
                a.swift:4:28: error: no such table: songs

                """)
    }

    @Test("Tables of attached databases with a schema are checked")
    func attached() throws {
        let source = #"""
            try db.rows("SELECT name, title FROM artists, archive.albums")
            try db.rows("SELECT titel FROM Archive.albums")
            try db.rows("SELECT * FROM archive.songs")
            try db.rows("SELECT * FROM other.songs")
            """#
        for schema in ["b.sql", "b.db", "migrations"] {
            let outcome = try CheckProcess.run(
                ["a.swift", "--schema", "a.sql", "--schema", "archive=\(schema)", "--verbose"],
                files: Self.twoSchemas.merging([
                    "a.swift": source, "migrations/1.sql": "CREATE TABLE albums(title);",
                ]) { $1 },
                prepare: { folder in
                    let connection = try Connection(path: folder + "/b.db")
                    try connection.execute("CREATE TABLE albums(title)")
                    try connection.close()
                })
            #expect(
                outcome.output == """
                    a.swift:2:21: error: no such column: titel
                    a.swift:3:36: error: no such table: archive.songs
                    a.swift:4:14: note: skipped: the database other is attached when the program runs

                    """, "\(outcome.errors)")
        }
    }

    @Test("The schema can be a folder of migrations")
    func migrations() throws {
        let outcome = try CheckProcess.run(
            ["a.swift", "--schema", "migrations"],
            files: [
                "a.swift": #"try db.rows("SELECT name, nme, age FROM artists")"#,
                "migrations/10 age.sql": "ALTER TABLE artists ADD COLUMN age INT;",
                "migrations/2 artists.sql": "ALTER TABLE people RENAME TO artists;",
                "migrations/001.sql": "CREATE TABLE people(name);", "migrations/read.me": "",
            ])
        #expect(outcome.output == "a.swift:1:27: error: no such column: nme\n", "\(outcome.errors)")
    }

    @Test("An error in a migration is reported")
    func wrongMigration() throws {
        let outcome = try CheckProcess.run(
            ["a.swift", "--schema", "migrations"],
            files: ["a.swift": "", "migrations/1 a.sql": "CREATE TABLE a(b);\nDROP TABLE c;"])
        #expect(outcome.status == 66)
        #expect(
            outcome.errors == """
                datalite-check: cannot read the schema "migrations": 1 a.sql:2: no such table: c

                """)
    }

    // MARK: - Formats

    @Test("Findings are printed as JSON")
    func json() throws {
        let outcome = try CheckProcess.run(
            ["a.swift", "--schema", "a.sql", "--format", "json", "--verbose"],
            files: Self.twoSchemas.merging([
                "a.swift":
                    "try db.rows(\"SELECT 'é\u{202e}', nme FROM artists\")\ntry db.rows(sql: q)\n"
            ]) { $1 })
        #expect(outcome.status == 1)
        let json = try JSONDecoder().decode(JSONOutput.self, from: Data(outcome.output.utf8))
        #expect(
            json
                == JSONOutput(
                    findings: [
                        .init(
                            path: "a.swift", line: 1, column: 30, kind: "error",
                            rule: "no-such-column",
                            message: "no such column: nme"),
                        .init(
                            path: "a.swift", line: 2, column: 18, kind: "note", rule: nil,
                            message: "skipped: the text is not a literal"),
                    ], statements: 1, files: 1, errors: 1, skipped: 1))
    }

    private struct JSONOutput: Decodable, Equatable {
        struct Finding: Decodable, Equatable {
            var path: String
            var line: Int
            var column: Int
            var kind: String
            var rule: String?
            var message: String
        }

        var findings: [Finding]
        var statements: Int
        var files: Int
        var errors: Int
        var skipped: Int
    }

    @Test("Findings are printed as SARIF")
    func sarif() throws {
        let outcome = try CheckProcess.run(
            ["a b.swift", "--schema", "a.sql", "--format", "sarif"],
            files: Self.twoSchemas.merging([
                "a b.swift": "try db.rows(\"SELECT 'é', nme, \u{202e} FROM artists\")\n"
            ]) { $1 })
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("\u{202e}"))
        let root =
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(root?["version"] as? String == "2.1.0")
        let run = try #require((root?["runs"] as? [[String: Any]])?.first)
        let driver = (run["tool"] as? [String: [String: Any]])?["driver"]
        let rules = (driver?["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        #expect(rules.contains(result["ruleId"] as? String ?? ""))
        let location = (result["locations"] as? [[String: [String: [String: Any]]]])?.first?.first?
            .value
        #expect(location?["artifactLocation"]?["uri"] as? String == "a%20b.swift")
        #expect(location?["region"]?["startLine"] as? Int == 1)
        // The column in Unicode scalars: `é` is one scalar.
        #expect((location?["region"]?["startColumn"] as? Int ?? 0) >= 14)
    }

    @Test("A report without findings is printed as JSON")
    func emptyReports() throws {
        for format in ["json", "sarif"] {
            let outcome = try CheckProcess.run(
                ["a.swift", "--schema", "a.sql", "--format", format],
                files: Self.twoSchemas.merging(["a.swift": ""]) { $1 })
            #expect(outcome.status == 0)
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            }
        }
    }
}
