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
/// The rules of a real database apply. A read cannot write. A write is a transaction, which is rolled back when its
/// closure throws. A call inside the closure of another call is an error, and so is using a connection after its
/// closure has returned. Cancelling a task interrupts the running statement, including a
/// ``MockConnection/stall(_:_:for:times:)``. Calls run one at a time, as on an in-memory database.
///
/// A script does not need to contain the beginning and the end of each transaction. If the script expects one of them,
/// for example with ``MockConnection/expectCommit(fileID:line:)``, it must expect all of them.
public final class MockDatabase: DatabaseProtocol {
    // SAFETY: used only in calls of `queue`, an in-memory database that runs one call at a time, and in `init`,
    // before any other code has a reference.
    nonisolated(unsafe) private let mock: MockConnection

    /// Serializes the calls. Nothing is stored in it.
    private let queue: Database
    private let turn = MockAccess()
    private let interruption: MockInterruption
    private let changes = MockObservers()

    /// The calls made to the mock and the problems found.
    public let record: MockRecord

    /// Creates a database with a mock: a script, a stub or a spy.
    ///
    /// While a spy reads, its underlying connection has `PRAGMA query_only`, so it cannot write even to temporary
    /// tables.
    ///
    /// - Throws: An `SQLiteError` if there is not enough memory.
    public init(_ mock: sending MockConnection) throws {
        mock.turn = turn
        record = mock.record
        interruption = mock.interruption
        self.mock = mock
        queue = try Database.inMemory()
    }

    /// Creates a database with a mock whose script is written by a closure.
    ///
    /// - Throws: Any error thrown by the closure.
    public convenience init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, script: (MockConnection) throws -> Void
    ) throws {
        let mock = MockConnection(
            fileID: fileID, filePath: filePath, line: line, column: column)
        try script(mock)
        try self.init(mock)
    }

    /// Creates a database with a mock that forwards all calls to an in-memory database.
    ///
    /// - Parameter schema: SQL to run first, without recording it.
    /// - Throws: An `SQLiteError` if the schema is invalid.
    public static func spy(
        schema: String = "", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) throws -> MockDatabase {
        try MockDatabase(
            MockConnection.spy(
                schema: schema, fileID: fileID, filePath: filePath, line: line, column: column))
    }

    deinit { changes.close() }

    // MARK: - The mock

    /// Calls a closure with the mock, for example to expect further calls or to plan faults.
    ///
    /// - Throws: Any error thrown by the closure; an `SQLiteError` with `SQLITE_MISUSE` inside the closure of a call.
    public func withMock<R>(_ body: (MockConnection) throws -> R) throws -> R {
        try queue.writeWithoutTransaction { _ in try turn.take(nil) { try body(mock) } }
    }

    /// Reports problems at the line of the caller, as ``MockRecord/verify(fileID:filePath:line:column:)`` does.
    ///
    /// - Returns: Whether there are no problems.
    @discardableResult
    public func verify(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        record.verify(fileID: fileID, filePath: filePath, line: line, column: column)
    }

    // MARK: - On the calling thread

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

    /// Closes the mock once the running closures return. A script must expect this call. Later calls throw
    /// `SQLITE_MISUSE`. Closing again has no effect.
    public func close() throws {
        guard !changes.isClosed else { return }
        try queue.writeWithoutTransaction { _ in try closeMock() }
        changes.close()
        try queue.close()
    }

    // MARK: - On a thread of the database

    public func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R {
        let call = MockDatabaseCall()
        return try await cancelling(call) {
            try await self.queue.read { _ in try self.reading(call, body) }
        }
    }

    // The queue has no transaction, so that it does not report a transaction as cancelled that the mock has
    // committed.
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

    /// Closes the mock once the running closures return, without blocking the calling thread. A script must expect this
    /// call. Later calls throw `SQLITE_MISUSE`. Closing again has no effect.
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

    // MARK: - Transactions

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
                // An error of the closure takes precedence.
                if case .success = result { throw SQLiteError.transactionLeftOpen }
            }
            return try result.get()
        }
    }

    private func closeMock() throws {
        try turn.take(nil, isClosing: true) { try mock.close() }
    }

    // MARK: - Observation

    /// The results of a fetch: one at the beginning and one after each write, whatever it changes.
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

    /// Reads on the calling thread; `nil` if that takes longer than a limit.
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
