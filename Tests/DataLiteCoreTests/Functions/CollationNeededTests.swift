import DataLiteCore
import Foundation
import Testing

@Suite("A hook of missing collations")
struct CollationNeededTests {
    private static func backwards(_ lhs: String, _ rhs: String) -> ComparisonResult {
        lhs < rhs ? .orderedDescending : lhs > rhs ? .orderedAscending : .orderedSame
    }

    private func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: "CREATE TABLE t(x); INSERT INTO t VALUES ('a'), ('c'), ('b');")
        return connection
    }

    @Test("A hook adds a collation when SQL first names it, and it stays after the hook")
    func adding() throws {
        let connection = try connection()
        var names: [String] = []
        let hook = try connection.onCollationNeeded { name in
            names.append(name)
            return Collation("another name", compare: Self.backwards)
        }
        let order = {
            try connection.rows("SELECT x FROM t ORDER BY x COLLATE Back").map { $0["x"] }
        }
        #expect(try order() == [.text("c"), .text("b"), .text("a")])
        hook.cancel()
        connection.clearStatementCache()
        #expect(try order() == [.text("c"), .text("b"), .text("a")])
        #expect(names == ["Back"])
        let error = try failure { try connection.execute("SELECT 'a' = 'b' COLLATE other") }
        #expect(error.message.contains("no such collation sequence: other"))
        #expect(names == ["Back"])
    }

    @Test("The first hook that has a collation provides it")
    func several() throws {
        let connection = try connection()
        var calls: [Int] = []
        let hooks = try (1...3).map { number in
            try connection.onCollationNeeded { name in
                calls.append(number)
                return number == 2 ? Collation(name, compare: Self.backwards) : nil
            }
        }
        #expect(try connection.value("SELECT max(x COLLATE c) FROM t") == "a")
        #expect(calls == [1, 2])
        withExtendedLifetime(hooks) {}
    }

    @Test("An error of the hook is the reason of the statement's error")
    func throwing() throws {
        let connection = try connection()
        let hook = try connection.onCollationNeeded { name in throw Refused(reason: name) }
        let error = try failure { try connection.execute("SELECT 'a' = 'b' COLLATE nix") }
        #expect(error.message == "no such collation sequence: nix")
        #expect(error.underlyingError as? Refused == Refused(reason: "nix"))
        hook.cancel()
        let later = try failure { try connection.execute("SELECT 'a' = 'b' COLLATE nix") }
        #expect(later.underlyingError == nil)
    }

    @Test("A file whose index names a missing collation opens, and the hook provides it")
    func schema() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            do {
                let connection = try Connection(path: path)
                try connection.add(collation: "back", Self.backwards)
                try connection.execute(
                    script: """
                        CREATE TABLE t(x COLLATE back); CREATE INDEX i ON t(x);
                        INSERT INTO t VALUES ('a'), ('c'), ('b');
                        """)
            }
            let connection = try Connection(path: path)
            #expect(throws: SQLiteError.self) {
                try connection.execute("INSERT INTO t VALUES ('d')")
            }
            let hook = try connection.onCollationNeeded { Collation($0, compare: Self.backwards) }
            try connection.execute("INSERT INTO t VALUES ('d')")
            let first: String? = try connection.value("SELECT x FROM t ORDER BY x")
            #expect(first == "d")
            #expect(try connection.value("PRAGMA integrity_check") == "ok")
            withExtendedLifetime(hook) {}
        }
    }

    @Test("The hook cannot use its connection, and can cancel itself")
    func reentrancy() throws {
        let connection = try connection()
        var errors: [SQLiteError] = []
        var hook: Connection.Hook?
        hook = try connection.onCollationNeeded { [unowned connection] name in
            let calls: [() throws -> Void] = [
                { try connection.execute("SELECT 1") }, { try connection.close() },
                { try connection.add(collation: name, Self.backwards) },
            ]
            for call in calls { errors += (try? failure(of: call)).map { [$0] } ?? [] }
            hook?.cancel()
            hook = nil
            return Collation(name, compare: Self.backwards)
        }
        #expect(try connection.value("SELECT max(x COLLATE c) FROM t") == "a")
        #expect(errors.map(\.resultCode) == [.misuse, .misuse, .misuse])
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 'a' = 'b' COLLATE d") }
        #expect(errors.count == 3)
    }
}
