public import DataLiteDatabase

/// A database for tests: its closures receive a ``MockConnection``, which returns the answers of the test and
/// records the calls.
///
/// ```swift
/// let database = try MockDatabase { mock in
///     mock.expectExecute("INSERT INTO books(title) VALUES (?)").with("Emma")
/// }
/// try await Library(database).add("Emma")
/// database.verify()
/// ```
///
/// The rules are those of a real database. A read cannot write. A write is a transaction, which is rolled back when
/// its closure throws. A call in the closure of another one is an error, and so is the use of a connection after
/// its closure has returned. Cancelling a task interrupts the statement that runs, ``MockConnection/stall(_:_:for:times:)``
/// included. Calls run one after the other, as those of a database in memory.
///
/// A script does not need to contain the beginning and the end of each transaction. If it expects one, such as
/// with ``MockConnection/expectCommit(fileID:line:)``, it has to expect all of them.
public final class MockDatabase: DatabaseProtocol {
    // SAFETY: used only in a turn of `queue`, a database in memory, of which one call at a time has its turn, and
    // in `init`, before anyone else has a reference.
    nonisolated(unsafe) private let mock: MockConnection

    /// Decides whose turn it is. Nothing is stored in it.
    private let queue: Database
    private let turn = MockAccess()
    private let interruption: MockInterruption
    private let changes = MockObservers()

    /// What was done to the mock and what is wrong with it.
    public let record: MockRecord

    /// A database with a mock: a script, a stub or a spy.
    ///
    /// While a spy reads, the connection that it spies on has `PRAGMA query_only`; it cannot write to temporary
    /// tables then, either.
    ///
    /// - Throws: what SQLite reports if there is no memory.
    public init(_ mock: sending MockConnection) throws {
        mock.turn = turn
        record = mock.record
        interruption = mock.interruption
        self.mock = mock
        queue = try Database.inMemory()
    }

    /// A database with a mock for a script, which the closure writes.
    ///
    /// - Throws: what the closure throws.
    public convenience init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, script: (MockConnection) throws -> Void
    ) throws {
        let mock = MockConnection(
            fileID: fileID, filePath: filePath, line: line, column: column)
        try script(mock)
        try self.init(mock)
    }

    /// A database with a mock that passes everything on to a database in memory.
    ///
    /// - Parameter schema: SQL that is run first, and not recorded.
    /// - Throws: what the database reports for the schema.
    public static func spy(
        schema: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) throws -> MockDatabase {
        try MockDatabase(
            MockConnection.spy(
                schema: schema, fileID: fileID, filePath: filePath, line: line, column: column))
    }

    deinit { changes.close() }
}

// MARK: - The mock

extension MockDatabase {
    /// Calls a closure with the mock: to expect further calls, or to plan faults.
    ///
    /// - Throws: what the closure throws; `SQLITE_MISUSE` inside the closure of a call.
    public func withMock<R>(_ body: (MockConnection) throws -> R) throws -> R {
        try queue.writeWithoutTransaction { _ in try turn.take(nil) { try body(mock) } }
    }

    /// Reports problems at the line of the caller, as ``MockRecord/verify(fileID:filePath:line:column:)``.
    ///
    /// - Returns: whether there are no problems.
    @discardableResult
    public func verify(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

// MARK: - On the calling thread

extension MockDatabase {
    public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try queue.read { _ in try reading(nil, body) }
    }

    @discardableResult
    public func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
        try queue.writeWithoutTransaction { _ in try writing(nil, body) }
    }

    @discardableResult
    public func writeWithoutTransaction<R>(
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try queue.writeWithoutTransaction { _ in try writingWithoutTransaction(nil, body) }
    }

    /// Closes the mock, which a script has to expect, once the closures that run have returned. Later calls throw
    /// `SQLITE_MISUSE`. Closing again has no effect.
    public func close() throws {
        guard !changes.isClosed else { return }
        try queue.writeWithoutTransaction { _ in try closeMock() }
        changes.close()
        try queue.close()
    }
}

// MARK: - On a thread of the database

extension MockDatabase {
    public func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        let call = MockDatabaseCall()
        return try await cancelling(call) {
            try await self.queue.read { _ in try self.reading(call, body) }
        }
    }

    // The queue has no transaction, so that it does not report as cancelled what the mock has committed.
    @discardableResult
    public func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        let call = MockDatabaseCall()
        return try await cancelling(call) {
            try await self.queue.writeWithoutTransaction { _ in try self.writing(call, body) }
        }
    }

    @discardableResult
    public func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        let call = MockDatabaseCall()
        return try await cancelling(call) {
            try await self.queue.writeWithoutTransaction { _ in
                try self.writingWithoutTransaction(call, body)
            }
        }
    }

    /// Closes the mock, as the synchronous form, without blocking the thread of the task.
    public func close() async throws {
        guard !changes.isClosed else { return }
        try await queue.writeWithoutTransaction { _ in try self.closeMock() }
        changes.close()
        try await queue.close()
    }

    private func cancelling<R: Sendable>(
        _ call: MockDatabaseCall, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        try await withTaskCancellationHandler {
            try await body()
        } onCancel: {
            turn.cancel(call, interruption)
        }
    }
}

// MARK: - Transactions

extension MockDatabase {
    private func reading<R>(
        _ call: MockDatabaseCall?, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        try turn.take(call, isReading: true) {
            let real = mock.real
            try real?.execute("PRAGMA query_only = 1")
            defer { _ = try? real?.execute("PRAGMA query_only = 0") }
            return try mock.transaction(.deferred) { try turn.run { try body(mock) } }
        }
    }

    private func writing<R>(
        _ call: MockDatabaseCall?, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        defer { changes.announce() }
        return try turn.take(call) {
            try mock.transaction(.immediate) { try turn.run { try body(mock) } }
        }
    }

    private func writingWithoutTransaction<R>(
        _ call: MockDatabaseCall?, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        defer { changes.announce() }
        return try turn.take(call) {
            let result = Result { try turn.run(keepsResult: true) { try body(mock) } }
            if !mock.isAutocommit {
                mock.abortTransaction()
                // An error of the closure matters more.
                if case .success = result { throw SQLiteError.transactionLeftOpen }
            }
            return try result.get()
        }
    }

    private func closeMock() throws {
        try turn.take(nil, isClosing: true) { try mock.close() }
    }
}

// MARK: - Observation

extension MockDatabase {
    /// The results of a fetch: one at the beginning, and one after each write, whatever it has written.
    public func values<Value: Sendable>(
        _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        ObservedValues(options, isDuplicate: isDuplicate) { [weak self, changes] in
            MockSource(
                changes, first: { [weak self] in try self?.read(within: $0, fetch) },
                { [weak self] in try await self?.read(fetch) })
        }
    }

    /// Reads on the calling thread, if that takes no longer than a limit.
    private func read<R>(
        within limit: Duration, _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R? {
        let call = MockDatabaseCall()
        do {
            return try queue.readBriefly(within: limit) { [turn, interruption] in
                turn.cancel(call, interruption)
            } _: {
                try reading(call, body)
            }
        } catch {
            guard call.isCancelled else { throw error }
            return nil
        }
    }
}
