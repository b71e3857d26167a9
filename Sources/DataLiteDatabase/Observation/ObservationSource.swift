import DataLiteCore

/// Where an iteration of ``ObservedValues`` gets its values from: a database, or a mock in a test.
///
/// An iteration calls ``waitForChange()`` and ``fetch()`` in turn, and ``cancel()`` when it ends.
package protocol ObservationSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Waits until a value is to be fetched. The first call returns at once, and so does a call after a
    /// change since the latest fetch began.
    ///
    /// - Returns: `false` if there will be no more values, or if the task was cancelled.
    func waitForChange() async -> Bool

    /// Fetches the present value.
    ///
    /// - Returns: `nil` if the source has ended.
    func fetch() async throws -> Value?

    /// Fetches the first value on the calling thread, before the first call of ``waitForChange()``.
    ///
    /// - Parameter limit: How long the thread may be blocked.
    /// - Returns: `nil` if that takes longer or is not possible there. The next call of ``waitForChange()`` returns at
    ///   once then.
    func fetchFirst(within limit: Duration) throws -> Value?

    /// Whether fetching again may succeed after an error although nothing has changed.
    func isTransient(_ error: any Error) -> Bool

    /// Ends the source. May be called several times.
    func cancel()
}

extension ObservationSource {
    /// Nothing: the value is fetched by ``fetch()``.
    package func fetchFirst(within limit: Duration) throws -> Value? { nil }

    /// Whether SQLite could not run the fetch at this moment: it was locked or interrupted, or a file could not be
    /// opened, for example.
    package func isTransient(_ error: any Error) -> Bool {
        (error as? SQLiteError)?.mayPass ?? false
    }
}

extension SQLiteError {
    /// Whether it may pass by itself. Files or threads cannot be created, perhaps, because the process has too
    /// many of them.
    var mayPass: Bool {
        [.busy, .locked, .interrupt, .schema, .protocol, .cantOpen, .nomem].contains(
            resultCode.primary)
    }
}
