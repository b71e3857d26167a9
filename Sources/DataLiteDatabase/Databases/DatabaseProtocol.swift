public import DataLiteCore

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
