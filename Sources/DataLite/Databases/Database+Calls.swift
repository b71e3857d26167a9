public import DataLiteCore

extension Database {
    /// Runs a closure that reads one state of the database. It cannot write, except to temporary tables,
    /// which are gone when it returns.
    ///
    /// - Throws: what the closure throws; `SQLITE_MISUSE` inside the closure of another call, and once the
    ///   database is closed; `SQLITE_BUSY` if the call has waited longer than the configuration allows.
    public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.reader) { connection, stopper in
            try connection.reading(stopper, body)
        }
    }

    /// Runs a closure in an immediate transaction, which is committed when the closure returns and rolled
    /// back when it throws. One at a time.
    ///
    /// - Throws: as `read(_:)`; what committing reports, and then nothing is saved.
    public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try pool.run(.writer) { connection, stopper in
            try connection.writing(stopper, body)
        }
    }

    /// Runs a closure on the connection that writes, without a transaction: each statement commits by
    /// itself, and the closure may use transactions of its own.
    ///
    /// - Throws: as `read(_:)`; `SQLITE_MISUSE` if the closure leaves a transaction open, which is
    ///   rolled back.
    public func writeWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try pool.run(.writer) { connection, stopper in
            try connection.writingWithoutTransaction(stopper, body)
        }
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
        try await pool.runAsync(.reader) { connection, stopper in
            try connection.reading(stopper, body)
        }
    }

    /// Runs a closure in an immediate transaction, which is committed when the closure returns and rolled
    /// back when it throws. One at a time.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if the task is cancelled before the closure has
    ///   returned, and then nothing is saved. After that the transaction is committed.
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.writer) { connection, stopper in
            try connection.writing(stopper, body)
        }
    }

    /// Runs a closure on the connection that writes, without a transaction: each statement commits by
    /// itself, and the closure may use transactions of its own.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if cancelling the task has interrupted the
    ///   closure. What was committed before stays.
    public func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        try await pool.runAsync(.writer) { connection, stopper in
            try connection.writingWithoutTransaction(stopper, body)
        }
    }
}

// MARK: - Transactions

extension Connection {
    fileprivate func reading<R>(
        _ stopper: Stopper?, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try readTransaction { try stopper.run { try body(self) } }
    }

    fileprivate func writing<R>(
        _ stopper: Stopper?, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try transaction(.immediate) { try stopper.run { try body(self) } }
    }

    fileprivate func writingWithoutTransaction<R>(
        _ stopper: Stopper?, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        let result = Result { try stopper.run(keepsResult: true) { try body(self) } }
        if !isAutocommit {
            _ = endEverything()
            // An error of the closure matters more.
            if case .success = result { throw SQLiteError.transactionLeftOpen }
        }
        return try result.get()
    }
}
