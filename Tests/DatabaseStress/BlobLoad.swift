import DataLiteDatabase
import Foundation

/// Writes and reads one large value in chunks, and reports how much memory that takes.
enum BlobLoad {
    static func run(_ path: String, bytes: Int) async throws {
        let database = try Database(path: path)
        try await database.write { db in
            try db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data BLOB)")
        }
        let before = peakMemory()
        try await database.write { db in
            try db.execute("INSERT INTO files VALUES (1, zeroblob(\(bytes)))")
            try db.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
                let chunk = Data(repeating: 7, count: 65_536)
                for offset in stride(from: 0, to: bytes, by: chunk.count) {
                    try blob.write(chunk.prefix(bytes - offset), at: offset)
                }
            }
        }
        var count = 0
        for try await chunk in database.blobChunks(in: "files", column: "data", row: 1) {
            guard chunk.allSatisfy({ $0 == 7 }) else { return report("wrong bytes") }
            count += chunk.count
        }
        report(count)
        // A sanitizer does not reuse memory at once.
        report(isSanitized ? 0 : (peakMemory() - before) / 1024)
        try await database.close()
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
