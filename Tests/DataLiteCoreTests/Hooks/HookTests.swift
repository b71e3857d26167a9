import Testing

@testable import DataLiteCore

@Suite("A hook of changes and transactions")
struct HookTests {
    @Test("An update hook receives each change until it is cancelled")
    func updates() throws {
        let connection = try Connection.sample()
        var changes: [SQLiteAction] = []
        let hook = try connection.onUpdate { changes.append($0) }
        try connection.execute("UPDATE t SET x = NULL WHERE id = 1")
        try connection.execute("DELETE FROM t WHERE id = 2")
        hook.cancel()
        hook.cancel()
        try connection.execute("INSERT INTO t(id) VALUES (9)")
        #expect(
            changes == [
                .update(db: "main", table: "t", rowID: 1),
                .delete(db: "main", table: "t", rowID: 2),
            ])
        #expect(hook.isCancelled)
    }

    @Test("A hook ends when its object is released, and its closure is released with it")
    func release() throws {
        let connection = try Connection.sample()
        let census = InstanceCounter()
        var count = 0
        do {
            let member = InstanceCounter.Member(of: census)
            let hook = try connection.onUpdate { _ in
                count += 1
                _ = member
            }
            try connection.execute("UPDATE t SET x = 1 WHERE id = 1")
            #expect(!hook.isCancelled)
        }
        #expect(census.alive == 0)
        try connection.execute("UPDATE t SET x = 1 WHERE id = 1")
        #expect(count == 1)
    }

    @Test("A hook that is kept until the connection closes outlives its object")
    func kept() throws {
        let connection = try Connection.sample()
        let census = InstanceCounter()
        var count = 0
        do {
            let member = InstanceCounter.Member(of: census)
            try connection.onUpdate { _ in
                count += 1
                _ = member
            }.keepUntilClose()
        }
        try connection.execute("UPDATE t SET x = 1 WHERE id = 1")
        #expect(count == 1)
        #expect(census.alive == 1)
    }

    @Test("Several hooks are called in the order in which they were added")
    func several() throws {
        let connection = try Connection.sample()
        var calls: [Int] = []
        let hooks = try (1...3).map { number in
            try connection.onUpdate { _ in calls.append(number) }
        }
        try connection.execute("UPDATE t SET x = 1 WHERE id = 1")
        hooks[1].cancel()
        try connection.execute("UPDATE t SET x = 1 WHERE id = 1")
        #expect(calls == [1, 2, 3, 1, 3])
        withExtendedLifetime(hooks) {}
    }

    @Test("A commit hook that throws an error rolls back, and the statement has the error")
    func veto() throws {
        let connection = try Connection.sample()
        var calls: [String] = []
        let first = try connection.onCommit {
            calls.append("commit")
            throw Refused()
        }
        let second = try connection.onCommit { calls.append("not called") }
        let rollback = try connection.onRollback { calls.append("rollback") }
        let error = try failure { try connection.execute("DELETE FROM t") }
        #expect(error.resultCode == .constraintCommitHook)
        #expect(error.underlyingError as? Refused == Refused())
        #expect(calls == ["commit", "rollback"])
        #expect(try connection.ids() == [1, 2, 3])
        first.cancel()
        try connection.execute("DELETE FROM t")
        #expect(calls == ["commit", "rollback", "not called"])
        withExtendedLifetime((second, rollback)) {}
    }

    @Test("A veto keeps the error of a transaction's closure and rolls it back")
    func vetoOfTransaction() throws {
        let connection = try Connection.sample()
        var rollbacks = 0
        let veto = try connection.onCommit { throw Refused() }
        let rollback = try connection.onRollback { rollbacks += 1 }
        let error = try failure {
            try connection.transaction { try connection.execute("DELETE FROM t") }
        }
        #expect(error.underlyingError is Refused)
        #expect(connection.isAutocommit)
        #expect(rollbacks == 1)
        #expect(try connection.ids() == [1, 2, 3])
        withExtendedLifetime((veto, rollback)) {}
    }

    @Test("A rollback hook is not called for a savepoint, whose changes were reported")
    func savepoint() throws {
        let connection = try Connection.sample()
        var calls: [String] = []
        let hooks = [
            try connection.onUpdate { _ in calls.append("update") },
            try connection.onRollback { calls.append("rollback") },
            try connection.onCommit { calls.append("commit") },
        ]
        try connection.transaction {
            try? connection.savepoint {
                try connection.execute("DELETE FROM t WHERE id = 1")
                throw Refused()
            }
        }
        #expect(calls.contains("update") && !calls.contains("rollback"))
        #expect(try connection.ids() == [1, 2, 3])
        withExtendedLifetime(hooks) {}
    }

    @Test("A hook can cancel itself and others during a call")
    func cancellingInside() throws {
        let connection = try Connection.sample()
        var hooks: [Connection.Hook] = []
        var calls: [Int] = []
        for number in 1...3 {
            hooks.append(
                try connection.onUpdate { _ in
                    calls.append(number)
                    if number == 1 { hooks.prefix(2).forEach { $0.cancel() } }
                })
        }
        try connection.execute("UPDATE t SET x = 0")
        #expect(calls == [1, 3, 3, 3])
        hooks = []
    }

    @Test("A hook that is released during its own call is not called again")
    func releasingInside() throws {
        let connection = try Connection.sample()
        var hook: Connection.Hook?
        var count = 0
        let census = InstanceCounter()
        do {
            let member = InstanceCounter.Member(of: census)
            hook = try connection.onCommit {
                hook = nil
                count += 1
                _ = member
                #expect(census.alive == 1)
            }
        }
        try connection.execute("UPDATE t SET x = 0")
        try connection.execute("UPDATE t SET x = 0")
        #expect(count == 1)
        #expect(hook == nil)
        #expect(census.alive == 0)
    }

    @Test("A hook that is added by a call is called starting at the next event")
    func addingInside() throws {
        let connection = try Connection.sample()
        var added: Connection.Hook?
        var count = 0
        let hook = try connection.onUpdate { [unowned connection] _ in
            guard added == nil else { return }
            added = try? connection.onUpdate { _ in count += 1 }
        }
        try connection.execute("UPDATE t SET x = 0")
        #expect(count == 2)
        withExtendedLifetime((hook, added)) {}
    }

    @Test(
        "A hook cannot run SQL on its connection, and can on another one",
        .enabled(if: PreupdateFunctions.shared != nil))
    func reentrancy() throws {
        let connection = try Connection.sample()
        let other = try Connection.sample()
        let prepared = try connection.prepare(sql: "SELECT 1")
        var errors: [SQLiteError] = []
        let meddle = { [unowned connection] in
            errors.append(try failure { try connection.execute("SELECT 1") })
            errors.append(try failure { _ = try prepared.step() })
            try other.execute("UPDATE t SET x = x + 1 WHERE id = 1")
        }
        let hooks = [
            try connection.onUpdate { _ in try? meddle() },
            try connection.onCommit { try meddle() },
            try connection.onRollback { try? meddle() },
            try connection.onTrace { _ in try? meddle() },
            try connection.onRow { _ in try? meddle() },
            try connection.onProfile { _ in try? meddle() },
            try connection.onPreupdate { _ in try? meddle() },
        ]
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        try connection.beginTransaction()
        _ = try connection.rows("SELECT 1")
        try connection.rollbackTransaction()
        #expect(errors.count >= 20)
        #expect(Set(errors.map(\.resultCode)) == [.misuse])
        #expect(errors.allSatisfy { $0.message.contains("hook must not run SQL") })
        let value: Int? = try other.value("SELECT x FROM t WHERE id = 1")
        #expect(value == 10 + errors.count / 2)
        withExtendedLifetime(hooks) {}
    }

    @Test("A hook cannot close its connection")
    func closingInside() throws {
        let connection = try Connection.sample()
        var codes: [ResultCode] = []
        let close = { [unowned connection] in
            codes.append(try failure { try connection.close() }.resultCode)
        }
        let hooks = [
            try connection.onUpdate { _ in try? close() },
            try connection.onCommit { try close() },
            try connection.onTrace { _ in try? close() },
        ]
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        #expect(codes == [.busy, .busy, .busy])
        withExtendedLifetime(hooks) {}
    }

    @Test("Hooks of two connections are independent")
    func twoConnections() throws {
        let (first, second) = (try Connection.sample(), try Connection.sample())
        var counts = [0, 0]
        let hooks = [
            try first.onUpdate { _ in counts[0] += 1 }, try second.onUpdate { _ in counts[1] += 1 },
        ]
        try first.execute("UPDATE t SET x = 0 WHERE id = 1")
        hooks[0].cancel()
        try first.execute("UPDATE t SET x = 0 WHERE id = 1")
        try second.execute("UPDATE t SET x = 0")
        #expect(counts == [1, 3])
        withExtendedLifetime(hooks) {}
    }

    @Test(
        "A hook can be cancelled after its connection was closed or released",
        .enabled(if: PreupdateFunctions.shared != nil))
    func afterClose() throws {
        var hooks: [Connection.Hook] = []
        do {
            let connection = try Connection.sample()
            hooks.append(try connection.onUpdate { _ in })
            hooks.append(try connection.onPreupdate { _ in })
            try connection.close()
            hooks[0].cancel()
            let error = try failure { _ = try connection.onUpdate { _ in } }
            #expect(error == SQLiteError(.misuse, message: "connection is closed"))
        }
        do { hooks.append(try Connection.sample().onCommit {}) }
        hooks.forEach { $0.cancel() }
        #expect(hooks.allSatisfy { $0.isCancelled })
    }

    @Test("Closing with an open transaction calls no rollback hook")
    func closingInTransaction() throws {
        let connection = try Connection.sample()
        var count = 0
        let hook = try connection.onRollback { count += 1 }
        try connection.beginTransaction()
        try connection.execute("DELETE FROM t")
        try connection.close()
        #expect(count == 0)
        withExtendedLifetime(hook) {}
    }

    @Test("Hooks and delegates are called for the same event")
    func withDelegate() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        var count = 0
        connection.add(delegate: log)
        let hook = try connection.onUpdate { _ in count += 1 }
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        connection.remove(delegate: log)
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        #expect(count == 2)
        #expect(log.events.count == 2)
        withExtendedLifetime(hook) {}
    }

    @Test("A connection that is not SQLite's has no hooks")
    func otherConnection() throws {
        let error = try failure { _ = try TinyConnection().onUpdate { _ in } }
        #expect(error == SQLiteError(.misuse, message: "TinyConnection does not support hooks"))
    }
}
