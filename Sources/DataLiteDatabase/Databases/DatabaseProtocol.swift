public import DataLiteCore
import Foundation

/// A database whose connections are shared by many threads and tasks: a ``Database``, or a mock in a test.
///
/// ```swift
/// let titles = try await database.read { db in try Reminder.select(\.title).fetchAll(db) }
/// try await database.write { db in try Reminder.insert { draft }.execute(db) }
/// ```
///
/// Each method exists twice. The synchronous form waits for a connection and runs the closure on the calling thread.
/// The `async` form runs the closure on a database thread and never blocks the threads of Swift's tasks; cancelling
/// the task interrupts the SQL.
///
/// A connection belongs to its closure: used after the closure returns, it throws `SQLITE_MISUSE`. A call inside the
/// closure of another call throws `SQLITE_MISUSE`, too, because it could deadlock.
public protocol DatabaseProtocol: AnyObject, Sendable {
    /// Runs a closure in a read transaction, so all its statements see the same state of the database. The closure
    /// cannot write.
    func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R

    /// Runs a closure in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. Writes run one at a time.
    @discardableResult
    func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R

    /// Runs a closure on the writer connection without a transaction: each statement commits separately, and the
    /// closure may use its own transactions.
    @discardableResult
    func writeWithoutTransaction<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R

    /// Runs a closure in a read transaction, so all its statements see the same state of the database. The closure
    /// cannot write.
    func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R

    /// Runs a closure in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. Writes run one at a time.
    @discardableResult
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R

    /// Runs a closure on the writer connection without a transaction: each statement commits separately, and the
    /// closure may use its own transactions.
    @discardableResult
    func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R

