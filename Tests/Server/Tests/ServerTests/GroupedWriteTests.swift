import DataLiteServer
import Foundation
import Testing

@Suite("A grouped write")
struct GroupedWriteTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func names(_ database: Database) async throws -> [String] {
        try await database.read { db in
            try db.rows("SELECT name FROM items ORDER BY id", as: String.self)
        }
    }

    @Test("Concurrent writes share few transactions, and all are committed")
    func sharing() async throws {
        let database = try await Database.withItems(path: directory.file())
        let writes = database.statistics.writes
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    try await database.write(.grouped) { db in
                        try db.execute("INSERT INTO items(name) VALUES (\("\(number)"))")
                        return number
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 999 * 500)
        #expect(Set(try await names(database)).count == 1000)
        #expect(database.statistics.writes - writes < 500)
        try await database.close()
    }

    @Test("A write that fails does not harm the others")
    func failing() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await database.addItem("5")
        let failures = await withTaskGroup(of: SQLiteError?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await failure {
                        try await database.write(.grouped) { db in
                            try db.execute("INSERT INTO items(name) VALUES (\("before \(number)"))")
                            try db.execute("INSERT INTO items(name) VALUES (\("\(number)"))")
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
        }
        #expect(failures.map(\.resultCode) == [.constraintUnique])
        let names = try await names(database)
        #expect(names.count == 39)
        #expect(!names.contains("before 5"))
        try await database.close()
    }

    typealias Write = @Sendable (any ConnectionProtocol) throws -> Void

    /// Makes grouped writes that share a transaction, and returns their errors.
    private func shareTransaction(
        _ database: Database, _ writes: [Write]
    ) async throws -> [ResultCode?] {
        let executor = InlineExecutor()
        let start = { (write: @escaping Write) in
            Task(executorPreference: executor) {
                await failure { try await database.write(.grouped, write) }?.resultCode
            }
        }
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        // The group waits for the writer with the first write, and then shares a transaction for the others.
        let waits = database.statistics.waits
        let first = start { _ in }
        try await reached { database.statistics.waits > waits }
        let others = writes.map(start)
        gate.open()
        try await holder.value
        #expect(await first.value == nil)
        var codes: [ResultCode?] = []
        for task in others { codes.append(await task.value) }
        return codes
    }

    private static func insert(_ name: String) -> Write {
        { db in try db.execute("INSERT INTO items(name) VALUES (\(name))") }
    }

    @Test("Writes that wait at the same time share one transaction")
    func oneTransaction() async throws {
        let database = try await Database.withItems(path: directory.file())
        let writes = database.statistics.writes
        let codes = try await shareTransaction(database, ["a", "b", "c"].map(Self.insert))
        #expect(codes == [nil, nil, nil])
        // That of the holder, of the first write, and of the others.
        #expect(database.statistics.writes - writes == 3)
        #expect(try await names(database) == ["a", "b", "c"])
        try await database.close()
    }

    @Test("A write that violates a deferred foreign key fails alone")
    func foreignKey() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await database.write { db in
            try db.execute("CREATE TABLE parents(id INTEGER PRIMARY KEY)")
            try db.execute(
                """
                CREATE TABLE children(
                    parent REFERENCES parents(id) DEFERRABLE INITIALLY DEFERRED)
                """)
        }
        let writes = database.statistics.writes
        let codes = try await shareTransaction(
            database,
            [
                Self.insert("a"),
                { db in
                    try Self.insert("b")(db)
                    try db.execute("INSERT INTO children VALUES (7)")
                },
                // Violated for a moment only.
                { db in
                    try db.execute("INSERT INTO children VALUES (8)")
                    try db.execute("INSERT INTO parents VALUES (8)")
                },
                Self.insert("c"),
            ])
        #expect(codes == [nil, .constraintForeignKey, nil, nil])
        #expect(try await names(database) == ["a", "c"])
        #expect(try await database.read { try $0.value("SELECT parent FROM children") } == 8)
        #expect(database.statistics.writes - writes == 3)
        try await database.close()
    }

    @Test("If a write makes SQLite roll back the transaction, the others run again alone")
    func rolledBack() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await database.addItem("used")
        let runs = Shared(0)
        let codes = try await shareTransaction(
            database,
            [
                { db in
                    runs.change { $0 += 1 }
                    try Self.insert("a")(db)
                },
                { db in try db.execute("INSERT OR ROLLBACK INTO items(name) VALUES ('used')") },
                { db in try db.execute("ROLLBACK") },
                Self.insert("c"),
            ])
        #expect(codes == [nil, .constraintUnique, .abortRollback, nil])
        #expect(runs.current == 2)
        #expect(try await names(database) == ["used", "a", "c"])
        try await database.close()
    }

    @Test("A write that exceeds the time limit fails alone")
    func timeLimit() async throws {
        let database = try await Database.withItems(path: directory.file()) {
            $0.timeLimit = .seconds(1)
        }
        let codes = try await shareTransaction(
            database,
            [
                Self.insert("a"),
                { db in
                    try db.execute(
                        """
                        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                        INSERT INTO items(name) SELECT count(*) FROM n
                        """)
                },
                Self.insert("c"),
            ])
        #expect(codes == [nil, .interrupt, nil])
        #expect(try await names(database) == ["a", "c"])
        try await database.close()
    }

    @Test("If a write commits the transaction, its group fails and no write runs again")
    func committed() async throws {
        let database = try await Database.withItems(path: directory.file())
        let codes = try await shareTransaction(
            database,
            [Self.insert("a"), { db in try db.execute("COMMIT") }, Self.insert("c")])
        #expect(codes == [.misuse, .misuse, .misuse])
        #expect(try await names(database) == ["a"])
        try await database.close()
    }

    @Test("A cancelled write is not run")
    func cancelling() async throws {
        let database = try await Database.withItems(path: directory.file())
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        let cancelled = Task {
            try await database.write(.grouped) { db in
                try db.execute("INSERT INTO items(name) VALUES ('cancelled')")
            }
        }
        try await reached { database.statistics.waits > 0 }
        cancelled.cancel()
        gate.open()
        try await holder.value
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(try await names(database).isEmpty)
        try await database.close()
    }

    @Test("More grouped writes than may wait are refused")
    func waitingCallLimit() async throws {
        let database = try await Database.withItems(path: directory.file()) {
            $0.waitingCallLimit = 1
        }
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        let executor = InlineExecutor()
        let start = { (name: String) in
            Task(executorPreference: executor) {
                await failure { try await database.write(.grouped, Self.insert(name)) }
            }
        }
        // The transaction of the first waits, and then one write for the next transaction.
        let first = start("a")
        try await reached { database.statistics.waits > 0 }
        let second = start("b")
        let error = await start("c").value
        #expect(error?.resultCode == .busy)
        #expect(error?.message.contains("waitingCallLimit of 1") == true)
        gate.open()
        try await holder.value
        #expect(await first.value == nil)
        #expect(await second.value == nil)
        #expect(try await names(database) == ["a", "b"])
        try await database.close()
    }

    @Test("After the database is closed, a grouped write fails")
    func closed() async throws {
        let database = try await Database.withItems()
        try await database.close()
        #expect(
            await failure { try await database.write(.grouped) { _ in } }?.resultCode == .misuse)
    }
}
