import DataLiteCore
import Testing

@Suite("A rollback that is deferred until a statement has ended")
struct DeferredRollbackTests {
    let connection: Connection

    init() throws { connection = try Connection.sample() }

    /// A function whose transaction is interrupted, so that its rollback cannot run yet.
    private func addInterrupted(
        _ body: @escaping (Connection) throws -> Void
    ) throws {
        try connection.add(function: "interrupted", argc: 0) { [unowned connection] _ in
            try? body(connection)
            return 1
        }
    }

    @Test("is performed when the statement is released in the middle of its run")
    func releasedStatement() throws {
        try addInterrupted { connection in
            try connection.transaction(.deferred) {
                try connection.execute("DELETE FROM t")
                connection.interrupt()
                throw Refused()
            }
        }
        do {
            let statement = try connection.prepare(
                sql: "SELECT interrupted() UNION ALL SELECT 2")
            _ = try? statement.step()
        }
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(try connection.ids() == [2, 3])
    }

    @Test("undoes the outer transaction too, when its savepoint could not be rolled back")
    func nested() throws {
        try addInterrupted { connection in
            try connection.transaction(.deferred) {
                try connection.execute("DELETE FROM t WHERE id = 1")
                try connection.savepoint {
                    try connection.execute("DELETE FROM t WHERE id = 2")
                    connection.interrupt()
                    throw Refused()
                }
            }
        }
        _ = try? connection.rows("SELECT interrupted() FROM t")
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
        try connection.transaction { try connection.execute("DELETE FROM t WHERE id = 3") }
        #expect(try connection.ids() == [1, 2])
    }

    @Test("undoes two nested savepoints, and nothing in the transaction around them")
    func savepoints() throws {
        try addInterrupted { connection in
            try connection.savepoint {
                try connection.execute("DELETE FROM t WHERE id = 1")
                try connection.savepoint {
                    try connection.execute("DELETE FROM t WHERE id = 2")
                    connection.interrupt()
                    throw Refused()
                }
            }
        }
        try connection.transaction {
            try connection.execute("DELETE FROM t WHERE id = 3")
            _ = try? connection.value("SELECT interrupted()", as: Int.self)
        }
        #expect(try connection.ids() == [1, 2])
    }
}
