import DataLiteCore
import Foundation
import Testing

@Suite("A hook of statements")
struct TraceHookTests {
    @Test("A trace hook receives each statement that begins, with its values")
    func statements() throws {
        let connection = try Connection.sample()
        var texts: [String] = []
        let hook = try connection.onTrace { texts.append($0.expandedSQL) }
        try connection.execute("DELETE FROM t WHERE id = \(1)")
        hook.cancel()
        try connection.execute("DELETE FROM t WHERE id = \(2)")
        #expect(texts == ["DELETE FROM t WHERE id = 1"])
    }

    @Test("A trace hook and a trace delegate are called, and one stays when the other ends")
    func withDelegate() throws {
        let connection = try Connection.sample()
        var count = 0
        let log = StatementLog()
        connection.add(traceDelegate: log)
        let hook = try connection.onTrace { _ in count += 1 }
        try connection.execute("SELECT 1")
        connection.remove(traceDelegate: log)
        try connection.execute("SELECT 2")
        connection.add(traceDelegate: log)
        hook.cancel()
        try connection.execute("SELECT 3")
        #expect(count == 2)
        #expect(log.texts == ["SELECT 1", "SELECT 3"])
    }

    @Test("A trace that a hook keeps stays valid")
    func keptTraces() throws {
        let connection = try Connection.sample()
        var traces: [SQLTrace] = []
        let hook = try connection.onTrace { traces.append($0) }
        for value in 1...3 { try connection.execute("UPDATE t SET x = \(value)") }
        #expect(traces.map(\.expandedSQL) == (1...3).map { "UPDATE t SET x = \($0)" })
        withExtendedLifetime(hook) {}
    }

    @Test("A row hook receives each row with its names and values")
    func rows() throws {
        let connection = try Connection.sample(count: 2)
        var rows: [TracedRow] = []
        let hook = try connection.onRow { rows.append($0) }
        _ = try connection.rows("SELECT id, x AS y, 'é' AS z, NULL AS n, x'00' AS b FROM t")
        try connection.execute("UPDATE t SET x = 1")
        #expect(rows.map(\.sql).count == 2)
        #expect(
            rows.first?.row
                == SQLiteRow([
                    ("id", .int(1)), ("y", .int(10)), ("z", .text("é")), ("n", .null),
                    ("b", .blob(Data([0]))),
                ]))
        #expect(rows.last?.row["id"] == .int(2))
        hook.cancel()
        _ = try connection.rows("SELECT 1")
        #expect(rows.count == 2)
    }

    @Test("A row hook reads text of another encoding without changing what the caller reads")
    func rowsOfUTF16() throws {
        let connection = try Connection.inMemory(encoding: "UTF-16le")
        try connection.execute("CREATE TABLE t(x)")
        try connection.execute("INSERT INTO t VALUES ('größe'), (1.5)")
        var rows: [SQLiteRow] = []
        let hook = try connection.onRow { rows.append($0.row) }
        let read = try connection.rows("SELECT x FROM t")
        #expect(rows == read)
        #expect(read.map { $0["x"] } == [.text("größe"), .real(1.5)])
        withExtendedLifetime(hook) {}
    }

    @Test("A profile hook receives statements that take longer than its limit")
    func profiles() throws {
        let connection = try Connection.sample()
        var all: [LoggedStatement] = []
        var slow: [LoggedStatement] = []
        let hooks = [
            try connection.onProfile(includingValues: true) { all.append($0) },
            try connection.onProfile(slowerThan: .seconds(60)) { slow.append($0) },
        ]
        try connection.execute("UPDATE t SET x = \(5)")
        _ = try? connection.execute("INSERT INTO t(id) VALUES (1)")
        hooks[0].cancel()
        try connection.execute("SELECT 1")
        #expect(all.map(\.sql) == ["UPDATE t SET x = ?", "INSERT INTO t(id) VALUES (1)"])
        #expect(all.first?.expandedSQL == "UPDATE t SET x = 5")
        #expect(all.allSatisfy { $0.duration > .zero && $0.role == .writer })
        #expect(slow == [])
        withExtendedLifetime(hooks) {}
    }

    @Test("A profile hook does not disturb the log of the configuration")
    func withLog() throws {
        let log = Lines()
        let connection = try Connection(
            location: .inMemory, configuration: .init { $0.logStatements { log.append($0.sql) } })
        var texts: [String] = []
        let statement = try connection.prepare(sql: "SELECT 1 UNION SELECT 2")
        _ = try statement.step()
        do {
            let hook = try connection.onProfile { texts.append($0.expandedSQL ?? $0.sql) }
            try statement.reset()
            try connection.execute("SELECT 3")
            withExtendedLifetime(hook) {}
        }
        try connection.execute("SELECT 4")
        #expect(log.lines.suffix(3) == ["SELECT 1 UNION SELECT 2", "SELECT 3", "SELECT 4"])
        #expect(texts == ["SELECT 1 UNION SELECT 2", "SELECT 3"])
    }

    @Test("A close hook is called once, after a close that succeeds")
    func closing() throws {
        let connection = try Connection.sample()
        var count = 0
        let hook = try connection.onClose { [unowned connection] in
            count += 1
            #expect(connection.isClosed)
            #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
        }
        do {
            let statement = try connection.prepare(sql: "SELECT 1")
            #expect(throws: SQLiteError.self) { try connection.close() }
            withExtendedLifetime(statement) {}
        }
        #expect(count == 0)
        try connection.close()
        #expect(count == 1)
        withExtendedLifetime(hook) {}
    }

    @Test("A close hook is called when its connection is released, unless it was cancelled")
    func releasing() throws {
        var calls: [Int] = []
        var hooks: [Connection.Hook] = []
        do {
            let connection = try Connection.sample()
            for number in 1...3 {
                hooks.append(try connection.onClose { calls.append(number) })
            }
            hooks[1].cancel()
            #expect(calls == [])
        }
        #expect(calls == [1, 3])
    }

    @Test("A trace hook that ends during VACUUM leaves the connection usable")
    func endsDuringVacuum() throws {
        let connection = try Connection.inMemory()
        var hook: Connection.Hook?
        try connection.add(collation: "ends") { lhs, rhs in
            hook?.cancel()
            return lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
        }
        try connection.execute("CREATE TABLE v(x TEXT COLLATE ends UNIQUE)")
        try connection.execute("INSERT INTO v VALUES ('a'), ('b'), ('c')")
        var traced: [String] = []
        hook = try connection.onTrace { traced.append($0.unexpandedSQL) }
        try connection.execute("VACUUM")
        #expect(hook?.isCancelled == true)
        #expect(try connection.value("SELECT count(*) FROM v") == 3)
        #expect(traced == ["VACUUM"])
    }
}

/// The lines of a log.
//
// SAFETY: a test uses it on one thread.
private final class Lines: @unchecked Sendable {
    private(set) var lines: [String] = []
    func append(_ line: String) { lines.append(line) }
}
