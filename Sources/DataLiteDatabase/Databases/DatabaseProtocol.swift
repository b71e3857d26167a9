public import DataLiteCore

/// A database whose connections are shared by many threads and tasks: a ``Database``, or a mock in a test.
///
/// ```swift
/// let titles = try await database.read { db in try Reminder.select(\.title).fetchAll(db) }
/// try await database.write { db in try Reminder.insert { draft }.execute(db) }
/// ```
///
/// Each method exists twice. The synchronous form runs the closure on the calling thread and waits
/// for its turn there. The `async` form runs it on a thread of the database and never blocks the
/// threads of Swift's tasks; cancelling the task interrupts the SQL.
///
/// A connection belongs to its closure: used after the closure has returned, it throws
/// `SQLITE_MISUSE`. A call inside the closure of another one throws it too, because it could wait
/// for itself.
public protocol DatabaseProtocol: AnyObject, Sendable {
    /// Runs a closure that reads one state of the database. It cannot write.
    func read<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R

    /// Runs a closure in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. One at a time.
    @discardableResult
    func write<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R

    /// Runs a closure on the connection that writes, without a transaction: each statement commits
    /// by itself, and the closure may use transactions of its own.
    @discardableResult
    func writeWithoutTransaction<R>(_ body: (any ConnectionProtocol) throws -> R) throws -> R

    /// Runs a closure that reads one state of the database. It cannot write.
    func read<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R

    /// Runs a closure in a transaction, which is committed when the closure returns and rolled back
    /// when it throws. One at a time.
    @discardableResult
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R

    /// Runs a closure on the connection that writes, without a transaction: each statement commits
    /// by itself, and the closure may use transactions of its own.
    @discardableResult
    func writeWithoutTransaction<R: Sendable>(
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> R
    ) async throws -> R

    /// The results of a fetch: one at the beginning, and one after each commit that changes what was read.
    /// `values(_:_:)` and `observe` call this.
    ///
    /// - Parameter isDuplicate: Whether a value is left out because it equals the one before; `nil` if
    ///   none is.
    func values<Value: Sendable>(
        _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value>

    /// Closes the connections once the closures that run have returned. Later calls throw
    /// `SQLITE_MISUSE`.
    func close() throws

    /// Closes the connections once the closures that run have returned, without blocking the thread of the
    /// task. Later calls throw `SQLITE_MISUSE`.
    func close() async throws
}
