import CInterface
import DataLiteDatabase
import Foundation
import GRDB

/// Reads one row per read transaction, from a file in WAL mode.
struct ReadingOne {
    let services: Services
    let reads: Int
    private let sql = "SELECT value FROM pairs WHERE id = ?"

    static let group = ScenarioGroup(name: "database reads") { workplace in
        let services = try Services(path: workplace.path("reads.db"))
        let reading = ReadingOne(services: services, reads: workplace.count(100_000))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return [
            Scenario(
                title: "read one row: on the calling thread", operations: reading.reads,
                c: reading.c, dataLite: reading.synchronous, grdb: reading.grdb),
            Scenario(
                title: "read one row: async, vs. C on the calling thread",
                operations: reading.reads, c: reading.c, dataLite: reading.asynchronous,
                grdb: reading.grdbAsynchronous),
        ]
            + Set([1, cores, 2 * cores]).sorted().map { reading.besideWriter(threads: $0) }
    }

    // MARK: - One reader

    private var c: Contender {
        Contender { try cReads() }
    }

    private func cReads() throws -> Double {
        let c = services.cDatabase()
        let statements = CReader(c, sql)
        var sum = 0
        for k in 0..<reads { sum += statements.read(services.id(k)) }
        return Double(sum)
    }

    private var synchronous: Contender {
        Contender { try reads(services.dataLite) }
    }

    private func reads(_ database: DataLiteDatabase.Database) throws -> Double {
        var sum = 0
        for k in 0..<reads {
            sum += try database.read { db in
                try db.value("SELECT value FROM pairs WHERE id = \(services.id(k))") ?? 0
            }
        }
        return Double(sum)
    }

    private var asynchronous: Contender {
        let (services, reads) = (services, reads)
        return Contender {
            try waiting {
                var sum = 0
                for k in 0..<reads {
                    let id = services.id(k)
                    sum += try await services.dataLite.read { db in
                        try db.value("SELECT value FROM pairs WHERE id = \(id)", as: Int.self) ?? 0
                    }
                }
                return Double(sum)
            }
        }
    }

    private var grdb: Contender {
        Contender { try grdbReads() }
    }

    private func grdbReads() throws -> Double {
        var sum = 0
        for k in 0..<reads {
            sum += try services.grdb.read { db in
                try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [services.id(k)]) ?? 0
            }
        }
        return Double(sum)
    }

    private var grdbAsynchronous: Contender {
        let (services, reads, sql) = (services, reads, sql)
        return Contender {
            try waiting {
                var sum = 0
                for k in 0..<reads {
                    let id = services.id(k)
                    sum += try await services.grdb.read { db in
                        try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 0
                    }
                }
                return Double(sum)
            }
        }
    }

    // MARK: - Several readers and a writer

    /// Divides the reads among the threads, while another thread rewrites the existing values as fast as it can.
    private func besideWriter(threads: Int) -> Scenario {
        let share = ReadingOne(services: services, reads: reads / threads)
        let services = services
        return Scenario(
            title: "read one row: \(threads) readers and a writer",
            operations: share.reads * threads,
            c: Contender {
                try beside(threads, { try share.cReads() }) {
                    let writer = CWriter(services.cDatabase())
                    return { writer.write(id: 1, value: 1) }
                }
            },
            dataLite: Contender {
                try beside(threads, { try share.reads(services.dataLite) }) {
                    {
                        _ = try services.dataLite.write { db in
                            try db.execute("UPDATE pairs SET value = \(1) WHERE id = \(1)")
                        }
                    }
                }
            },
            grdb: Contender {
                try beside(threads, { try share.grdbReads() }) {
                    {
                        try services.grdb.write { db in
                            try db.cachedStatement(sql: CWriter.sql).execute(arguments: [1, 1])
                        }
                    }
                }
            })
    }

    private func beside(
        _ threads: Int, _ read: @escaping @Sendable () throws -> Double,
        _ makeWrite: @escaping @Sendable () throws -> () throws -> Void
    ) throws -> Double {
        let end = StopSign()
        let writer = Sums()
        let written = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            writer.add(
                Result {
                    let write = try makeWrite()
                    while !end.isSet { try write() }
                    return 0
                })
            written.signal()
        }
        let result = Result { try onThreads(threads) { _ in try read() } }
        end.set()
        written.wait()
        return try result.get() + writer.total()
    }
}

/// Ends a loop on another thread.
//
// SAFETY: `value` is accessed only while `lock` is held.
final class StopSign: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
