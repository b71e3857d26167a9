import DataLiteC
import DataLiteCore
import Testing

@Suite("The state of transaction closures")
struct TransactionScopesTests {
    @Test("The end of a transaction is recorded until the outermost closure ends")
    func nested() {
        var scopes = TransactionScopes()
        scopes.begin()
        scopes.begin()
        #expect(scopes.refusal(of: nil) == nil)
        scopes.transactionDidEnd(.committed)
        scopes.transactionDidEnd(.rolledBack)
        #expect(scopes.refusal(of: "SELECT 1")?.resultCode == .misuse)
        #expect(scopes.refusal(of: "SELECT 1")?.sql == "SELECT 1")
        #expect(scopes.end() == .committed)
        #expect(scopes.hasLostTransaction)
        #expect(scopes.end() == .committed)
        #expect(!scopes.hasLostTransaction)
    }

    @Test("The end of a transaction outside any closure is not recorded")
    func outside() {
        var scopes = TransactionScopes()
        scopes.transactionDidEnd(.rolledBack)
        #expect(!scopes.hasLostTransaction)
    }

    @Test("An unmatched end of a closure has no effect")
    func unbalanced() throws {
        var scopes = TransactionScopes()
        #expect(scopes.end() == .open)
        scopes.begin()
        #expect(scopes.depth == 1)
        #expect(scopes.end() == .open)

        let connection = try Connection.sample()
        _ = connection.transactionScopeDidEnd()
        try connection.transaction { try connection.execute("DELETE FROM t WHERE id = 1") }
        #expect(try connection.ids() == [2, 3])
    }

    @Test("A transaction that was ended with the C interface is reported")
    func endedThroughC() throws {
        let connection = try Connection.sample()
        let error = try failure {
            try connection.transaction {
                try connection.withUnsafeHandle { handle in
                    try check(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil), on: handle)
                }
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(
            error.message == "the transaction was committed or rolled back inside its closure: "
                + "changes may be saved")
        #expect(try connection.ids() == [1, 2, 3])
    }
}

@Suite("A custom connection in a transaction")
struct ForeignTransactionTests {
    /// A connection that forwards to a real one and whose type is unknown to the library.
    final class Forwarding: ConnectionProtocol {
        let real: Connection
        var calls: [String] = []

        init(_ real: Connection) { self.real = real }

        var isAutocommit: Bool { real.isAutocommit }
        var isReadonly: Bool { real.isReadonly }
        var changes: Int64 { real.changes }
        var totalChanges: Int64 { real.totalChanges }
        var lastInsertRowID: Int64 { real.lastInsertRowID }
        func interrupt() { real.interrupt() }
        func close() throws(SQLiteError) { try real.close() }
        func prepare(
            sql: String, options: Statement.Options
        ) throws(SQLiteError) -> any StatementProtocol {
            try real.prepare(sql: sql, options: options)
        }

        func beginTransaction(_ type: TransactionType) throws(SQLiteError) {
            calls.append("begin \(type.rawValue.lowercased())")
            try real.beginTransaction(type)
        }

        func commitTransaction() throws(SQLiteError) {
            calls.append("commit")
            try real.commitTransaction()
        }

        func rollbackTransaction() throws(SQLiteError) {
            calls.append("rollback")
            try real.rollbackTransaction()
        }

        func execute(script: String) throws(SQLiteError) { calls.append("script \(script)") }

        func set(pragma: Pragma, value: (any SQLiteBindable)?) throws(SQLiteError) {
            calls.append("set \(pragma.rawValue)")
            try real.set(pragma: pragma, value: value)
        }

        func get<T: SQLiteRepresentable>(pragma: Pragma) throws(SQLiteError) -> T? {
            calls.append("get \(pragma.rawValue)")
            return try real.get(pragma: pragma)
        }

        func add(function type: Function.Type) throws(SQLiteError) {
            calls.append("add \(type.name)")
        }

        func remove(function type: Function.Type) throws(SQLiteError) {
            calls.append("remove \(type.name)")
        }

        func apply(_ key: Connection.Key, name: String?) { calls.append("apply") }
        func rekey(_ key: Connection.Key, name: String?) { calls.append("rekey") }
    }

    @Test(
        "A custom connection throws when its closure returns after the transaction has ended",
        arguments: ["ROLLBACK", "COMMIT", "INSERT OR ROLLBACK INTO t(id) VALUES (3)"])
    func lostTransaction(end: String) throws {
        let connection = Forwarding(try Connection.sample())
        let error = try failure {
            try connection.transaction {
                _ = try? connection.execute(SQL(raw: end), [])
                // The library cannot reject this statement, so it commits on its own.
                try connection.execute("DELETE FROM t WHERE id = 2")
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(
            error.message == "the transaction was committed or rolled back inside its closure: "
                + "changes may be saved")
        #expect(try connection.real.ids() == [1, 3])
        try connection.transaction { try connection.execute("DELETE FROM t WHERE id = 1") }
        #expect(try connection.real.ids() == [3])
    }

    @Test("A custom connection throws the closure's error after SQLite ends the transaction")
    func abortedTransaction() throws {
        let connection = Forwarding(try Connection.sample())
        let error = try failure {
            try connection.transaction {
                try connection.execute("INSERT OR ROLLBACK INTO t(id) VALUES (3)")
            }
        }
        #expect(error.resultCode == .constraintPrimaryKey)
        #expect(try connection.real.ids() == [1, 2, 3])
    }

    @Test("A custom connection's own implementation is called instead of a default")
    func interception() throws {
        let forwarding = Forwarding(try Connection.sample())
        let connection: any ConnectionProtocol = forwarding
        try connection.transaction {}
        try connection.beginTransaction()
        try connection.rollbackTransaction()
        try connection.execute(script: "a")
        try connection.execute(sql: "b")
        try connection.setUserVersion(1)
        try connection.add(function: Function.Regexp.self)
        try connection.remove(function: Function.Regexp.self)
        try connection.apply(.passphrase("p"))
        try connection.rekey(.passphrase("q"))
        #expect(
            forwarding.calls == [
                "begin immediate", "commit", "begin deferred", "rollback", "script a", "script b",
                "set user_version", "get user_version", "add REGEXP", "remove REGEXP", "apply",
                "rekey",
            ])
    }

    @Test("A custom connection throws for delegates, functions and keys by default")
    func unsupported() throws {
        let connection = TinyConnection()
        let delegate = Silent()
        let calls: [() throws -> Void] = [
            { try connection.add(delegate: delegate) },
            { try connection.remove(delegate: delegate) },
            { try connection.add(traceDelegate: delegate) },
            { try connection.remove(traceDelegate: delegate) },
        ]
        for call in calls {
            #expect(
                try failure(of: call).message == "TinyConnection does not support delegates")
        }
    }

    private final class Silent: ConnectionDelegate, ConnectionTraceDelegate {
        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {}
    }
}
