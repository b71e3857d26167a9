import DataLiteCore
import Foundation
import Testing

@Suite("Closing a connection")
struct ClosingTests {
    @Test("Closing a connection closes the file")
    func closes() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/x.db")
            try connection.makeSample()
            _ = try connection.ids()
            try connection.close()
            #expect(connection.isClosed)
            #expect(try openFiles(below: directory) == [])
        }
    }

    @Test("Closing fails while a statement of the caller is alive, which stays usable")
    func busy() throws {
        let connection = try Connection.sample()
        var statement: (any StatementProtocol)? = try connection.prepare(sql: "SELECT id FROM t")
        #expect(try statement?.step() == true)
        let error = try failure { try connection.close() }
        #expect(error.resultCode == .busy)
        #expect(!connection.isClosed)
        #expect(try statement?.step() == true)
        #expect(statement?.currentRow() == ["id": 2])
        #expect(try connection.ids() == [1, 2, 3])
        statement = nil
        try connection.close()
    }

    @Test("Closing fails while a cursor is alive, and works after its end")
    func busyWithCursor() throws {
        let connection = try Connection.sample()
        let cursor = try connection.cursor("SELECT id FROM t")
        #expect(try failure { try connection.close() }.resultCode == .busy)
        #expect(try cursor.next() == ["id": 1])
        try cursor.close()
        try connection.close()
    }

    @Test("Closing rolls back an open transaction")
    func openTransaction() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/x.db")
            try connection.makeSample()
            try connection.beginTransaction()
            try connection.execute("DELETE FROM t")
            try connection.close()
            #expect(try idsOnDisk(directory + "/x.db") == [1, 2, 3])
        }
    }

    @Test("Closing inside a transaction's closure makes later statements and the transaction fail")
    func insideTransaction() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/x.db")
            try connection.makeSample()
            let error = try failure {
                try connection.transaction {
                    try connection.execute("DELETE FROM t")
                    try connection.close()
                    #expect(throws: SQLiteError(.misuse, message: "connection is closed")) {
                        try connection.execute("DELETE FROM t")
                    }
                }
            }
            #expect(error.resultCode == .abortRollback)
            #expect(try idsOnDisk(directory + "/x.db") == [1, 2, 3])
        }
    }

    @Test("Releasing the last reference closes the connection")
    func lastReference() throws {
        try withTemporaryDirectory { directory in
            var connection: Connection? = try Connection(path: directory + "/x.db")
            try connection?.makeSample()
            weak let reference = connection
            var statement = try connection?.prepare(sql: "SELECT id FROM t")
            connection = nil
            #expect(try statement?.step() == true)
            #expect(statement?.currentRow() == ["id": 1])
            #expect(reference != nil)
            statement = nil
            #expect(reference == nil)
            let open = try openFiles(below: directory)
            #expect(open == [])
        }
    }
}

@Suite("A closed connection")
struct ClosedConnectionTests {
    struct Call: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (Connection) throws -> Void

