import DataLiteC

extension Connection {
    /// Copies the WAL of a database into its file. C: `sqlite3_wal_checkpoint_v2`.
    ///
    /// - Parameter schema: `main`, or the name of an attached database.
    /// - Returns: The result of the checkpoint, even if another connection blocked part of it.
    /// - Throws: `SQLiteError` if the checkpoint fails, such as `SQLITE_LOCKED` inside a transaction; `SQLITE_ERROR` if
    ///   no database has this name.
    @discardableResult
    public func checkpoint(
        _ mode: CheckpointMode = .passive, of schema: String = "main"
    ) throws(SQLiteError) -> CheckpointResult {
        let pointer = try handle.open()
        guard !schema.isEmpty, !schema.utf8.contains(0) else {
            throw SQLiteError.misuse(
                "\"\(MessageText.name(schema))\" is not the name of a database")
        }
        var pages: Int32 = 0
        var done: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(pointer, schema, mode.code, &pages, &done)
        let wasBlocked = ResultCode(code).primary == .busy
        if !wasBlocked { try check(code, on: pointer) }
        if schema == "main" { handle.walPages = Int(max(pages, 0)) }
        return CheckpointResult(
            walPages: Int(max(pages, 0)), checkpointedPages: Int(max(done, 0)),
            wasBlocked: wasBlocked || (pages > done && mode != .passive))
    }

    /// Copies the WALs of all databases into their files, as ``checkpoint(_:of:)`` does for one.
    ///
    /// - Returns: The result for the main database, and whether another connection blocked part of any checkpoint.
    package func checkpointAll(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
        let result = try checkpoint(mode)
        var wasBlocked = result.wasBlocked
        for name in (try? attachedDatabaseNames) ?? [] where isReadonly(name) == false {
            if try checkpoint(mode, of: name).wasBlocked { wasBlocked = true }
        }
        return CheckpointResult(
            walPages: result.walPages, checkpointedPages: result.checkpointedPages,
            wasBlocked: wasBlocked)
    }

    /// Turns off SQLite's automatic checkpoints of the main database and updates ``walPages`` at each commit instead.
    /// C: `sqlite3_wal_hook`.
    package func trackWALPages() throws(SQLiteError) {
        let pointer = try handle.open()
        handle.tracksWALPages = true
        handle.automaticCheckpoint = 0
        handle.hasWALHook = true
        handle.installWALHook(on: pointer)
    }

    /// The number of pages in the WAL after the latest commit or checkpoint of this connection.
    package var walPages: Int { handle.walPages }
}

// MARK: - CheckpointMode

/// The extent to which a checkpoint copies the WAL into the database file.
///
/// See [Checkpoint a database](https://www.sqlite.org/c3ref/wal_checkpoint_v2.html).
public enum CheckpointMode: Hashable, Sendable, CaseIterable {
    /// Copies as many pages as readers allow, without waiting. C: `SQLITE_CHECKPOINT_PASSIVE`.
    case passive
    /// Waits for the writer and for readers of older states, and copies everything. C:
    /// `SQLITE_CHECKPOINT_FULL`.
    case full
    /// Like ``full``, and waits until no reader uses the WAL, so that the next write starts it from the
    /// beginning. C: `SQLITE_CHECKPOINT_RESTART`.
    case restart
    /// Like ``restart``, and truncates the WAL to an empty file. C: `SQLITE_CHECKPOINT_TRUNCATE`.
    case truncate

    var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .full: SQLITE_CHECKPOINT_FULL
        case .restart: SQLITE_CHECKPOINT_RESTART
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}

/// The result of a checkpoint.
public struct CheckpointResult: Sendable {
    /// The number of pages in the WAL; 0 if the database is not in WAL mode.
    public let walPages: Int

    /// The number of these pages that are now also in the database file.
    public let checkpointedPages: Int

    /// Whether another connection prevented the checkpoint from completing as its mode requires.
    public let wasBlocked: Bool

    /// How long the oldest running read of the pool had been running; `nil` if there was none, or no instrument.
    package var longestRead: Duration?
}
