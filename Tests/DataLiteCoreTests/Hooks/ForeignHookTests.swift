import DataLiteC
import DataLiteCore
import Testing

/// SQLite has one hook of each kind per connection. A hook installed with the C API must stay as long as no
/// delegate needs the hook.
@Suite("A hook set with the C API")
struct ForeignHookTests {
    /// The number of calls of each hook in a test. It is the context of the hooks.
    private final class Counts {
        var updates = 0
        var commits = 0
        var rollbacks = 0
        var traces = 0

        var all: [Int] { [updates, commits, rollbacks, traces] }
    }

    private static func counts(_ context: UnsafeMutableRawPointer?) -> Counts? {
        context.map { Unmanaged<Counts>.fromOpaque($0).takeUnretainedValue() }
    }

    private func install(_ counts: Counts, on connection: Connection) throws {
        let context = Unmanaged.passUnretained(counts).toOpaque()
        try connection.withUnsafeHandle { pointer in
            sqlite3_update_hook(
                pointer, { context, _, _, _, _ in Self.counts(context)?.updates += 1 }, context)
            sqlite3_commit_hook(
                pointer,
                {
                    Self.counts($0)?.commits += 1
                    return 0
                }, context)
            sqlite3_rollback_hook(pointer, { Self.counts($0)?.rollbacks += 1 }, context)
            sqlite3_trace_v2(
                pointer, UInt32(SQLITE_TRACE_STMT),
                { _, context, _, _ in
                    Self.counts(context)?.traces += 1
                    return 0
                }, context)
        }
    }

    /// The calls for one update and one rollback, which run four statements.
    private func events(_ counts: Counts, on connection: Connection) throws -> [Int] {
        let before = counts.all
        try connection.execute("UPDATE t SET x = x + 1 WHERE id = 1")
        try connection.execute(sql: "BEGIN; DELETE FROM t WHERE id = 1; ROLLBACK")
        return zip(counts.all, before).map { $0 - $1 }
    }

    @Test("A C hook is kept after a failed close and after removing a delegate never added")
    func untouched() throws {
        let connection = try Connection.sample()
        let counts = Counts()
        try install(counts, on: connection)
        let all = try events(counts, on: connection)
        #expect(all == [2, 1, 1, 4])
        do {
            let statement = try connection.prepare(sql: "SELECT 1")
            #expect(throws: SQLiteError.self) { try connection.close() }
            withExtendedLifetime(statement) {}
        }
        #expect(try events(counts, on: connection) == all)
        connection.remove(delegate: DelegateLog())
        connection.remove(traceDelegate: StatementLog())
        #expect(try events(counts, on: connection) == all)
    }

    @Test("A delegate leaves C hooks of other kinds installed")
    func otherKind() throws {
        let connection = try Connection.sample()
        let counts = Counts()
        try install(counts, on: connection)
        let trace = StatementLog()
        connection.add(traceDelegate: trace)
        #expect(try events(counts, on: connection) == [2, 1, 1, 0])
        connection.remove(traceDelegate: trace)
        #expect(try events(counts, on: connection) == [2, 1, 1, 0])
        try install(counts, on: connection)
        let log = DelegateLog()
        connection.add(delegate: log)
        #expect(try events(counts, on: connection) == [0, 0, 0, 4])
    }

    @Test("A C hook set after a delegate's hook is kept when a delegate is added or a close fails")
    func installedLater() throws {
        let connection = try Connection.sample()
        let (log, other, trace, counts) = (DelegateLog(), DelegateLog(), StatementLog(), Counts())
        connection.add(delegate: log)
        connection.add(traceDelegate: trace)
        try install(counts, on: connection)
        connection.add(delegate: other)
        connection.add(traceDelegate: StatementLog())
        connection.remove(delegate: other)
        let statement = try connection.prepare(sql: "SELECT 1")
        #expect(throws: SQLiteError.self) { try connection.close() }
        #expect(try events(counts, on: connection) == [2, 1, 1, 4])
        withExtendedLifetime((log, trace, statement)) {}
    }
}
