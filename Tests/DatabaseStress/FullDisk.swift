import DataLiteDatabase
import Foundation

/// Writes rows until no space is left, frees space and continues.
enum FullDisk {
    /// - Parameter fileLimit: The largest size of a file, in bytes, or `nil` to write until the disk is full.
    static func run(_ path: String, fileLimit: Int?) throws {
        let ballast = path + "-ballast"
        try Data(count: 128 << 10).write(to: URL(fileURLWithPath: ballast))
        let database = try Database(path: path, configuration: .init { $0.checkpointPages = 20 })
        try database.write {
            try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
        if let fileLimit { setFileLimit(rlim_t(fileLimit)) }

        var count = 0
        var failure: SQLiteError?
        while failure == nil, count < 10_000 {
            do {
                try database.write { db in
                    for _ in 1...3 {
                        try db.execute("INSERT INTO items(name) VALUES (hex(zeroblob(800)))")
                    }
                }
                count += 3
            } catch let error as SQLiteError {
                failure = error
            }
        }
        report(failure.map { "\($0.resultCode.primary)" } ?? "not full")
        let saved = try database.read { try $0.value("SELECT count(*) FROM items", as: Int.self) }
        report(saved == count ? "saved all" : "saved \(saved ?? -1) of \(count)")

        if fileLimit != nil { setFileLimit(rlim_t(1 << 30)) }
        unlink(ballast)
        try database.write { try $0.execute("INSERT INTO items(name) VALUES ('last')") }
        let check = try database.read { try $0.value("PRAGMA integrity_check", as: String.self) }
        report(check ?? "")
        let result = try database.checkpoint(.truncate)
        report(result.wasBlocked ? "blocked" : "copied")
        try database.close()
    }

    private static func setFileLimit(_ bytes: rlim_t) {
        // Otherwise the signal ends the process.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(fileSize, &limit)
        limit.rlim_cur = min(bytes, limit.rlim_max)
        setrlimit(fileSize, &limit)
    }
}

/// The parameter of `setrlimit` for the file size limit.
private var fileSize: Int32 {
    #if canImport(Glibc)
        Int32(bitPattern: RLIMIT_FSIZE.rawValue)
    #else
        RLIMIT_FSIZE
    #endif
}
