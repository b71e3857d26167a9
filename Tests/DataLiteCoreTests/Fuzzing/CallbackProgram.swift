import DataLiteCore
import Foundation

/// A connection whose functions, aggregates, collation, delegates and released objects act on it at random.
final class CallbackProgram {
    let connection: Connection
    private(set) var events: Set<String> = []

    private let census: InstanceCounter
    private var generator: SeededGenerator

    /// How many actions are left. Nested actions count too, so every program ends.
    private var budget = 0
    private var depth = 0

    private var cursors: [Cursor<SQLiteRow>] = []
    private var statements: [Statement] = []
    private var delegates: [Delegate] = []

    init(seed: UInt64, census: InstanceCounter) throws {
        self.census = census
        generator = SeededGenerator(seed: seed)
        connection = try Connection(
            location: .inMemory,
            configuration: .init {
                $0.statementCacheCapacity = seed % 3 == 0 ? 2 : 64
                $0.nestedRunLimit = 6
            })
        if seed % 2 == 0 { try connection.set(pragma: .autoVacuum, value: 1) }
        try addFunctions()
        try connection.execute(
            sql: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT COLLATE wild);
                CREATE INDEX ix ON t(x);
                CREATE TABLE u(id INTEGER PRIMARY KEY REFERENCES t, y);
                CREATE TRIGGER tr AFTER UPDATE ON t BEGIN INSERT INTO u(y) VALUES (f(new.id)); END
                """)
        for id in 1...40 {
            try connection.execute("INSERT INTO t VALUES (\(id), \("text \(id % 9)"))")
        }
    }

    func run() {
        budget = 60
        while budget > 0 { act() }
        release()
    }

    /// Releases what the program holds. What is released acts no more.
    func release() {
        budget = 0
        removeAll(\.cursors)
        removeAll(\.statements)
        removeAll(\.delegates)
    }

    /// The objects are released after the access to the list, because they act.
    private func removeAll<T>(_ list: ReferenceWritableKeyPath<CallbackProgram, [T]>) {
        let removed = self[keyPath: list]
        self[keyPath: list] = []
        withExtendedLifetime(removed) {}
    }

    func end() throws {
        release()
        if !connection.isClosed { try connection.close() }
    }
}

// MARK: - Callbacks

extension CallbackProgram {
    private struct Failure: Error {}

    private final class Delegate: ConnectionDelegate, ConnectionTraceDelegate {
        unowned let program: CallbackProgram
        init(_ program: CallbackProgram) { self.program = program }

        func connection(_: any ConnectionProtocol, didUpdate: SQLiteAction) {
            program.called("update")
        }
        func connectionWillCommit(_: any ConnectionProtocol) throws {
            try program.mayFail("commit")
        }
        func connectionDidRollback(_: any ConnectionProtocol) { program.called("rollback") }
        func connection(_: any ConnectionProtocol, trace: SQLTrace) { program.called("trace") }
    }

    /// The state of a group, which acts when it is made and when it is released.
    private final class Group {
        unowned let program: CallbackProgram
        private let member: InstanceCounter.Member

        init(_ program: CallbackProgram) {
            self.program = program
            member = InstanceCounter.Member(of: program.census)
            program.called("init")
        }

        deinit { program.called("deinit") }
    }

    private func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    private func called(_ event: String) {
        events.insert(event)
        guard random(0..<4) == 0 else { return }
        log("\(event) {")
        defer { log("}") }
        for _ in 0..<random(1..<4) { act() }
    }

    private func mayFail(_ event: String) throws {
        called(event)
        if random(0..<12) == 0 { throw Failure() }
    }

    /// An object that acts when it is released.
    private func will() -> AnyObject {
        let member = InstanceCounter.Member(of: census)
        return DeinitCallback { [unowned self] in
            withExtendedLifetime(member) { called("deinit") }
        }
    }

    private func addFunctions() throws {
        try connection.add(function: "f", argc: 1) { [unowned self] args in
            if random(0..<2) == 0 { _ = args.auxiliary(at: 0) { _ in will() } }
            try mayFail("function")
            return args[0]
        }
        try connection.add(aggregate: "agg", argc: 1, initial: Group(self)) { group, _ in
            try group.program.mayFail("step")
        } finalize: { group in
            try group.program.mayFail("finalize")
            return 1
        }
        try connection.add(window: "win", argc: 1, initial: Group(self)) { group, _ in
            try group.program.mayFail("step")
        } inverse: { group, _ in
            try group.program.mayFail("inverse")
        } value: { group in
            try group.program.mayFail("value")
            return 1
        }
        try connection.add(collation: "wild") { [unowned self] lhs, rhs in
            called("collation")
            return lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
        }
    }
}

// MARK: - Actions

extension CallbackProgram {
    /// `DATALITE_FUZZ_LOG=1` prints what the programs do.
    private static let isLogging = ProcessInfo.processInfo.environment["DATALITE_FUZZ_LOG"] != nil

    private func log(_ text: @autoclosure () -> String) {
        if Self.isLogging { print(String(repeating: "    ", count: depth) + text()) }
    }

    private func attempt(_ name: String, _ action: () throws -> Void) {
        log(name)
        do {
            try action()
        } catch {
            log("failed: \(name): \(error)")
        }
    }

    private func randomQuery() -> SQL { Self.queries[random(0..<Self.queries.count)] }

    private static let queries: [SQL] = [
        "SELECT id, f(x) FROM t", "SELECT f('constant') FROM t WHERE x > 'text 3'",
        "SELECT agg(x) FROM t GROUP BY id % 3", "SELECT x FROM t ORDER BY x DESC, f(id)",
        "SELECT win(x) OVER (PARTITION BY id % 4 ORDER BY id ROWS 1 PRECEDING) FROM t",
        "SELECT DISTINCT x FROM t WHERE x BETWEEN 'text 1' AND 'text 5'",
        "INSERT INTO t(x) VALUES (f('new')), ('newer') RETURNING id",
        "UPDATE t SET x = f(x) || 'u' WHERE id % 5 = 1 RETURNING f(id)",
        "DELETE FROM t WHERE id % 7 = 6 RETURNING x",
    ]

    /// None adds an index to a table that others write: SQLite does not add the rows of a statement that was
    /// compiled before.
    private static let commands: [SQL] = [
        "INSERT INTO t(x) VALUES (f('text 4'))", "DELETE FROM t WHERE x = 'text 2'",
        "UPDATE t SET x = f(id) WHERE id < 6", "REPLACE INTO t(id, x) VALUES (3, f('r'))",
        "INSERT OR ROLLBACK INTO t(id) VALUES (f(50)), (50)", "DELETE FROM u",
        "BEGIN", "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s",
        "ROLLBACK TO s",
        "RELEASE datalite", "ROLLBACK TO datalite", "CREATE TABLE IF NOT EXISTS made(y)",
        "DROP TABLE IF EXISTS made", "CREATE INDEX IF NOT EXISTS iy ON made(y)", "REINDEX",
        "PRAGMA incremental_vacuum", "VACUUM", "ANALYZE",
    ]

    private func act() {
        guard budget > 0, depth < 12 else { return }
        budget -= 1
        depth += 1
        defer { depth -= 1 }
        switch random(0..<30) {
        case 0..<7: openCursor()
        case 7..<11: stepCursor()
        case 11..<14: releaseCursors()
        case 14..<19:
            let command = Self.commands[random(0..<Self.commands.count)]
            attempt("\(command)") { try connection.execute(command) }
        case 19..<21:
            attempt("transaction") { try connection.transaction { try actInScope() } }
        case 21..<24:
            attempt("savepoint") { try connection.savepoint { try actInScope() } }
        case 24:
            log("interrupt")
            connection.interrupt()
        case 25: useStatement()
        case 26: changeConnection()
        case 27: attempt("rollback") { try connection.rollbackTransaction() }
        case 28: attempt("commit") { try connection.commitTransaction() }
        default:
            let query = randomQuery()
            attempt("all rows of \(query)") { _ = try connection.rows(query) }
        }
    }

    private func openCursor() {
        let query = randomQuery()
        attempt("open \(query)") {
            let cursor = try connection.cursor(query)
            cursors.append(cursor)
            for _ in 0..<random(0..<4) { attempt("step it") { _ = try cursor.step() } }
        }
    }

    private func stepCursor() {
        guard let cursor = cursors.randomElement(using: &generator) else { return }
        attempt("step a cursor") { _ = try cursor.step() }
        _ = cursor.columnValue(at: 0)
        attempt("next row of a cursor") { _ = try cursor.next() }
    }

    private func releaseCursors() {
        guard !cursors.isEmpty else { return }
        switch random(0..<3) {
        case 0:
            log("release all cursors")
            removeAll(\.cursors)
        case 1:
            let cursor = cursors[random(0..<cursors.count)]
            attempt("close a cursor") { try cursor.close() }
        default:
            log("release a cursor")
            let removed = cursors.remove(at: random(0..<cursors.count))
            withExtendedLifetime(removed) {}
        }
    }

    private func actInScope() throws {
        for _ in 0..<random(0..<5) { act() }
        if random(0..<2) == 0 { throw Failure() }
    }

    private func useStatement() {
        switch random(0..<4) {
        case 0:
            let sql = "SELECT f(?1), x FROM t WHERE x >= ?1"
            attempt("prepare \(sql)") {
                let statement: Statement = try connection.prepare(sql: sql)
                statements.append(statement)
            }
        case 1:
            log("release the statements")
            removeAll(\.statements)
        default:
            guard let statement = statements.randomElement(using: &generator) else { return }
            attempt("bind") { try statement.bind("text \(random(0..<9))", at: 1) }
            attempt("step a statement") { _ = try statement.step() }
            _ = statement.currentRow()
            if random(0..<2) == 0 { attempt("reset") { try statement.reset() } }
            if random(0..<4) == 0 { attempt("clear") { try statement.clearBindings() } }
        }
    }

    private func changeConnection() {
        switch random(0..<12) {
        case 0: attempt("close") { try connection.close() }
        case 1..<3:
            log("clear the statement cache")
            connection.clearStatementCache()
        case 3: attempt("add the functions") { try addFunctions() }
        case 4: attempt("remove f") { try connection.remove(function: "f", argc: 1) }
        case 5:
            log("release the delegates")
            removeAll(\.delegates)
        case 6: _ = connection.isRollbackDeferred
        default:
            log("add a delegate")
            let delegate = Delegate(self)
            delegates.append(delegate)
            connection.add(delegate: delegate)
            if random(0..<2) == 0 { connection.add(traceDelegate: delegate) }
        }
    }
}
