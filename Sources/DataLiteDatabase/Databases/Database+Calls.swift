public import DataLiteCore

extension Database {
    /// Runs a closure in a read transaction, so all its statements see the same state of the database. The closure can
    /// write only to temporary tables, which are discarded when it returns.
    ///
    /// - Throws: The error of the closure; `SQLITE_MISUSE` inside the closure of another call, and if the database
    ///   is closed; `SQLITE_BUSY` if the call waited longer than `waitLimit`; `SQLITE_INTERRUPT` if the closure ran
    ///   longer than `timeLimit`.
    @inlinable
    public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.read) { connection in try body(connection) }
    }

    /// Runs a closure in an immediate transaction, which is committed when the closure returns and rolled
    /// back when it throws. Writes run one at a time.
    ///
    /// In WAL mode, a write that changes attached files, too, is atomic only in each file: if the commit fails, some of
    /// the files may have the changes. With `journalMode = .delete`, `.truncate` or `.persist`, the write is atomic.
    /// See [ATTACH](https://www.sqlite.org/lang_attach.html).
    ///
    /// - Throws: The errors of `read(_:)`, and any error of the commit; in that case nothing is saved.
    @discardableResult
    @inlinable
    public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.write) { connection in try body(connection) }
    }

    /// Runs a closure on the writer connection without a transaction: each statement commits separately, and the
    /// closure may use its own transactions.
    ///
    /// - Throws: The errors of `read(_:)`; `SQLITE_MISUSE` if the closure leaves a transaction open; the transaction is
    ///   rolled back.
    @discardableResult
    @inlinable
    public func writeWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try pool.run(.withoutTransaction(.writer)) { connection in try body(connection) }
    }

    // MARK: - On a database thread

    /// Runs a closure in a read transaction, so all its statements see the same state of the database. The closure can
    /// write only to temporary tables, which are discarded when it returns.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled, which interrupts
    ///   the SQL of the closure.
    public func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.read) { connection in try body(connection) }
    }

    /// Runs a closure in an immediate transaction, which is committed when the closure returns and rolled
    /// back when it throws. Writes run one at a time.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled before the closure
    ///   returns; in that case nothing is saved. A later cancellation has no effect: the transaction is committed.
    @discardableResult
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.write) { connection in try body(connection) }
    }

    /// Runs a closure on the writer connection without a transaction: each statement commits separately, and the
    /// closure may use its own transactions.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if cancelling the task interrupted the
    ///   closure. Earlier commits of the closure are kept.
    @discardableResult
    public func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.withoutTransaction(.writer)) { connection in try body(connection) }
    }

    /// Whether a database may write to its file.
    public enum Access: Hashable, Sendable {
        /// The file can be read and written, and is created if it does not exist.
        case readWrite

        /// The file must exist, and can only be read. Other programs may write to it, and observations see their
        /// commits.
        ///
        /// A file in WAL mode needs its `-wal` and `-shm` files. SQLite creates these files if the directory can be
        /// written, and they stay after the database is closed. In a directory that cannot be written, opening fails
        /// with `SQLITE_READONLY_DIRECTORY` or `SQLITE_CANTOPEN`: use ``immutable``.
        ///
        /// See [Read-only databases](https://www.sqlite.org/wal.html#readonly).
        case readOnly

        /// The file must exist, can only be read, and is not changed by any program: for example, a file in the bundle
        /// of an app, or on a read-only file system. SQLite takes no locks and creates no files.
        ///
        /// If the file changes nevertheless, reads may return wrong results or `SQLITE_CORRUPT`. Opening fails with
        /// `SQLITE_CANTOPEN` if the file has a WAL or a journal with changes, because SQLite would ignore them.
        ///
        /// See [immutable](https://www.sqlite.org/uri.html#uriimmutable).
        case immutable
    }
}
