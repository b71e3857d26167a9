import DataLiteC
import DataLiteCore
import Testing

@Suite("A connection delegate")
struct DelegateTests {
    @Test("A delegate is called for inserts, updates and deletes")
    func actions() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.execute("INSERT INTO t(id) VALUES (9)")
        try connection.execute("UPDATE t SET id = 10 WHERE id = 9")
        try connection.execute("DELETE FROM t WHERE id = 10")
        #expect(
            log.events == [
                .update(.insert(db: "main", table: "t", rowID: 9)), .commit,
                .update(.update(db: "main", table: "t", rowID: 10)), .commit,
                .update(.delete(db: "main", table: "t", rowID: 10)), .commit,
            ])
    }

    @Test("A delegate is called for attached and temporary databases, and for unusual names")
    func schemas() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.execute("ATTACH ':memory:' AS \"the öther\"")
        try connection.execute(
            sql: "CREATE TABLE \"the öther\".\"a \"\"b\"(x); CREATE TEMP TABLE p(x)")
        try connection.execute("INSERT INTO \"a \"\"b\" VALUES (1)")
        try connection.execute("INSERT INTO p VALUES (1)")
        let updates = log.events.filter { $0 != .commit }
        #expect(
            updates == [
                .update(.insert(db: "the öther", table: "a \"b", rowID: 1)),
                .update(.insert(db: "temp", table: "p", rowID: 1)),
            ])
    }

    @Test("A delegate that is added twice is called once, and not after it was removed")
    func addedTwice() throws {
        let connection = try Connection.sample()
        let (log, other) = (DelegateLog(), DelegateLog())
        connection.add(delegate: log)
        connection.add(delegate: log)
        connection.add(delegate: other)
        try connection.execute("DELETE FROM t WHERE id = 1")
        connection.remove(delegate: log)
        connection.remove(delegate: log)
        try connection.execute("DELETE FROM t WHERE id = 2")
        #expect(log.events.count == 2)
        #expect(other.events.count == 4)
    }

    @Test("A delegate is held weakly")
    func weak() throws {
        let connection = try Connection.sample()
        var log: DelegateLog? = DelegateLog()
        weak let reference = log
        let other = DelegateLog()
        connection.add(delegate: log!)
        connection.add(delegate: other)
        log = nil
        #expect(reference == nil)
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(other.events.count == 2)
    }

    /// Whether SQLite has hooks. The check removes them.
    private func hasHooks(_ connection: Connection) throws -> Bool {
        try connection.withUnsafeHandle { pointer in
            let hooks = [
                sqlite3_update_hook(pointer, nil, nil), sqlite3_commit_hook(pointer, nil, nil),
                sqlite3_rollback_hook(pointer, nil, nil),
            ]
            try #require(Set(hooks.map { $0 == nil }).count == 1)
            return hooks[0] != nil
        }
    }

    @Test("Hooks are installed only while a delegate is added")
    func hooks() throws {
        let (first, second) = (DelegateLog(), DelegateLog())
        let steps: [(Connection) -> Void] = [
            { $0.add(delegate: first) },
            { $0.add(delegate: second) },
            { $0.remove(delegate: first) },
            {
                $0.add(delegate: first)
                $0.remove(delegate: first)
            },
            { $0.remove(delegate: second) },
        ]
        for count in 0...steps.count {
            let connection = try Connection.sample()
            for step in steps.prefix(count) { step(connection) }
            #expect(try hasHooks(connection) == (1..<steps.count).contains(count))
        }
    }

    @Test("A released delegate leaves no hooks after their next call")
    func hooksAfterRelease() throws {
        let connection = try Connection.sample()
        connection.add(delegate: DelegateLog())
        connection.add(traceDelegate: StatementLog())
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(try hasHooks(connection) == false)
    }

    @Test("A delegate vetoes a commit with its own error, and the data is unchanged")
    func veto() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.makeSample()
            let log = DelegateLog()
            connection.add(delegate: log)
            log.veto = Refused(reason: "not today")
            let commits: [() throws -> Void] = [
                { try connection.execute("DELETE FROM t") },
                { try connection.execute(sql: "DELETE FROM t") },
                { _ = try connection.transaction { try connection.execute("DELETE FROM t") } },
                { _ = try connection.savepoint { try connection.execute("DELETE FROM t") } },
            ]
            for commit in commits {
                let error = try failure(of: commit)
                #expect(error.resultCode == .constraintCommitHook)
                #expect(error.underlyingError as? Refused == log.veto)
                #expect(connection.isAutocommit)
                #expect(log.events.last == .rollback)
            }
            #expect(try idsOnDisk(path) == [1, 2, 3])
            log.veto = nil
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try idsOnDisk(path) == [2, 3])
        }
    }

    @Test("A delegate is not called for the rollback of closing")
    func closing() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.beginTransaction()
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        try connection.close()
        #expect(log.events == [.update(.update(db: "main", table: "t", rowID: 1))])
    }

    @Test("A delegate is called again after a close that failed")
    func failedClosing() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        let statement = try connection.prepare(sql: "SELECT 1")
        #expect(throws: SQLiteError.self) { try connection.close() }
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(log.events.count == 2)
        withExtendedLifetime(statement) {}
    }

    @Test("A delegate can be added to a closed connection and removed")
    func closed() throws {
        let connection = try Connection.sample()
        let (log, trace) = (DelegateLog(), StatementLog())
        connection.add(delegate: log)
        try connection.close()
        connection.add(delegate: DelegateLog())
        connection.remove(delegate: log)
        connection.add(traceDelegate: trace)
        connection.remove(traceDelegate: trace)
    }
}
