import DataLiteDatabase
import DataLiteTestSupport
import Foundation

/// Starts calls and cancels them at random times: while they wait, run and commit. Synchronous calls run concurrently.
package struct CancellationLoad: Sendable {
    let database: Database
    let count: Int
    let seed: UInt64

    package init(database: Database, count: Int, seed: UInt64 = 7) {
        self.database = database
        self.count = count
        self.seed = seed
    }

    package struct Report: Sendable {
        package var completed = 0
        package var cancelled = 0
        /// The number of saved rows.
        package var rows = 0
        package var problems: [String] = []
    }

    private enum Call: CaseIterable {
        case read, longRead, write, longWrite, writeWithoutTransaction, snapshot
    }

    package static func createTable(in database: Database) throws {
        try database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
    }

    package func run() async -> Report {
        let isFinished = Flag()
        async let first = onThread { synchronousCalls(until: isFinished) }
        async let second = onThread { synchronousCalls(until: isFinished) }
        var report = await cancelCalls()
        isFinished.set()
        for other in await [first, second] {
            report.rows += other.rows
            report.problems += other.problems
        }
        return report
    }

    private func cancelCalls() async -> Report {
        var generator = SeededGenerator(seed: seed)
        var report = Report()
        var remaining = count
        while remaining > 0 {
            let calls = (0..<min(remaining, 25)).map { _ in
                Call.allCases.randomElement(using: &generator) ?? .read
            }
            remaining -= calls.count
            let tasks = calls.map { call in Task { try await perform(call) } }
            for index in tasks.indices.shuffled(using: &generator) {
                for _ in 0..<Int.random(in: 0..<4, using: &generator) { await Task.yield() }
                tasks[index].cancel()
            }
            for task in tasks {
                do {
                    report.rows += try await task.value
                    report.completed += 1
                } catch is CancellationError {
                    report.cancelled += 1
                } catch {
                    report.problems.append("\(error)")
                }
            }
        }
        return report
    }

    /// - Returns: The number of saved rows.
    private func perform(_ call: Call) async throws -> Int {
        switch call {
        case .read: try await database.read { _ = try $0.rows("SELECT * FROM items LIMIT 10") }
        case .longRead: try await database.read(Self.countFar)
        case .write: return try await database.write(Self.addPair)
        case .longWrite:
            return try await database.write { db in
                _ = try Self.addPair(db)
                try Self.countFar(db)
                return try Self.addPair(db) * 2
            }
        case .writeWithoutTransaction:
            // Rows saved before the cancellation would be kept, so this must not save any.
            try await database.writeWithoutTransaction(Self.countFar)
        case .snapshot:
            let snapshot = try await database.snapshot()
            try await snapshot.read { _ = try $0.rows("SELECT * FROM items LIMIT 10") }
            snapshot.close()
        }
        return 0
    }

    private func synchronousCalls(until isFinished: Flag) -> Report {
        var report = Report()
        while !isFinished.isSet {
            do {
                report.rows += try database.write(Self.addPair)
                let count = try database.read { try $0.value("SELECT count(*) FROM items") ?? 0 }
                if !count.isMultiple(of: 2) { report.problems.append("\(count) rows") }
            } catch {
                report.problems.append("\(error)")
            }
            sched_yield()
        }
        return report
    }

    private func onThread(_ body: @escaping @Sendable () -> Report) async -> Report {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    @Sendable
    private static func addPair(_ db: any ConnectionProtocol) throws -> Int {
        for _ in 1...2 { try db.execute("INSERT INTO items(name) VALUES ('item')") }
        return 2
    }

    @Sendable
    private static func countFar(_ db: any ConnectionProtocol) throws {
        try db.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
            SELECT max(i) FROM n
            """)
    }
}

/// A flag that one thread sets for other threads.
//
// SAFETY: `value` is accessed only while `lock` is held.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
}
