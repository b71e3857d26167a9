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
        try pool.run(.writeWithoutTransaction) { connection in try body(connection) }
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
        try await pool.runAsync(.writeWithoutTransaction) { connection in try body(connection) }
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

// MARK: - Unsafe calls

// Calls that give up a guarantee of `read` or `write`. Their names say which one.

extension Database {
    /// Runs a closure on the writer connection while no read runs, without a transaction: for changes that readers
    /// would prevent or must not see halfway, such as `VACUUM` after `PRAGMA auto_vacuum`. In WAL mode, SQLite does not
    /// change the page size.
    ///
    /// New reads wait until the closure returns. This call waits until the running reads end: up to the `waitLimit` of
    /// the configuration, until ``interrupt()``, or until the task is cancelled. A read that waits for this call would
    /// deadlock. This call does not wait for snapshots and other processes. The journal mode cannot be changed: it is
    /// that of the configuration.
    ///
    /// - Throws: The errors of `writeWithoutTransaction(_:)`; `SQLITE_BUSY` if the reads do not end within `waitLimit`;
    ///   `SQLITE_INTERRUPT` if the wait was interrupted; `SQLITE_MISUSE` if the closure changed the journal mode,
    ///   which is then set back.
    @discardableResult
    public func barrierWriteWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try pool.run(.writeWithoutTransaction) { writer in
            try pool.runBarrier(writer) { connection in try body(connection) }
        }
    }

    /// Runs a closure on the writer connection while no read runs, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    @discardableResult
    public func barrierWriteWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.writeWithoutTransaction) { [pool] writer in
            try pool.runBarrier(writer) { connection in try body(connection) }
        }
    }

    /// Runs a closure on a reader connection without a transaction: two statements can see different states of the
    /// database. The closure can begin and end read transactions.
    ///
    /// - Throws: The errors of `read(_:)`; `SQLITE_MISUSE` if the closure leaves a transaction open.
    public func unsafeRead<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.readWithoutTransaction) { connection in try body(connection) }
    }

    /// Runs a closure on a reader connection without a transaction, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func unsafeRead<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.readWithoutTransaction) { connection in try body(connection) }
    }

    /// Reads, even in the closure of another call of this database on the same thread.
    ///
    /// In such a closure, this uses the connection of that call and sees the uncommitted changes of a write. Elsewhere,
    /// this is the same as `unsafeRead(_:)`. Code that needs this does not know whether it is in a transaction: prefer
    /// to pass the connection as a parameter.
    ///
    /// - Throws: The errors of `read(_:)`.
    public func unsafeReentrantRead<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        if let running = pool.runningConnection() { return try body(running.connection) }
        return try unsafeRead(body)
    }

    /// Writes, even in the closure of a write of this database on the same thread.
    ///
    /// In such a closure, this uses the connection of that write, so the changes are part of the transaction of that
    /// write and may be rolled back with it. Elsewhere, this is the same as `writeWithoutTransaction(_:)`.
    ///
    /// - Throws: The errors of `writeWithoutTransaction(_:)`; `SQLITE_MISUSE` in the closure of a read.
    @discardableResult
    public func unsafeReentrantWrite<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        if let running = pool.runningConnection(), running.role == .writer {
            return try body(running.connection)
        }
        return try writeWithoutTransaction(body)
    }
}

// MARK: - Write then read

extension Database {
    /// Runs a closure in an immediate transaction, as `write(_:)` does, and captures the state that it has committed.
    /// Later writes can run at once; the snapshot does not see them.
    ///
    /// - Returns: The value of the closure, and the snapshot.
    /// - Throws: The errors of `write(_:)`; in that case nothing is saved. The errors of `snapshot()`, if the snapshot
    ///   cannot be opened after the commit.
    public func writeThenSnapshot<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> (result: R, snapshot: Snapshot) {
        let (result, queue) = try pool.run(.writeWithoutTransaction) { [pool] connection in
            try pool.source.requireSnapshots()
            let result = try connection.transaction(.immediate) { try body(connection) }
            return (result, try pool.beginSnapshot(of: connection))
        }
        return (result, Snapshot(self, queue))
    }

    /// Runs a closure in an immediate transaction, and captures the state that it has committed, on a database thread.
    ///
    /// - Returns: The value of the closure, and the snapshot.
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled. If that happens
    ///   after the commit, what the closure wrote is kept.
    public func writeThenSnapshot<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> (result: R, snapshot: Snapshot) {
        let (result, queue) = try await pool.runAsync(.writeWithoutTransaction) {
            [pool] connection in
            try pool.source.requireSnapshots()
            let result = try connection.transaction(.immediate) { try body(connection) }
            return (result, try pool.beginSnapshot(of: connection))
        }
        return (result, Snapshot(self, queue))
    }

    /// Runs a closure in an immediate transaction, commits it, and then runs another closure that reads what was
    /// committed. Other writes can run during the read, which does not see them.
    ///
    /// ```swift
    /// let count = try database.writeThenRead { db in
    ///     try db.execute("INSERT INTO items(name) VALUES ('a')")
    /// } read: { db, inserted in
    ///     try db.value("SELECT count(*) FROM items", as: Int.self)
    /// }
    /// ```
    ///
    /// For an in-memory database, the state is copied.
    ///
    /// - Parameter read: Called with the connection of the snapshot and the value of the first closure.
    /// - Throws: The errors of `writeThenSnapshot(_:)`; the errors of `read`, after the commit.
    public func writeThenRead<W, R>(
        _ write: (any ConnectionProtocol) throws -> W,
        read: (any ConnectionProtocol, W) throws -> R
    ) throws -> R {
        let (result, snapshot) = try writeThenSnapshot(write)
        defer { snapshot.close() }
        return try snapshot.read { db in try read(db, result) }
    }

    /// Runs a closure in an immediate transaction, commits it, and then runs another closure that reads what was
    /// committed, both on database threads.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled. If that happens
    ///   after the commit, what the first closure wrote is kept.
    public func writeThenRead<W: Sendable, R: Sendable>(
        _ write: @escaping @Sendable (any ConnectionProtocol) throws -> W,
        read: @escaping @Sendable (any ConnectionProtocol, W) throws -> R
    ) async throws -> R {
        let (result, snapshot) = try await writeThenSnapshot(write)
        defer { snapshot.close() }
        return try await snapshot.read { db in try read(db, result) }
    }
}
