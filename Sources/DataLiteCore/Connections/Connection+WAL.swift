import DataLiteC

extension Connection {
    /// Copies the WAL of the main database into its file. C: `sqlite3_wal_checkpoint_v2`.
    ///
    /// - Returns: The result of the checkpoint, even if another connection blocked part of it.
    /// - Throws: `SQLiteError` if the checkpoint fails, such as `SQLITE_LOCKED` inside a transaction.
    package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
        let pointer = try handle.open()
        var pages: Int32 = 0
        var done: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(pointer, "main", mode.code, &pages, &done)
        let wasBlocked = ResultCode(code).primary == .busy
        if !wasBlocked { try check(code, on: pointer) }
        handle.walPages = Int(max(pages, 0))
        return CheckpointResult(
            walPages: Int(max(pages, 0)), checkpointedPages: Int(max(done, 0)),
            wasBlocked: wasBlocked || (pages > done && mode != .passive))
    }

    /// Turns off SQLite's automatic checkpoints and updates ``walPages`` at each commit instead. C:
    /// `sqlite3_wal_hook`.
    package func trackWALPages() throws(SQLiteError) {
        let pointer = try handle.open()
        handle.tracksWALPages = true
        // The context is valid: the handle removes the hook before it is released.
        sqlite3_wal_hook(
            pointer,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                let handle = Unmanaged<ConnectionHandle>.fromOpaque(context).takeUnretainedValue()
                handle.walPages = Int(pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(handle).toOpaque())
    }

    /// The number of pages in the WAL after the latest commit or checkpoint of this connection.
    package var walPages: Int { handle.walPages }
}
