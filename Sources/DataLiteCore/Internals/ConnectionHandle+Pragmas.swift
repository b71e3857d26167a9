import DataLiteC
import DataLiteSyntax

// Pragmas that change, when SQLite compiles them, what the library relies on.

extension ConnectionHandle {
    enum WatchedPragma {
        /// It replaces the hook of the WAL.
        case automaticCheckpoint
        /// SQLite would call collations on several threads at the same time.
        case threads
    }

    func watchedPragma(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> WatchedPragma? {
        switch SQLScanner.connectionChange(in: bytes, from: start) {
        case .setting("wal_autocheckpoint"): .automaticCheckpoint
        case .setting("threads"): .threads
        default: nil
        }
    }

    /// Call this after the pragma was compiled.
    func didCompile(_ pragma: WatchedPragma) {
        switch pragma {
        case .automaticCheckpoint: restoreWALHook()
        case .threads: if hasCollations { sortOnOneThread() }
        }
    }

    /// Makes SQLite call the collations of the connection only on the thread that uses the connection.
    func sortOnOneThread() {
        hasCollations = true
        if let pointer { sqlite3_limit(pointer, SQLITE_LIMIT_WORKER_THREADS, 0) }
    }
}