        init(_ description: String, _ run: @escaping @Sendable (Connection) throws -> Void) {
            self.testDescription = description
            self.run = run
        }
    }

    static let calls = [
        Call("close") { try $0.close() },
        Call("prepare") { _ = try $0.prepare(sql: "SELECT 1") },
        Call("prepare with options") { _ = try $0.prepare(sql: "SELECT 1", options: .persistent) },
        Call("prepare nothing") { _ = try $0.prepare(sql: "") },
        Call("script") { try $0.execute(sql: "SELECT 1") },
        Call("empty script") { try $0.execute(sql: "") },
        Call("script, one at a time") { _ = try $0.statements(in: "").next() },
        Call("execute") { try $0.execute("SELECT 1") },
        Call("execute by position") { try $0.execute("SELECT ?", [1]) },
        Call("execute by name") { try $0.execute("SELECT :a", ["a": 1]) },
        Call("rows") { _ = try $0.rows("SELECT 1") },
        Call("row") { _ = try $0.row("SELECT 1") },
        Call("value") { _ = try $0.value("SELECT 1", as: Int.self) },
        Call("cursor") { _ = try $0.cursor("SELECT 1") },
        Call("lease") { _ = try $0.lease(sql: "SELECT 1") },
        Call("beginTransaction") { try $0.beginTransaction() },
        Call("commitTransaction") { try $0.commitTransaction() },
        Call("rollbackTransaction") { try $0.rollbackTransaction() },
        Call("transaction") { try $0.transaction { _ = Issue.record("must not run") } },
        Call("savepoint") { try $0.savepoint { _ = Issue.record("must not run") } },
        Call("get pragma") { _ = try $0.get(pragma: .userVersion) as Int? },
        Call("set pragma") { try $0.set(pragma: .userVersion, value: 1) },
        Call("busyTimeout") { _ = try $0.busyTimeout },
        Call("setBusyTimeout") { try $0.setBusyTimeout(.zero) },
        Call("applicationID") { _ = try $0.applicationID },
        Call("setApplicationID") { try $0.setApplicationID(1) },
        Call("foreignKeys") { _ = try $0.foreignKeys },
        Call("setForeignKeys") { try $0.setForeignKeys(true) },
        Call("journalMode") { _ = try $0.journalMode },
        Call("setJournalMode") { try $0.setJournalMode(.memory) },
        Call("synchronous") { _ = try $0.synchronous },
        Call("setSynchronous") { try $0.setSynchronous(.off) },
        Call("userVersion") { _ = try $0.userVersion },
        Call("setUserVersion") { try $0.setUserVersion(1) },
        Call("add function type") { try $0.add(function: Function.Regexp.self) },
        Call("remove function type") { try $0.remove(function: Function.Regexp.self) },
        Call("add function") { try $0.add(function: "f", argc: 0) { _ in 1 } },
        Call("remove function") { try $0.remove(function: "f", argc: 0) },
        Call("remove collation") { try $0.remove(collation: "c") },
        Call("apply key") { try $0.apply(.passphrase("x")) },
        Call("rekey") { try $0.rekey(.passphrase("x")) },
        Call("withUnsafeHandle") {
            try $0.withUnsafeHandle { _ in _ = Issue.record("must not run") }
        },
    ]

    @Test("A closed connection throws MISUSE \"connection is closed\"", arguments: calls)
    func throwing(call: Call) throws {
        let connection = try Connection.sample()
        try connection.close()
        let error = try failure { try call.run(connection) }
        #expect(error == SQLiteError(.misuse, message: "connection is closed"))
    }

    @Test("A closed connection returns default values for its properties")
    func properties() throws {
        let connection = try Connection.sample()
        try connection.beginTransaction()
        try connection.close()
        #expect(connection.isClosed)
        #expect(connection.isAutocommit)
        #expect(!connection.isReadonly)
        #expect(connection.changes == 0)
        #expect(connection.totalChanges == 0)
        #expect(connection.lastInsertRowID == 0)
        #expect(connection.path == nil)
        connection.interrupt()
        connection.clearStatementCache()
        try connection.forceRollback(["ROLLBACK"])
    }
}

@Suite("An interrupt handle")
struct InterruptHandleTests {
    /// A query that only an interrupt ends.
    private static let endless: SQL =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(tick(i)) FROM n"

    @Test("An interrupt handle ends a statement from another thread")
    func otherThread() throws {
        let connection = try Connection.sample()
        let handle = connection.interruptHandle
        let started = DispatchSemaphore(value: 0)
        let isWaiting = Flag()
        try connection.add(function: "tick", argc: 1) { args in
            if isWaiting.raise() { started.signal() }
            return args[0]
        }
        let thread = DispatchGroup()
        thread.enter()
        Thread {
            started.wait()
            handle.interrupt()
            thread.leave()
        }.start()
        let error = try failure {
            try connection.row(Self.endless)
        }
        thread.wait()
        #expect(error.resultCode == .interrupt)
        #expect(try connection.ids() == [1, 2, 3])
    }

    /// Raised once; used on one thread.
    private final class Flag {
        private var isRaised = false

        func raise() -> Bool {
            defer { isRaised = true }
            return !isRaised
        }
    }

    @Test("An interrupt does not affect statements that begin later")
    func later() throws {
        let connection = try Connection.sample()
        connection.interruptHandle.interrupt()
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("An interrupt does nothing once the connection is closed or released")
    func outliving() throws {
        var connection: Connection? = try Connection.sample()
        let handle = try #require(connection?.interruptHandle)
        try connection?.close()
        handle.interrupt()
        connection = nil
        handle.interrupt()
        connection = try Connection.sample()
        let second = try #require(connection?.interruptHandle)
        connection = nil
        second.interrupt()
    }

    @Test("An interrupt handle still works after a close that failed")
    func afterRefusedClose() throws {
        let connection = try Connection.sample()
        let statement = try connection.prepare(sql: "SELECT id FROM t")
        #expect(try statement.step())
        #expect(throws: SQLiteError.self) { try connection.close() }
        connection.interruptHandle.interrupt()
        #expect(try failure { try statement.step() }.resultCode == .interrupt)
    }

    @Test("An interrupt handle can be used by a thread while the connection closes")
    func racing() throws {
        for _ in 0..<20 {
            let connection = try Connection.sample()
            let handle = connection.interruptHandle
            let thread = DispatchGroup()
            thread.enter()
            Thread {
                for _ in 0..<200 { handle.interrupt() }
                thread.leave()
            }.start()
            try connection.close()
            thread.wait()
        }
    }
}
