import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("Checking against a schema")
struct CheckingTests {
    private struct Refusal: Error {}

    private static func mock() throws -> MockConnection {
        let mock = MockConnection { _ in .done }
        try mock.check(against: "CREATE TABLE u(a)")
        return mock
    }

    @Test("A rollback undoes changes to the checked schema")
    func rollback() throws {
        let mock = try Self.mock()
        #expect(throws: Refusal.self) {
            try mock.transaction {
                try mock.execute("CREATE TABLE t(a)")
                try mock.execute("DELETE FROM t")
                throw Refusal()
            }
        }
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
        try mock.transaction { try mock.execute("CREATE TABLE t(a)") }
        try mock.execute("DELETE FROM t")
    }

    @Test("A fatal error undoes changes to the checked schema")
    func fatal() throws {
        let mock = try Self.mock()
        mock.fail(.step, .prefix("DELETE"), with: .full)
        #expect(throws: SQLiteError.self) {
            try mock.transaction {
                try mock.execute("CREATE TABLE t(a)")
                try mock.execute("DELETE FROM t")
            }
        }
        try mock.execute("CREATE TABLE t(a)")
    }

    @Test("Checking VACUUM INTO writes no file")
    func vacuum() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let mock = try Self.mock()
        try mock.execute("VACUUM INTO \(path)")
        try mock.execute(sql: "VACUUM INTO '\(path)'")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("An expected statement is checked after the expected changes before it")
    func migration() throws {
        let mock = MockConnection()
        try mock.check(against: "")
        mock.expectExecute("CREATE TABLE t(a)")
        mock.expectExecute("ALTER TABLE t ADD COLUMN b")
        mock.expectExecute("INSERT INTO t(a, b) VALUES (1, 2)")
        mock.expectExecute("DELETE FROM elsewhere").optional()
        try mock.execute("CREATE TABLE t(a)")
        try mock.execute("ALTER TABLE t ADD COLUMN b")
        try mock.execute("INSERT INTO t(a, b) VALUES (1, 2)")
        #expect(mock.problems.count == 1)
        #expect(mock.problems.first?.hasSuffix("no such table: elsewhere") == true)
    }

    @Test("The underlying database of a spy checks the SQL")
    func spy() throws {
        let mock = try MockConnection.spy()
        try mock.check(against: "CREATE TABLE u(a)")
        try mock.execute(sql: "CREATE TABLE t(a); DELETE FROM t")
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM u") }
    }

    private static let tables = """
        CREATE TABLE jobs(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size INTEGER CHECK (size > 0),
            parent INTEGER REFERENCES jobs);
        CREATE TABLE exact(n INTEGER) STRICT;
        CREATE TABLE watched(a NOT NULL);
        CREATE TRIGGER watch BEFORE INSERT ON watched BEGIN
            INSERT INTO jobs(name) SELECT NULL;
        END;
        """

    private static let violations: [(String, ResultCode)] = [
        ("INSERT INTO jobs(name) VALUES (NULL)", .constraintNotNull),
        ("REPLACE INTO jobs(name, size) VALUES ('a', 0)", .constraintCheck),
        ("INSERT INTO jobs(id, name) VALUES ('x', 'a')", .mismatch),
        ("INSERT INTO main.exact VALUES ('x')", .constraintDataType),
    ]

    @Test("Constraints that fail for any existing rows are reported", arguments: violations)
    func constraints(sql: String, code: ResultCode) throws {
        let mock = MockConnection { _ in .changes(1) }
        try mock.check(against: Self.tables)
        let error = #expect(throws: SQLiteError.self) { try mock.execute(sql: sql) }
        #expect(error?.resultCode == code)
    }

    @Test("Constraint checks bind the parameters of the call")
    func boundConstraints() throws {
        let mock = MockConnection { _ in .changes(1) }
        try mock.check(against: Self.tables)
        let name: String? = nil
        try mock.execute("INSERT INTO jobs(name) VALUES (\("report"))")
        #expect(throws: SQLiteError.self) {
            try mock.execute("INSERT INTO jobs(name) VALUES (\(name))")
        }
    }

    @Test("A failed constraint with OR ROLLBACK ends the transaction")
    func constraintRollback() throws {
        let mock = MockConnection { _ in .done }
        try mock.check(against: Self.tables)
        try mock.beginTransaction()
        try mock.execute("CREATE TABLE later(a)")
        #expect(throws: SQLiteError.self) {
            try mock.execute("INSERT OR ROLLBACK INTO jobs(name) VALUES (NULL)")
        }
        #expect(mock.isAutocommit)
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM later") }
    }

    @Test(
        "Constraints that depend on existing rows are not checked",
        arguments: [
            "INSERT INTO jobs(name, parent) VALUES ('a', 7)",
            "INSERT INTO jobs(name) VALUES ((SELECT name FROM jobs WHERE id = 1))",
            "INSERT INTO watched VALUES (1)", "INSERT OR IGNORE INTO jobs(name) VALUES (NULL)",
            "UPDATE jobs SET name = NULL",
        ])
    func unchecked(sql: String) throws {
        let mock = MockConnection { _ in .changes(1) }
        try mock.check(against: Self.tables)
        for _ in 1...2 { try mock.execute(sql: sql) }
    }

    @Test("Checking against a migrated connection leaves its rows unchanged")
    func migrated() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t(a NOT NULL); INSERT INTO t VALUES (1)")
        let mock = MockConnection { _ in .done }
        try mock.add(function: "twice", argc: 1) { args in args[0] }
        try mock.add(collation: "swedish") { lhs, rhs in lhs.compare(rhs) }
        mock.expectExecute("DELETE FROM nowhere").optional()
        try mock.check(against: connection)
        #expect(mock.problems.count == 1)
        try mock.execute("INSERT INTO t VALUES (twice(\(2)))")
        try mock.execute("DELETE FROM t WHERE a = 'x' COLLATE swedish")
        #expect(throws: SQLiteError.self) { try mock.execute("INSERT INTO t VALUES (NULL)") }
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM nowhere") }
        #expect(try connection.value("SELECT group_concat(a) FROM t") == "1")
        #expect(connection.isAutocommit)
    }
}
