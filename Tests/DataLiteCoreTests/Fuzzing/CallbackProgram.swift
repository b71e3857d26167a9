import DataLiteCore
import Foundation

/// A connection whose functions, aggregates, collation, delegates, hooks and released objects act on it at random.
final class CallbackProgram {
    let connection: Connection
    var events: Set<String> = []

    let census: InstanceCounter

    /// Counts the program itself, which nothing may retain at its end.
    private let member: InstanceCounter.Member
    var generator: SeededGenerator

    /// The number of remaining actions, including nested actions, so that every program ends.
    var budget = 0
    private var isReleased = false
    var depth = 0

    var cursors: [Cursor<SQLiteRow>] = []
    var statements: [Statement] = []
    var delegates: [Delegate] = []
    var observers: [Observer] = []
    var hooks: [Connection.Hook] = []

    init(seed: UInt64, census: InstanceCounter) throws {
        self.census = census
        member = InstanceCounter.Member(of: census)
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
                CREATE TABLE blobs(id INTEGER PRIMARY KEY, x);
                CREATE TRIGGER tr AFTER UPDATE ON t BEGIN INSERT INTO u(y) VALUES (f(new.id)); END
                """)
        for id in 1...40 {
            try connection.execute("INSERT INTO t VALUES (\(id), \("text \(id % 9)"))")
            try connection.execute("INSERT INTO blobs VALUES (\(id), zeroblob(\(id * 100)))")
        }
    }

    func run() {
        budget = 60
        while budget > 0 { act() }
        release()
    }

    /// Releases the objects of the program. Released objects no longer act, and nothing fails at random.
    func release() {
        budget = 0
        isReleased = true
        removeAll(\.cursors)
        removeAll(\.statements)
        removeAll(\.delegates)
        removeAll(\.observers)
        removeAll(\.hooks)
    }

    /// The objects are released after the access to the list, because they act.
    func removeAll<T>(_ list: ReferenceWritableKeyPath<CallbackProgram, [T]>) {
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
    struct Failure: Error {}

    final class Delegate: ConnectionDelegate, ConnectionTraceDelegate {
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

    func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    func called(_ event: String) {
        events.insert(event)
        guard random(0..<4) == 0 else { return }
        log("\(event) {")
        defer { log("}") }
        for _ in 0..<random(1..<4) { act() }
    }

    func mayFail(_ event: String) throws {
        called(event)
        if !isReleased, random(0..<12) == 0 { throw Failure() }
    }

    /// An object that acts when it is released.
    func will() -> AnyObject {
        let member = InstanceCounter.Member(of: census)
        return DeinitCallback { [unowned self] in
            withExtendedLifetime(member) { called("deinit") }
        }
    }

    func addFunctions() throws {
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
            // The tables are filled and checked without errors.
            if budget > 0 { try mayFail("collation") }
            return lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
        }
    }
}
