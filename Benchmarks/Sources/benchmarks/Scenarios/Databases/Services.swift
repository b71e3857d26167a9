import CInterface
import DataLiteDatabase
import Foundation
import GRDB

/// A file in WAL mode, which each contender opens as a database for many threads.
struct Services {
    let path: String
    let dataLite: DataLiteDatabase.Database
    let grdb: DatabasePool
    let rows: Int

    /// - Parameter isFull: Whether `synchronous` is `FULL` rather than `NORMAL`, for every writer
    ///   connection.
    init(path: String, rows: Int = 1000, isFull: Bool = false) throws {
        self.path = path
        self.rows = rows
        dataLite = try DataLiteDatabase.Database(
            path: path,
            configuration: .init {
                $0.synchronous = isFull ? .full : .normal
                $0.readerLimit = 8
            })
        try dataLite.write { db in
            try db.execute(sql: "CREATE TABLE pairs(id INTEGER PRIMARY KEY, value INTEGER)")
            for id in 1...rows { try db.execute("INSERT INTO pairs VALUES (\(id), \(id))") }
        }
        var configuration = GRDB.Configuration()
        configuration.maximumReaderCount = 8
        // The checkpoints of the other contenders also lock the file.
        configuration.busyMode = .timeout(60)
        grdb = try DatabasePool(path: path, configuration: configuration)
        // A GRDB pool sets it to NORMAL when it is opened.
        try grdb.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA synchronous = \(isFull ? "FULL" : "NORMAL")")
        }
    }

    func cDatabase(isFull: Bool = false) -> CDatabase {
        let database = CDatabase(path: path)
        // Other connections use the file at the same time.
        database.execute("PRAGMA busy_timeout = 60000")
        database.execute("PRAGMA synchronous = \(isFull ? "FULL" : "NORMAL")")
        return database
    }

    func id(_ k: Int) -> Int { (k &* 7919) % rows + 1 }
}

/// Runs an asynchronous function and blocks the calling thread until it returns.
func waiting(_ body: @escaping @Sendable () async throws -> Double) throws -> Double {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result = Result<Double, any Error>.success(0)
    Task {
        do { result = .success(try await body()) } catch { result = .failure(error) }
        done.signal()
    }
    // SAFETY: the task writes the result before it signals.
    done.wait()
    return try result.get()
}

/// Runs a closure on several threads at once.
func onThreads(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Double
) throws -> Double {
    let group = DispatchGroup()
    let sums = Sums()
    for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
            sums.add(Result { try body(index) })
            group.leave()
        }
    }
    group.wait()
    return try sums.total()
}

/// The results that threads have computed.
//
// SAFETY: `results` is accessed only while `lock` is held.
final class Sums: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [Result<Double, any Error>] = []

    func add(_ result: Result<Double, any Error>) { lock.withLock { results.append(result) } }

    func total() throws -> Double {
        try lock.withLock { try results.reduce(0) { try $0 + $1.get() } }
    }
}
