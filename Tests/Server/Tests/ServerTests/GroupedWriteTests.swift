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

    @Test("A write that ends the transaction makes the writes of its group fail")
    func ending() async throws {
        let database = try await Database.withItems(path: directory.file())
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        // The task of the group waits for the writer with the first write.
        let first = Task { () async -> SQLiteError? in
            await failure {
                try await database.write(.grouped) { db in try db.execute("ROLLBACK") }
            }
        }
        try await reached { database.statistics.waits > 0 }
        let next = Task { () async throws -> Int in
            try await database.write(.grouped) { _ in 2 }
        }
        gate.open()
        try await holder.value
        #expect(await first.value != nil)
        #expect(try await next.value == 2)
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

    @Test("If the commit fails, every write of the group fails")
    func commit() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await database.write { db in
            try db.execute("CREATE TABLE parents(id INTEGER PRIMARY KEY)")
            try db.execute(
                """
                CREATE TABLE children(
                    parent REFERENCES parents(id) DEFERRABLE INITIALLY DEFERRED)
                """)
        }
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        let first = Task { try await database.write(.grouped) { _ in } }
        try await reached { database.statistics.waits > 0 }
        let group = (0..<3).map { number in
            Task { () async -> SQLiteError? in
                await failure {
                    try await database.write(.grouped) { db in
                        try db.execute("INSERT INTO items(name) VALUES (\("\(number)"))")
                        if number == 1 { try db.execute("INSERT INTO children VALUES (7)") }
                    }
                }
            }
        }
        try await Task.sleep(for: .milliseconds(50))
        gate.open()
        try await holder.value
        try await first.value
        for task in group { #expect(await task.value?.resultCode.primary == .constraint) }
        #expect(try await names(database).isEmpty)
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
