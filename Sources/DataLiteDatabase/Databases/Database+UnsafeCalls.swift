public import DataLiteCore

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
        try pool.run(.withoutTransaction(.writer)) { writer in
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
        try await pool.runAsync(.withoutTransaction(.writer)) { [pool] writer in
            try pool.runBarrier(writer) { connection in try body(connection) }
        }
    }

    /// Runs a closure on a reader connection without a transaction: two statements can see different states of the
    /// database. The closure can begin and end read transactions.
    ///
    /// - Throws: The errors of `read(_:)`; `SQLITE_MISUSE` if the closure leaves a transaction open.
    public func unsafeRead<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.withoutTransaction(.reader)) { connection in try body(connection) }
    }

    /// Runs a closure on a reader connection without a transaction, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func unsafeRead<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.withoutTransaction(.reader)) { connection in try body(connection) }
    }

    /// Reads, even in the closure of another call of this database on the same thread.
    ///
    /// In such a closure, this uses the connection of that call and sees the uncommitted changes of a write. Elsewhere,
    /// it is `unsafeRead(_:)`. Code that needs this does not know whether it is in a transaction: prefer to pass
    /// the connection as a parameter.
    ///
    /// - Throws: The errors of `read(_:)`.
    public func unsafeReentrantRead<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        if let running = pool.runningConnection() { return try body(running.connection) }
        return try unsafeRead(body)
    }

    /// Writes, even in the closure of a write of this database on the same thread.
    ///
    /// In such a closure, this uses the connection of that write, so the changes are part of the transaction of that
    /// write and may be rolled back with it. Elsewhere, it is `writeWithoutTransaction(_:)`.
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
