import DataLiteCore

/// The changes of a table: one element for each commit that changes it.
///
/// ```swift
/// for try await change in database.changes(in: "reminders") {
///     switch change {
///     case .rows(let rows): print(rows.inserted, rows.updated, rows.deleted)
///     case .unknown: print("read the table")
///     }
/// }
/// ```
///
/// An iteration begins with `makeAsyncIterator()`; commits of other processes are detected from the first `next()`.
/// Commits are buffered until consumed. If there are too many, or their
/// keys take more than 64 MiB, the buffer is replaced by one ``TableChange/unknown``. The iteration ends when the task
/// is cancelled, and when the database is closed or released.
public struct ObservedChanges: AsyncSequence, Sendable {
    public typealias Element = TableChange
    public typealias Failure = any Error

    let pool: ConnectionPool
    let table: TableName
    let bufferLimit: Int
    let pollInterval: Duration?

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(StreamOwner(self)) }

    /// A single iteration.
    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Failure = any Error

        private let stream: StreamOwner
        private var hasBegun = false

        init(_ stream: StreamOwner) { self.stream = stream }

        /// Waits for the next commit that changes the table.
        ///
        /// - Returns: `nil` if the task is cancelled or the database is closed.
        /// - Throws: `SQLITE_ERROR` if, at the first call, the table does not exist or is a view or virtual table.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> TableChange? {
            if !hasBegun {
                try await stream.begin()
                hasBegun = true
            }
            if let change = await stream.delivery.nextChange(stream.id), !Task.isCancelled {
                return change
            }
            stream.delivery.removeStream(stream.id)
            return nil
        }

        /// The variant for systems whose `AsyncIteratorProtocol` has no `next(isolation:)`.
        @_disfavoredOverload
        public mutating func next() async throws -> TableChange? { try await next(isolation: nil) }
    }
}

extension Database {
    /// The changes of a table: the rows that each commit inserts, updates and deletes.
    ///
    /// - Parameters:
    ///   - bufferLimit: The largest number of commits to buffer.
    ///   - pollInterval: The interval between checks for commits of other processes; `nil` for no checks.
    public func changes(
        in table: String, schema: String = "main", bufferLimit: Int = 1000,
        pollInterval: Duration? = .milliseconds(100)
    ) -> ObservedChanges {
        ObservedChanges(
            pool: pool, table: TableName(schema: schema, table), bufferLimit: bufferLimit,
            pollInterval: pollInterval)
    }
}

/// Ends a stream when its iteration is released.
final class StreamOwner: Sendable {
    private let changes: ObservedChanges
    let id: Int

    var delivery: CommitDelivery { changes.pool.observers.delivery }

    init(_ changes: ObservedChanges) {
        self.changes = changes
        id = changes.pool.observers.delivery.addStream(
            changes.table, bufferLimit: changes.bufferLimit)
    }

    deinit { delivery.removeStream(id) }

    /// Begins to detect commits of other processes, and checks that the table exists.
    func begin() async throws {
        let (table, interval) = (changes.table, changes.pollInterval)
        do {
            try await changes.pool.runAsync(.readWithoutTransaction) {
                [pool = changes.pool] connection in
                try pool.observers.foreign.startMonitoring(every: interval, pool)
                try connection.readTransaction { try connection.requireTable(table) }
            }
        } catch {
            // The iteration ends.
            if delivery.isClosed || Task.isCancelled { return }
            guard changes.pool.isSuspended || (error as? SQLiteError) == .suspended else {
                throw error
            }
            // The changes begin when the database is resumed.
            try? await AlarmClock.shared.sleep(for: .milliseconds(50))
            try await begin()
        }
    }
}

extension Connection {
    fileprivate func requireTable(_ table: TableName) throws {
        let type = try listedTable(table)?.type
        if let type, ["table", "shadow"].contains(type) { return }
        let name = "\(table.schema).\(table.table)"
        throw SQLiteError(
            .error,
            message: type.map { "the changes of the \($0) \"\(name)\" are not reported" }
                ?? "no such table: \(name)")
    }
}
