import CInterface
import DataLiteDatabase
import DataLiteC
import Foundation
import GRDB

/// Reads from one task, and from as many tasks as there are cores, to show how reads scale.
struct ReadingTogether {
    let services: Services
    let reads: Int
    private let sql = "SELECT sum(value) FROM pairs WHERE id >= ?"

    static let group = ScenarioGroup(name: "database tasks") { workplace in
        let reading = ReadingTogether(
            services: try Services(path: workplace.path("tasks.db")),
            reads: workplace.count(20_000))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return Set([1, cores]).sorted().map { reading.scenario(tasks: $0) }
    }

    private func scenario(tasks: Int) -> Scenario {
        let share = reads / tasks
        return Scenario(
            title: "sum of \(services.rows) rows: \(tasks) \(tasks == 1 ? "task" : "tasks")",
            operations: share * tasks,
            c: Contender {
                try onThreads(tasks) { _ in
                    let reader = CReader(services.cDatabase(), sql)
                    return Double((0..<share).reduce(0) { sum, _ in sum + reader.read(1) })
                }
            },
            dataLite: Contender {
                try inTasks(tasks, share) { [services] in
                    try await services.dataLite.read { db in
                        try db.value("SELECT sum(value) FROM pairs WHERE id >= \(1)") ?? 0
                    }
                }
            },
            grdb: Contender {
                try inTasks(tasks, share) { [services, sql] in
                    try await services.grdb.read { db in
                        try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [1]) ?? 0
                    }
                }
            })
    }

    private func inTasks(
        _ tasks: Int, _ reads: Int, _ read: @escaping @Sendable () async throws -> Int
    ) throws -> Double {
        try waiting {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<tasks {
                    group.addTask {
                        var sum = 0
                        for _ in 0..<reads { sum += try await read() }
                        return sum
                    }
                }
                return Double(try await group.reduce(0, +))
            }
        }
    }
}
