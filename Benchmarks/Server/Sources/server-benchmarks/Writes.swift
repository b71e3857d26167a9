import DataLiteServer
import Foundation
import GRDB

/// Small writes of 64 tasks: one transaction for each, grouped, and with GRDB.
enum Writes {
    private static let tasks = 64

    static func measure() async throws {
        for (name, synchronous, count) in [
            ("NORMAL", Synchronous.normal, 400), ("FULL", .full, 10),
        ] {
            print("\(tasks) tasks that write, synchronous = \(name), writes per second")
            let contenders =
                [
                    ("DataLite, write", try DataLite(synchronous, isGrouped: false)),
                    ("DataLite, write(.grouped)", try DataLite(synchronous, isGrouped: true)),
                    ("GRDB, write", try Pool(synchronous)),
                ] as [(String, any Writing)]
            var best = Array(repeating: Duration.seconds(3600), count: contenders.count)
            for _ in 0..<3 {
                for (index, contender) in contenders.enumerated() {
                    let time = try await ContinuousClock().measure {
                        try await run(contender.1, count)
                    }
                    best[index] = min(best[index], time)
                }
            }
            let grdb = best[2].seconds
            for (contender, time) in zip(contenders, best) {
                let rate = Int(Double(tasks * count) / time.seconds)
                let ratio = (grdb / time.seconds).formatted(.number.precision(.fractionLength(2)))
                print("  \(contender.0): \(rate), \(ratio) x GRDB")
                try await contender.1.close()
            }
        }
    }

    private static func run(_ writing: any Writing, _ count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in 0..<count { try await writing.write("\(task) \(number)") }
                }
            }
            try await group.waitForAll()
        }
    }

    private protocol Writing: Sendable {
        func write(_ name: String) async throws
        func close() async throws
    }

    private struct DataLite: Writing {
        let path: String
        let database: DataLiteServer.Database
        let isGrouped: Bool

        init(_ synchronous: Synchronous, isGrouped: Bool) throws {
            path = try ServerBenchmarks.newFile()
            self.isGrouped = isGrouped
            database = try Database(
                path: path, configuration: .init { $0.synchronous = synchronous })
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
        }

        func write(_ name: String) async throws {
            if isGrouped {
                try await database.write(.grouped) { db in
                    try db.execute("INSERT INTO items(name) VALUES (\(name))")
                }
            } else {
                try await database.write { db in
                    try db.execute("INSERT INTO items(name) VALUES (\(name))")
                }
            }
        }

        func close() async throws {
            try await database.close()
            try ServerBenchmarks.deleteFolder(of: path)
        }
    }

    private struct Pool: Writing {
        let path: String
        let pool: DatabasePool

        init(_ synchronous: Synchronous) throws {
            path = try ServerBenchmarks.newFile()
            pool = try DatabasePool(path: path)
            let text = synchronous == .full ? "FULL" : "NORMAL"
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = \(text)")
            }
            try pool.write { db in
                try db.execute(sql: "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
        }

        func write(_ name: String) async throws {
            try await pool.write { db in
                try db.cachedStatement(sql: "INSERT INTO items(name) VALUES (?)")
                    .execute(arguments: [name])
            }
        }

        func close() async throws {
            try pool.close()
            try ServerBenchmarks.deleteFolder(of: path)
        }
    }
}