    /// The results of a fetch: one at the beginning, and one after each commit that changes the data that was read.
    /// `values(_:_:)` and `observe` call this.
    ///
    /// - Parameter isDuplicate: Returns whether two consecutive values are equal, so that the second is skipped;
    ///   `nil` delivers every value.
    func values<Value: Sendable>(
        _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value>

    /// Closes the connections when the running closures return. Later calls throw `SQLITE_MISUSE`.
    func close() throws

    /// Closes the connections when the running closures return, without blocking the thread of the task. Later calls
    /// throw `SQLITE_MISUSE`.
    func close() async throws
}

// MARK: - Discarding

// The compiler cannot infer that a closure of `() -> Void`, such as that of a button or a task group, discards the value
// of a write whose only statement returns one:
//
//     group.addTask { try await database.write { db in try query.execute(db) } }
//
// With these overloads, the closure of such a write discards it.
extension DatabaseProtocol {
    /// Runs a closure without a result in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. Writes run one at a time.
    @inlinable
    public func write(_ body: (any ConnectionProtocol) throws -> Void) throws {
        try write { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }

    /// Runs a closure without a result on the writer connection without a transaction: each statement commits
    /// separately, and the closure may use its own transactions.
    @inlinable
    public func writeWithoutTransaction(
        _ body: (any ConnectionProtocol) throws -> Void
    ) throws {
        try writeWithoutTransaction { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }

    /// Runs a closure without a result in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. Writes run one at a time.
    public func write(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) async throws {
        try await write { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }

    /// Runs a closure without a result on the writer connection without a transaction: each statement commits
    /// separately, and the closure may use its own transactions.
    public func writeWithoutTransaction(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) async throws {
        try await writeWithoutTransaction { (connection) throws -> Done in
            try body(connection)
            return Done()
        }
    }
}

/// The result of a closure without one, so that the call is not that of an overload for such closures.
@usableFromInline
struct Done: Sendable {
    @inlinable init() {}
}

// MARK: - FetchRequest

/// A value that is fetched from a database with one or more queries.
///
/// ```swift
/// struct Dashboard: FetchRequest {
///     struct Value: Sendable, Equatable {
///         let total: Int
///         let open: [Reminder]
///     }
///
///     func fetch(_ db: any ConnectionProtocol) throws -> Value {
///         try Value(
///             total: Reminder.count().fetchOne(db) ?? 0,
///             open: Reminder.where { !$0.isCompleted }.fetchAll(db))
///     }
/// }
///
/// let dashboard = try await database.fetch(Dashboard())
/// ```
///
/// All queries of a request see the same state of the database.
public protocol FetchRequest<Value>: Sendable {
    /// The type of the fetched value.
    associatedtype Value: Sendable

    /// Fetches the value on a read-only connection. It may be called any number of times.
    func fetch(_ db: any ConnectionProtocol) throws -> Value
}

/// Another name for ``FetchRequest``.
public typealias FetchKeyRequest = FetchRequest

extension DatabaseProtocol {
    /// Fetches the value of a request in one read, on the calling thread.
    ///
    /// - Throws: The error of the request, and the errors of `read(_:)`.
    public func fetch<Request: FetchRequest>(_ request: Request) throws -> Request.Value {
        try read { db in try request.fetch(db) }
    }

    /// Fetches the value of a request in one read, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func fetch<Request: FetchRequest>(_ request: Request) async throws -> Request.Value {
        try await read { db in try request.fetch(db) }
    }
}

// MARK: - Snapshot

extension Database {
    /// A fixed state of a database that several reads can see.
    ///
    /// ```swift
    /// let snapshot = try database.snapshot()
    /// let total = try snapshot.read { db in try db.value("SELECT sum(amount) FROM items", as: Int.self) }
    /// let items = try snapshot.read { db in try db.rows("SELECT * FROM items") }
    /// ```
    ///
    /// Each snapshot has its own connection until it is closed or released. Reads of one snapshot run one at a time.
    /// While a snapshot is open, the WAL cannot be reset and grows with each write.
    public final class Snapshot: Sendable {
        private let database: Database
        private let queue: CallQueue.ID

        init(_ database: Database, _ queue: CallQueue.ID) {
            self.database = database
            self.queue = queue
        }

        deinit { close() }

        /// Runs a closure that reads the state of the snapshot. The closure cannot write.
        ///
        /// - Throws: The error of the closure; `SQLITE_MISUSE` inside the closure of another call of the
        ///   database, and if the snapshot or the database is closed.
        public func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R {
            try database.pool.run(.snapshot, queue: queue) { connection in try body(connection) }
        }

        /// Runs a closure that reads the state of the snapshot, on a database thread.
        ///
        /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
        public func read<R: Sendable>(
            _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
        ) async throws -> R {
            try await database.pool.runAsync(.snapshot, queue: queue) { connection in
                try body(connection)
            }
        }

        /// Reads a part of a value, and keeps the value open for the next part.
        func readBlob(_ place: BlobPlace, from offset: Int, count: Int) async throws -> Data {
            try await database.pool.runAsync(.snapshot, queue: queue) { connection in
                try connection.readKeptBlob(place, from: offset, count: count)
            }
        }

        /// Ends the snapshot when the closure that reads from it returns. Further reads throw `SQLITE_MISUSE`.
        public func close() { database.pool.endSnapshot(queue) }
    }

    /// Captures the current state of the database for several reads. For an in-memory database, this is a copy.
    ///
    /// - Throws: The errors of `read(_:)` and of opening a connection; `SQLITE_MISUSE` for a file with a rollback journal
    ///   and for an encrypted in-memory database.
    public func snapshot() throws -> Snapshot {
        let queue = try pool.run(.readWithoutTransaction) { [pool] connection in
            try pool.beginSnapshot(of: connection)
        }
        return Snapshot(self, queue)
    }

    /// Captures the current state of the database for several reads. For an in-memory database, this is a copy.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled first.
    public func snapshot() async throws -> Snapshot {
        let queue = try await pool.runAsync(.readWithoutTransaction) { [pool] connection in
            try pool.beginSnapshot(of: connection)
        }
        return Snapshot(self, queue)
    }
}
