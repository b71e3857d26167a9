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

    @Test("forgets the changes that a rollback takes back")
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

    @Test("forgets the changes that a fatal error takes back")
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

    @Test("writes no file")
    func vacuum() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let mock = try Self.mock()
        try mock.execute("VACUUM INTO \(path)")
        try mock.execute(sql: "VACUUM INTO '\(path)'")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("checks what is expected with the changes that are expected before it")
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

    @Test("leaves a database that is spied on to speak for itself")
    func spy() throws {
        let mock = try MockConnection.spy()
        try mock.check(against: "CREATE TABLE u(a)")
        try mock.execute(sql: "CREATE TABLE t(a); DELETE FROM t")
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM u") }
    }
}
