import DataLiteC
import DataLiteCore
import Testing

@Suite("A rollback that is deferred until a statement ends")
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

    @Test(
        "A deferred rollback is performed when the statement is released in the middle of its run")
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

    @Test("A deferred rollback undoes the outer transaction if its savepoint cannot be undone")
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

    @Test("A deferred rollback runs once even if a delegate that it calls releases a cursor")
    func cursorReleasedByDelegate() throws {
        final class Holder: ConnectionDelegate {
            var cursors: [Cursor<SQLiteRow>] = []
            func connectionDidRollback(_ connection: any ConnectionProtocol) { cursors = [] }
        }
        let holder = Holder()
        connection.add(delegate: holder)
        try addInterrupted { connection in
            for _ in 1...3 {
                holder.cursors.append(try connection.cursor("SELECT id FROM t"))
                try holder.cursors.last?.step()
            }
            try connection.transaction(.deferred) {
                try connection.execute("DELETE FROM t")
                connection.interrupt()
                throw Refused()
            }
        }
        _ = try? connection.value("SELECT interrupted()", as: Int.self)
        #expect(holder.cursors.isEmpty)
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test(
        "A rollback does not wait for a savepoint that the closure itself has ended",
        arguments: ["RELEASE s", "ROLLBACK TO s"], [false, true])
    func endedSavepoint(sql: String, isInterrupted: Bool) throws {
        try connection.execute(sql: "BEGIN; SAVEPOINT s")
        let cursor = try connection.cursor("SELECT id FROM t")
        try cursor.step()
        #expect(throws: Refused.self) {
            try connection.savepoint {
                try connection.execute("DELETE FROM t WHERE id = 1")
                try connection.execute(sql: sql)
                if isInterrupted { connection.interrupt() }
                throw Refused()
            }
        }
        try cursor.close()
        #expect(try connection.value("SELECT 1") == 1)
        try connection.rollbackTransaction()
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A deferred rollback runs after a statement that ends in the C interface")
    func foreignStatement() throws {
        try connection.withUnsafeHandle { pointer in
            var foreign: OpaquePointer?
            sqlite3_prepare_v2(pointer, "SELECT id FROM t", -1, &foreign, nil)
            sqlite3_step(foreign)
            #expect(throws: Refused.self) {
                try connection.transaction {
                    try connection.execute("DELETE FROM t")
                    connection.interrupt()
                    throw Refused()
                }
            }
            let error = try failure { try connection.execute("SELECT 1") }
            // The transaction is gone, but SQLite interrupts everything until its running statement ends.
            #expect(error.resultCode == .interrupt)
            #expect(connection.isAutocommit)
            sqlite3_finalize(foreign)
        }
        #expect(try connection.value("SELECT 1") == 1)
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A deferred rollback can be replaced by a rollback of the whole transaction")
    func explicitRollback() throws {
        try connection.beginTransaction()
        var foreign: OpaquePointer?
        // A savepoint is not released while a statement writes, and this one can only be ended in C.
        #expect(throws: Refused.self) {
            try connection.savepoint {
                try connection.withUnsafeHandle { pointer in
                    let sql = "INSERT INTO t(id) VALUES (8), (9) RETURNING id"
                    sqlite3_prepare_v2(pointer, sql, -1, &foreign, nil)
                    sqlite3_step(foreign)
                }
                throw Refused()
            }
        }
        let error = try failure { try connection.execute("SELECT 1") }
        #expect(error.resultCode == .abortRollback)
        try connection.rollbackTransaction()
        #expect(connection.isAutocommit)
        sqlite3_finalize(foreign)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A deferred rollback of a savepoint that cannot be undone rolls back the transaction")
    func refusedSavepoint() throws {
        // An authorizer of the C interface that allows no savepoint to be rolled back.
        func refuseRollbacks(_ refuses: Bool) throws {
            try connection.withUnsafeHandle { pointer in
                _ = sqlite3_set_authorizer(
                    pointer,
                    { _, action, operation, _, _, _ in
                        let isRollback = operation.map { String(cString: $0) } == "ROLLBACK"
                        return action == SQLITE_SAVEPOINT && isRollback ? SQLITE_DENY : SQLITE_OK
                    }, nil)
                if !refuses { sqlite3_set_authorizer(pointer, nil, nil) }
            }
        }
        let error = try failure {
            try connection.transaction {
                try connection.execute("DELETE FROM t WHERE id = 1")
                try refuseRollbacks(true)
                try? connection.savepoint {
                    try connection.execute("DELETE FROM t WHERE id = 2")
                    throw Refused()
                }
                try connection.execute("DELETE FROM t WHERE id = 3")
            }
        }
        #expect(error.resultCode == .abortRollback)
        try refuseRollbacks(false)
        #expect(connection.isAutocommit)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("A deferred rollback undoes two nested savepoints but not the transaction around them")
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
