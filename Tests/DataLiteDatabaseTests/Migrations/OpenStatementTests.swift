import DataLiteDatabase
import Testing

@Suite struct `A migration that keeps a statement open` {
    /// A migrator whose second migration keeps the first row of a statement.
    private func migrator(_ sql: String, _ kept: Shared<[UncheckedStatement]>) -> Migrator {
        var migrator = Migrator()
        migrator.add("one", sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        migrator.add("two") { db in
            let statement = try db.prepare(sql: sql)
            _ = try statement.step()
            kept.change { $0.append(UncheckedStatement(statement: statement)) }
        }
        migrator.add("three", sql: "DROP TABLE t")
        return migrator
    }

    // SAFETY: the test uses it on one thread.
    private struct UncheckedStatement: @unchecked Sendable {
        let statement: any StatementProtocol
    }

    @Test(arguments: ["SELECT x FROM t", "INSERT INTO t VALUES (3), (4) RETURNING x"])
    func `The migration commits, and the next one is not blocked`(sql: String) throws {
        let connection = try memory()
        let kept = Shared<[UncheckedStatement]>([])
        #expect(try migrator(sql, kept).migrate(connection) == ["one", "two", "three"])
        #expect(throws: SQLiteError.self) { try kept.current[0].statement.step() }
    }

    @Test func `A statement that was running before keeps running`() throws {
        let connection = try memory()
        try connection.execute(script: "CREATE TABLE u(x); INSERT INTO u VALUES (1), (2)")
        let statement = try connection.prepare(sql: "SELECT x FROM u")
        #expect(try statement.step())
        var migrator = Migrator()
        migrator.add("one", sql: "CREATE TABLE t(x)")
        try migrator.migrate(connection)
        #expect(try statement.step())
    }
}
