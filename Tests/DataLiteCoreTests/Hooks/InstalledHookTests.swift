import DataLiteC
import Testing

@testable import DataLiteCore

/// SQLite returns the context of the callback that a call replaces, so a test sees which callbacks are installed.
@Suite("The callbacks of SQLite")
struct InstalledHookTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let add: @Sendable (Connection) throws -> Connection.Hook
        let isInstalled: @Sendable (OpaquePointer) -> Bool
    }

    static let kinds = [
        Kind(testDescription: "update") {
            try $0.onUpdate { _ in }
        } isInstalled: {
            sqlite3_update_hook($0, nil, nil) != nil
        },
        Kind(testDescription: "commit") {
            try $0.onCommit {}
        } isInstalled: {
            sqlite3_commit_hook($0, nil, nil) != nil
        },
        Kind(testDescription: "rollback") {
            try $0.onRollback {}
        } isInstalled: {
            sqlite3_rollback_hook($0, nil, nil) != nil
        },
        Kind(testDescription: "WAL") {
            try $0.onWALCommit { _ in }
        } isInstalled: {
            // The context of automatic checkpoints is their number of pages.
            Int(bitPattern: sqlite3_wal_hook($0, nil, nil)) > 100_000
        },
    ]

    @Test("A callback is installed only while there is a hook", arguments: kinds)
    func installed(_ kind: Kind) throws {
        let connection = try Connection.sample()
        let isInstalled = { try connection.withUnsafeHandle(kind.isInstalled) }
        #expect(try !isInstalled())
        var hooks = [try kind.add(connection)]
        hooks.append(try kind.add(connection))
        hooks.removeFirst()
        #expect(try isInstalled())
        // The call above has removed the callback.
        let (another, last) = (try Connection.sample(), try Connection.sample())
        do {
            let hook = try kind.add(another)
            withExtendedLifetime(hook) {}
        }
        #expect(try !another.withUnsafeHandle(kind.isInstalled))
        let hook = try kind.add(last)
        hook.cancel()
        #expect(try !last.withUnsafeHandle(kind.isInstalled))
    }

    @Test(
        "A connection leaves no callback in a borrowed handle",
        .enabled(if: PreupdateFunctions.shared != nil), arguments: [true, false])
    func borrowed(closes: Bool) throws {
        var pointer: OpaquePointer?
        sqlite3_open(":memory:", &pointer)
        defer { sqlite3_close(pointer) }
        let handle = try #require(pointer)
        let run = { (sql: String) in sqlite3_exec(handle, sql, nil, nil, nil) }
        #expect(run("CREATE TABLE t(id INTEGER PRIMARY KEY, x)") == SQLITE_OK)
        var calls = 0
        var hooks: [Connection.Hook] = []
        do {
            let connection = try Connection(unsafeHandle: handle, ownership: .borrowed)
            hooks += [
                try connection.onUpdate { _ in calls += 1 }, try connection.onCommit { calls += 1 },
                try connection.onPreupdate { _ in calls += 1 },
                try connection.onCollationNeeded { _ in
                    calls += 1
                    return nil
                },
                try connection.onAutovacuum { $0.freePages },
                try connection.onWALCommit { _ in calls += 1 },
                try connection.onTrace { _ in calls += 1 },
            ]
            if closes { try connection.close() }
            withExtendedLifetime(connection) {
                guard closes else { return }
                #expect(run("INSERT INTO t VALUES (1, 2)") == SQLITE_OK)
                #expect(run("SELECT x FROM t ORDER BY x COLLATE nix") == SQLITE_ERROR)
            }
        }
        #expect(calls == 0)
        #expect(sqlite3_update_hook(handle, nil, nil) == nil)
        #expect(sqlite3_commit_hook(handle, nil, nil) == nil)
        #expect(sqlite3_rollback_hook(handle, nil, nil) == nil)
        #expect(Int(bitPattern: sqlite3_wal_hook(handle, nil, nil)) == 1000)
        #expect(run("DELETE FROM t") == SQLITE_OK)
    }

    @Test("A released connection leaves no callback for closures that wait for a transaction")
    func borrowedWithClosures() throws {
        var pointer: OpaquePointer?
        sqlite3_open(":memory:", &pointer)
        defer { sqlite3_close(pointer) }
        let handle = try #require(pointer)
        do {
            let connection = try Connection(unsafeHandle: handle, ownership: .borrowed)
            try connection.beginTransaction()
            try connection.afterCommit { _ in }
        }
        #expect(sqlite3_commit_hook(handle, nil, nil) == nil)
        #expect(sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK)
    }
}
