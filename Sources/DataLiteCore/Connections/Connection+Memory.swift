import DataLiteC

extension Connection {
    /// Releases memory that the connection does not need: cached pages and cached statements. C:
    /// `sqlite3_db_release_memory`.
    ///
    /// In the callback of a hook or a collation, this has no effect.
    public func releaseMemory() {
        guard handle.executionBlocks.isDisjoint(with: .insideCallback) else { return }
        clearStatementCache()
        if let pointer = handle.pointer { sqlite3_db_release_memory(pointer) }
    }

    /// Releases memory that all connections of the process use for cached pages. C: `sqlite3_release_memory`.
    ///
    /// - Parameter bytes: The number of bytes to release.
    /// - Returns: The number of bytes that were released, more or less than requested; 0 if the running SQLite was
    ///   built without `SQLITE_ENABLE_MEMORY_MANAGEMENT`.
    @discardableResult
    public static func releaseMemory(bytes: Int) -> Int {
        Int(sqlite3_release_memory(Int32(clamping: max(bytes, 0))))
    }

    /// Writes the changed pages of the open transaction to the file, as far as no statement uses them, which makes the
    /// page cache smaller. The transaction stays open. C: `sqlite3_db_cacheflush`.
    ///
    /// - Throws: `SQLITE_BUSY` if a lock that is needed to write cannot be obtained within the busy timeout; the error
    ///   of a write; `SQLITE_MISUSE` if the connection is closed.
    public func flushCache() throws(SQLiteError) {
        let pointer = try handle.open()
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "flushCache")
        }
        try check(sqlite3_db_cacheflush(pointer), on: pointer)
    }
}
