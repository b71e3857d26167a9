import DataLiteDatabase
import DataLiteTestSupport
import Foundation

/// Moves amounts between accounts on threads and tasks, while other threads and tasks check that the total is constant.
package struct TransferLoad: Sendable {
    package static let total = 1000

    let database: Database
    /// The number of writes or reads of each thread and task.
    let rounds: Int
    let seed: UInt64
    /// The time to stop, even if there are rounds left.
    let end: ContinuousClock.Instant?

    package init(
        database: Database, rounds: Int, seed: UInt64 = 0, end: ContinuousClock.Instant? = nil
    ) {
        self.database = database
        self.rounds = rounds
        self.seed = seed
        self.end = end
    }

    package struct Report: Sendable, CustomStringConvertible {
        package var reads = 0
        package var transfers = 0
        /// Wrong totals, and errors.
        package var problems: [String] = []

        package var description: String {
            "\(transfers) transfers, \(reads) reads, \(problems.isEmpty ? "no problems" : "\(problems)")"
        }
    }

    /// An error in the middle of a transfer, whose first half must not be visible.
    private struct Failure: Error {}

    package static func createAccounts(in database: Database) throws {
        try database.write { db in
            try db.execute("CREATE TABLE accounts(id INTEGER PRIMARY KEY, balance INTEGER)")
            for id in 1...10 {
                try db.execute("INSERT INTO accounts VALUES (\(id), \(total / 10))")
            }
        }
    }

    package func run() async -> Report {
        await withTaskGroup(of: Report.self) { group in
            for number in 1...2 { group.addTask { await onThread { transferAndRead(number) } } }
            for _ in 1...3 { group.addTask { await read() } }
            group.addTask { await transferAsync() }
            return await group.reduce(into: Report()) { sum, report in
                sum.reads += report.reads
                sum.transfers += report.transfers
                sum.problems += report.problems
            }
        }
    }

    // MARK: - Threads

    private func transferAndRead(_ number: Int) -> Report {
        var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(number))
        return repeated { report in
            let transfer = Transfer(using: &generator)
            do {
                try database.write(transfer.run)
            } catch is Failure {}
            report.transfers += 1
            check([try database.read(Self.total)], &report)
        }
    }

    /// Runs a closure on its own thread, because it blocks.
    private func onThread(_ body: @escaping @Sendable () -> Report) async -> Report {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    private func repeated(_ body: (inout Report) throws -> Void) -> Report {
        var report = Report()
        for _ in 0..<rounds where !isOver {
            do {
                try body(&report)
            } catch {
                report.problems.append("\(error)")
            }
        }
        return report
    }

    // MARK: - Tasks

    private func read() async -> Report {
        var report = Report()
        for _ in 0..<rounds where !isOver {
            do {
                let totals = try await database.read { [try Self.total($0), try Self.total($0)] }
                check(totals, &report)
            } catch {
                report.problems.append("\(error)")
            }
        }
        return report
    }

    private func transferAsync() async -> Report {
        var report = Report()
        var generator = SeededGenerator(seed: seed &* 31)
        for _ in 0..<rounds where !isOver {
            do {
                try await database.write(Transfer(using: &generator).run)
            } catch is Failure {
            } catch {
                report.problems.append("\(error)")
            }
            report.transfers += 1
        }
        return report
    }

    // MARK: - Steps

    private var isOver: Bool { end.map { ContinuousClock.now >= $0 } ?? false }

    private struct Transfer: Sendable {
        let (from, to): (Int, Int)
        let amount: Int
        let fails: Bool

        init(using generator: inout SeededGenerator) {
            from = .random(in: 1...10, using: &generator)
            to = .random(in: 1...10, using: &generator)
            amount = .random(in: 1...50, using: &generator)
            fails = Int.random(in: 0..<5, using: &generator) == 0
        }

        @Sendable
        func run(_ db: any ConnectionProtocol) throws {
            try db.execute("UPDATE accounts SET balance = balance - \(amount) WHERE id = \(from)")
            if fails { throw Failure() }
            try db.execute("UPDATE accounts SET balance = balance + \(amount) WHERE id = \(to)")
        }
    }

    @Sendable
    private static func total(_ db: any ConnectionProtocol) throws -> Int {
        try db.value("SELECT sum(balance) FROM accounts") ?? 0
    }

    private func check(_ totals: [Int], _ report: inout Report) {
        report.reads += totals.count
        report.problems += totals.filter { $0 != Self.total }.map { "a total of \($0)" }
    }
}
