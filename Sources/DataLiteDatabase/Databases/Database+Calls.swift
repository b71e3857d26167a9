public import DataLiteCore

extension Database {
    /// Runs a closure that reads one state of the database. It cannot write, except to temporary tables,
    /// which are gone when it returns.
    ///
    /// - Throws: what the closure throws; `SQLITE_MISUSE` inside the closure of another call, and once the
    ///   database is closed; `SQLITE_BUSY` if the call has waited longer than the configuration allows.
    @inlinable
    public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.read) { connection in try body(connection) }
    }

    /// Runs a closure in an immediate transaction, which is committed when the closure returns and rolled
    /// back when it throws. One at a time.
    ///
    /// - Throws: as `read(_:)`; what committing reports, and then nothing is saved.
    @discardableResult
    @inlinable
    public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.write) { connection in try body(connection) }
    }

    /// Runs a closure on the connection that writes, without a transaction: each statement commits by
    /// itself, and the closure may use transactions of its own.
    ///
    /// - Throws: as `read(_:)`; `SQLITE_MISUSE` if the closure leaves a transaction open, which is
    ///   rolled back.
    @discardableResult
    @inlinable
    public func writeWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try pool.run(.withoutTransaction(.writer)) { connection in try body(connection) }
    }
}

// MARK: - On a thread of the database

extension Database {
    /// Runs a closure that reads one state of the database. It cannot write, except to temporary tables,
    /// which are gone when it returns.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if the task is cancelled, which interrupts the
    ///   SQL of the closure.
    public func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.read) { connection in try body(connection) }
    }

    /// Runs a closure in an immediate transaction, which is committed when the closure returns and rolled
    /// back when it throws. One at a time.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if the task is cancelled before the closure has
    ///   returned, and then nothing is saved. After that the transaction is committed.
    @discardableResult
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.write) { connection in try body(connection) }
    }

    /// Runs a closure on the connection that writes, without a transaction: each statement commits by
    /// itself, and the closure may use transactions of its own.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if cancelling the task has interrupted the
    ///   closure. What was committed before stays.
    @discardableResult
    public func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.withoutTransaction(.writer)) { connection in try body(connection) }
    }
}
