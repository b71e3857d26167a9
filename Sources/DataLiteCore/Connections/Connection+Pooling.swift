import DataLiteC
import Foundation

// What a pool of connections needs to know and to do when a connection has been used.

extension Connection {
    /// Whether the connection may be used. A pool that has passed it to a closure sets this to `false` when
    /// the closure has returned; every statement then fails with `SQLITE_MISUSE`.
    package var isActive: Bool {
        get { !handle.barrier.contains(.retired) }
        set {
            if newValue {
                handle.barrier.remove(.retired)
            } else {
                handle.barrier.insert(.retired)
            }
        }
    }

    /// Makes the waiting for locks of other connections end when the connection is stopped. It lasts as long
    /// as the busy timeout says.
    package func makeLockWaitsStoppable() throws(SQLiteError) {
        try handle.waitForLocks(upTo: busyTimeout)
    }

    /// Ends the runs of all statements and the transaction, if one is open.
    ///
    /// - Returns: whether no transaction is open afterwards, so that the connection can be used again.
    package func endEverything() -> Bool {
        guard !isAutocommit else { return !isRollbackDeferred }
        handle.abortStatements()
        try? rollbackTransaction()
        return isAutocommit && !isRollbackDeferred
    }

    /// Ends the runs of all statements. Their next steps fail.
    package func abortStatements() { handle.abortStatements() }

    /// Whether the open transaction has written to any database, temporary ones included. C:
    /// `sqlite3_txn_state`.
    var hasWritten: Bool {
        handle.pointer.map { sqlite3_txn_state($0, nil) == SQLITE_TXN_WRITE } ?? false
    }

    /// How many pages were found in the page cache, and how many were read into it, since the last call. C:
    /// `sqlite3_db_status`.
    package func takeCacheCounts() -> (hits: Int, misses: Int) {
        guard let pointer = handle.pointer else { return (0, 0) }
        func take(_ counter: Int32) -> Int {
            var (count, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(pointer, counter, &count, &highest, 1)
            return Int(count)
        }
        return (take(SQLITE_DBSTATUS_CACHE_HIT), take(SQLITE_DBSTATUS_CACHE_MISS))
    }

    /// Sets how large a database in memory of the VFS `memdb` can become. C: `SQLITE_FCNTL_SIZE_LIMIT`.
    package func setMemoryLimit(bytes: Int64) throws(SQLiteError) {
        let pointer = try handle.open()
        var limit = bytes
        try check(
            sqlite3_file_control(pointer, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit), on: pointer)
    }

    /// Writes a copy of the main database to a new file.
    ///
    /// Other files are opened with the VFS of the main database, unless a URI names another one. That of a
    /// database in memory would create another database in memory.
    package func vacuum(into path: String, isInMemory: Bool) throws(SQLiteError) {
        guard isInMemory, let vfs = String(repairing: sqlite3_vfs_find(nil)?.pointee.zName),
            let path = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        else { return try execute("VACUUM INTO \(path)") }
        try execute("VACUUM INTO \("file:\(path)?vfs=\(vfs)")")
    }
}
