import DataLiteC
import DataLiteCore
import Testing

@Suite("An autovacuum hook")
struct AutovacuumHookTests {
    private func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                PRAGMA auto_vacuum = FULL;
                CREATE TABLE t(x);
                INSERT INTO t VALUES (zeroblob(200000));
                """)
        return connection
    }

    private func freePages(_ connection: Connection) throws -> Int {
        try connection.get(pragma: "freelist_count") ?? -1
    }

    @Test("The number that an autovacuum hook returns decides how many pages are removed")
    func numbers() throws {
        for number in [0, 10, -1, .min, 100_000, .max] {
            let connection = try connection()
            var states: [Autovacuum] = []
            let hook = try connection.onAutovacuum { state in
                states.append(state)
                return number
            }
            try connection.execute("DELETE FROM t")
            let state = try #require(states.first)
            #expect(state.schema == "main" && state.pageSize == 4096)
            #expect(state.freePages > 40 && state.pages > state.freePages)
            let free = try freePages(connection)
            #expect(free == state.freePages - max(0, min(number, state.freePages)), "\(number)")
            withExtendedLifetime(hook) {}
        }
    }

    @Test("The smallest number of several autovacuum hooks counts")
    func several() throws {
        let connection = try connection()
        let hooks = try [Int.max, 5, 7].map { number in
            try connection.onAutovacuum { _ in number }
        }
        let before = try connection.value("PRAGMA page_count", as: Int.self) ?? 0
        try connection.execute("DELETE FROM t")
        #expect(try connection.value("PRAGMA page_count") == before - 5)
        withExtendedLifetime(hooks) {}
    }

    @Test("An autovacuum hook cannot use its connection, and SQLite removes all pages after it")
    func reentrancy() throws {
        let connection = try connection()
        var errors: [SQLiteError] = []
        var hook: Connection.Hook?
        let statement = try connection.prepare(sql: "SELECT 1")
        hook = try connection.onAutovacuum { [unowned connection] _ in
            let calls: [() throws -> Void] = [
                { try connection.execute("SELECT 1") }, { _ = try statement.step() },
                { try connection.close() }, { _ = try connection.onCommit {} },
                { try connection.add(function: "f") { 1 } },
                { try connection.remove(collation: "c") },
            ]
            for call in calls { errors += (try? failure(of: call)).map { [$0] } ?? [] }
            hook?.cancel()
            return 0
        }
        try connection.execute("DELETE FROM t")
        #expect(errors.map(\.resultCode) == Array(repeating: .misuse, count: 6))
        #expect(errors.allSatisfy { $0.message.contains("this hook must not use the connection") })
        #expect(try freePages(connection) > 40)
        // The cancelled hook was removed when the statement ended.
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(try freePages(connection) == 0)
    }
}
