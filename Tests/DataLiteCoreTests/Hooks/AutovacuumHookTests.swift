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

    @Test("The amount of an autovacuum hook decides how many pages are removed")
    func amounts() throws {
        for (amount, isFree) in [
            (Autovacuum.Amount.nothing, true), (.pages(10), true), (.pages(-1), true),
            (.pages(100_000), false), (.everything, false),
        ] {
            let connection = try connection()
            var states: [Autovacuum] = []
            let hook = try connection.onAutovacuum { state in
                states.append(state)
                return amount
            }
            try connection.execute("DELETE FROM t")
            let state = try #require(states.first)
            #expect(state.schema == "main" && state.pageSize == 4096)
            #expect(state.freePages > 40 && state.pages > state.freePages)
            let free = try freePages(connection)
            #expect((free > 0) == isFree, "\(amount)")
            if case .pages(10) = amount { #expect(free == state.freePages - 10) }
            withExtendedLifetime(hook) {}
        }
    }

    @Test("The smallest amount of several autovacuum hooks counts")
    func several() throws {
        let connection = try connection()
        let hooks = try [Autovacuum.Amount.everything, .pages(5), .pages(7)].map { amount in
            try connection.onAutovacuum { _ in amount }
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
            return .nothing
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
