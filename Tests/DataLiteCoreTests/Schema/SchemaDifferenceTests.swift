import DataLiteCore
import Testing

@Suite("Differences of schemas")
struct SchemaDifferenceTests {
    private func schema(_ script: String) throws -> DatabaseSchema {
        let db = try Connection(location: .inMemory)
        try db.execute(script: script)
        return try db.schema
    }

    private func differences(_ found: String, _ expected: String) throws -> [String] {
        try schema("CREATE TABLE t(\(found))")
            .differences(from: schema("CREATE TABLE t(\(expected))"))
            .map(\.description)
    }

    @Test(
        "Constraints that handle conflicts in another way are a difference",
        arguments: [
            ("a UNIQUE ON CONFLICT REPLACE", "a UNIQUE", "UNIQUE (a) ON CONFLICT REPLACE"),
            (
                "A INT, b, CONSTRAINT u UNIQUE (b, \"A\") ON CONFLICT IGNORE",
                "a, b, UNIQUE (a, b)",
                "UNIQUE (a, b) ON CONFLICT IGNORE"
            ),
            (
                "a DEFAULT 1 CONSTRAINT n NOT NULL ON CONFLICT FAIL CHECK (a > 0)",
                "a NOT NULL CHECK (a > 0) DEFAULT 1", "NOT NULL (a) ON CONFLICT FAIL"
            ),
            (
                "id INTEGER PRIMARY KEY ON CONFLICT ROLLBACK", "id INTEGER PRIMARY KEY",
                "PRIMARY KEY (id) ON CONFLICT ROLLBACK"
            ),
            (
                "conflict TEXT, PRIMARY KEY (conflict) on conflict replace",
                "conflict TEXT PRIMARY KEY ON CONFLICT IGNORE",
                "PRIMARY KEY (conflict) ON CONFLICT REPLACE"
            ),
        ])
    func conflicts(found: String, expected: String, clause: String) throws {
        #expect(
            try differences(found, expected)
                .contains("table \"t\": conflict clause \(clause) is not expected"))
        #expect(
            try differences(expected, found)
                .contains("table \"t\": conflict clause \(clause) is missing"))
    }

    @Test("A primary key that is not the rowid is a difference")
    func descending() throws {
        let (id, descending) = ("id INTEGER PRIMARY KEY", "id INTEGER PRIMARY KEY DESC")
        #expect(
            try differences(descending, id)
                == ["table \"t\": column \"id\" is not an alias of the rowid"])
        #expect(
            try differences(id, descending)
                == ["table \"t\": column \"id\" is an alias of the rowid"])
    }

    @Test(
        "A key that may be NULL is a difference from one that may not",
        arguments: [
            ("id TEXT PRIMARY KEY", "id TEXT NOT NULL PRIMARY KEY"),
            ("id INT, b, PRIMARY KEY (id, b)", "id INT NOT NULL, b, PRIMARY KEY (id, b)"),
        ])
    func nullableKeys(nullable: String, required: String) throws {
        let difference = "table \"t\": column \"id\""
        #expect(try differences(nullable, required) == ["\(difference) may be NULL"])
        #expect(try differences(required, nullable) == ["\(difference) is NOT NULL"])
        // These keys are never NULL.
        let same = try schema("CREATE TABLE t(\(nullable)) WITHOUT ROWID").differences(
            from: schema("CREATE TABLE t(\(required)) WITHOUT ROWID"))
        #expect(same.isEmpty)
        #expect(
            try differences("id INTEGER PRIMARY KEY", "id INTEGER NOT NULL PRIMARY KEY").isEmpty)
    }

    @Test(
        "A key with another collation is a difference",
        arguments: ["", " WITHOUT ROWID"])
    func collations(options: String) throws {
        func table(_ key: String) throws -> DatabaseSchema {
            try schema("CREATE TABLE t(a TEXT, b TEXT, \(key))\(options)")
        }
        let found = try table("PRIMARY KEY (a, b COLLATE NOCASE)")
        #expect(
            try found.differences(from: table("PRIMARY KEY (a, b)")).map(\.description) == [
                "table \"t\": the primary key is \"a\", \"b\" COLLATE nocase, expected \"a\", \"b\""
            ])
        #expect(
            try table("PRIMARY KEY (a), UNIQUE (b COLLATE RTRIM)")
                .differences(from: table("PRIMARY KEY (a), UNIQUE (b)")).count == 2)
    }

    @Test("A default with another value is a difference")
    func defaults() throws {
        for pair in [("'TRUE'", "TRUE"), ("'x'", "'X'"), ("TRUE", "0"), ("0", "NULL")] {
            #expect(try differences("a DEFAULT \(pair.0)", "a DEFAULT \(pair.1)").count == 1)
        }
    }

    @Test(
        "Spellings with the same meaning are no difference",
        arguments: [
            ("a UNIQUE ON CONFLICT ABORT", "a UNIQUE"),
            ("a NULL ON CONFLICT IGNORE", "a"),
            ("a, CHECK (a > 0) ON CONFLICT IGNORE", "a CHECK (a > 0)"),
            ("a UNIQUE ON CONFLICT REPLACE", "a, UNIQUE ([A]) ON CONFLICT REPLACE"),
            (
                "a TEXT COLLATE NOCASE PRIMARY KEY",
                "a TEXT COLLATE NOCASE, PRIMARY KEY (a COLLATE NOCASE)"
            ),
            ("a DEFAULT FALSE, b DEFAULT true", "a DEFAULT 0, b DEFAULT (1)"),
            ("a DEFAULT NULL", "a"),
            ("a UNIQUE, UNIQUE (a) ON CONFLICT REPLACE", "a UNIQUE ON CONFLICT REPLACE"),
        ])
    func same(found: String, expected: String) throws {
        #expect(try differences(found, expected) == [])
        #expect(try differences(expected, found) == [])
    }

    @Test(
        "Other ways to write the same are not a difference",
        arguments: [
            ("CREATE TABLE t(a INT) STRICT", "CREATE TABLE t(a INTEGER) STRICT"),
            ("CREATE TABLE t(a DEFAULT x'AB')", "CREATE TABLE t(a DEFAULT X'ab')"),
            ("CREATE TABLE t(a CHECK (a <> x'AB'))", "CREATE TABLE t(a CHECK (a <> X'ab'))"),
            ("CREATE TABLE t(a DEFAULT \"it's\")", "CREATE TABLE t(a DEFAULT 'it''s')"),
            ("CREATE TABLE t(a DEFAULT x)", "CREATE TABLE t(a DEFAULT 'x')"),
            (
                "CREATE TABLE t(a DEFAULT current_time)",
                "CREATE TABLE t(a DEFAULT CURRENT_TIME)"
            ),
            (
                "CREATE TABLE t(a); CREATE TRIGGER r INSERT ON t BEGIN SELECT 1; END",
                "CREATE TABLE t(a); CREATE TRIGGER r INSERT ON t FOR EACH ROW BEGIN SELECT 1; END"
            ),
        ])
    func otherForms(found: String, expected: String) throws {
        #expect(try schema(found).differences(from: schema(expected)) == [])
    }

    @Test(
        "Strings in defaults differ in their case, and from keywords",
        arguments: [
            ("a DEFAULT \"X\"", "a DEFAULT \"x\""), ("a DEFAULT x", "a DEFAULT X"),
            ("a DEFAULT 'true'", "a DEFAULT true"),
            ("a DEFAULT 'current_time'", "a DEFAULT current_time"),
        ])
    func strings(found: String, expected: String) throws {
        #expect(try differences(found, expected).count == 1)
    }
}
