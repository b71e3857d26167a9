import DataLiteDatabase
import Foundation

/// Writes and reads one large value in chunks. Reports the number of bytes that were read, the seconds of writing and
/// of reading, and the memory in MB that both took.
enum BlobLoad {
    static func run(_ path: String, bytes: Int) async throws {
        let database = try Database(path: path)
        try await database.write { db in
            try db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data BLOB)")
        }
        let before = peakMemory()
        let writing = try await ContinuousClock().measure {
            try await write(bytes, to: database)
        }
        var count = 0
        let reading = try await ContinuousClock().measure { count = try await read(database) }
        report(count)
        report("\(seconds(writing)) s, \(seconds(reading)) s")
        // A sanitizer does not reuse memory at once.
        report(isSanitized ? 0 : (peakMemory() - before) / 1024)
        try await database.close()
    }

    private static func write(_ bytes: Int, to database: Database) async throws {
        try await database.write { db in
            try db.execute("INSERT INTO files VALUES (1, \(zeros: bytes))")
            try db.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
                let chunk = Data(repeating: 7, count: 65_536)
                for offset in stride(from: 0, to: bytes, by: chunk.count) {
                    try blob.write(chunk.prefix(bytes - offset), at: offset)
                }
            }
        }
    }

    /// - Returns: The number of bytes, if they are the ones that were written.
    private static func read(_ database: Database) async throws -> Int {
        let expected = Data(repeating: 7, count: 65_536)
        var count = 0
        for try await chunk in database.blobChunks(in: "files", column: "data", row: 1) {
            guard chunk == expected.prefix(chunk.count) else { return -1 }
            count += chunk.count
        }
        return count
    }

    private static func seconds(_ duration: Duration) -> String {
        String(format: "%.1f", duration / .seconds(1))
    }

    private static var isSanitized: Bool {
        dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    }

    /// The largest memory of the process so far, in kilobytes.
    private static func peakMemory() -> Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1024
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss
        #endif
    }
}
