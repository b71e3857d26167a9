import DataLiteDatabase
import Dispatch
import Testing

@Suite("A write whose result is discarded by a closure of () -> Void")
struct DiscardedResultTests {
    private let database: Database

    init() throws {
        database = try Database.inMemory()
        try database.write { try $0.execute("CREATE TABLE t(n INTEGER)") }
    }

    private var count: Int {
        get throws { try database.read { try $0.value("SELECT count(*) FROM t") ?? 0 } }
    }

    @Test("Task groups, tasks and functions")
    func tasks() async throws {
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...3 {
                group.addTask {
                    try await database.write { db in try db.execute("INSERT INTO t VALUES (1)") }
                }
            }
            try await group.waitForAll()
        }
        let task: Task<Void, any Error> = Task {
            try await database.write { db in try db.execute("INSERT INTO t VALUES (2)") }
        }
        try await task.value
        let button: () throws -> Void = {
            try database.write { db in try db.execute("INSERT INTO t VALUES (3)") }
        }
        try button()
        let script: () async throws -> Void = {
            try await database.writeWithoutTransaction { db in
                try db.execute("INSERT INTO t VALUES (4)")
            }
        }
        try await script()
        let plain: () throws -> Void = {
            try database.writeWithoutTransaction { db in
                try db.execute("INSERT INTO t VALUES (5)")
            }
        }
        try plain()
        #expect(try count == 7)
    }

    @Test("The results of other writes stay")
    func results() throws {
        let plain = try database.write { db in try db.execute("INSERT INTO t VALUES (3)") }
        #expect(plain == 1)
        let text = try database.writeWithoutTransaction { _ in "a" }
        #expect(text == "a")
        try database.write { db in
            try db.execute("INSERT INTO t VALUES (4)")
            try db.execute("INSERT INTO t VALUES (5)")
        }
        #expect(try count == 3)
    }

    @Test("The results of other asynchronous writes stay")
    func asyncResults() async throws {
        let sum = try await database.write { db in try db.execute("INSERT INTO t VALUES (1), (2)") }
        #expect(sum == 2)
    }

    @Test("An error of the closure rolls the write back")
    func errors() throws {
        struct Failure: Error {}
        let fail: () throws -> Void = {
            try database.write { db in
                try db.execute("INSERT INTO t VALUES (1)")
                throw Failure()
            }
        }
        #expect(throws: Failure.self) { try fail() }
        #expect(try count == 0)
    }
}
