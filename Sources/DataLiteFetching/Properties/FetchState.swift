public import Observation

/// The state of a ``Fetch``, ``FetchAll`` or ``FetchOne`` property: its value, latest error and loading flag. Copies of
/// the property share it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class _FetchState<Value: Sendable>: Observable, Sendable {
    typealias Source = @Sendable (any ConnectionProtocol) throws -> Value

    /// The request of a property and the database in which it runs.
    struct Request: Sendable {
        /// The value until the first fetch completes, and the value of a query for one row if there is no row.
        var initialValue: Value
        var source: Source
        /// The database that was passed to the property.
        let givenDatabase: (any DatabaseProtocol)?
        var firstReadLimit: Duration
    }

    struct State {
        var request: Request
        var database: (any DatabaseProtocol)?
        var value: Value
        var error: (any Error)?

        /// The actor on which changes are published.
        let isolation: PublishingActor

        /// The request whose values are published.
        var current: FollowedRequest?

        /// The request of the latest load, until its first value is published. It is also the current request if none
        /// was followed before.
        var loading: FollowedRequest?

        /// The request whose first value is being fetched on the thread that has read the property.
        var reading: FollowedRequest?

        /// Whether another thread has read the property during that fetch, so that its observers must be notified of
        /// the value.
        var isReadMeanwhile = false

        var isLoading: Bool { loading != nil || current?.hasOutcome == false }
    }

    let registrar = ObservationRegistrar()
    let state: Locked<State>

    init(_ request: Request, _ isolation: (any Actor)?) {
        state = Locked(
            State(
                request: request, database: request.givenDatabase ?? DefaultDatabase.database,
                value: request.initialValue, isolation: PublishingActor(isolation)))
    }

    deinit {
        let (current, loading) = state.withLock { ($0.current, $0.loading) }
        current?.cancel()
        loading?.cancel()
    }
}

// MARK: - The fetched value

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension _FetchState {
    var value: Value {
        start()
        registrar.access(self, keyPath: \.value)
        return state.withLock { $0.value }
    }

    /// The value of a query for one row if there is no row.
    var initialValue: Value { state.withLock { $0.request.initialValue } }

    var error: (any Error)? {
        start()
        registrar.access(self, keyPath: \.error)
        return state.withLock { $0.error }
    }

    var isLoading: Bool {
        start()
        registrar.access(self, keyPath: \.isLoading)
        return state.withLock { $0.isLoading }
    }

    /// Starts the first fetch, unless it has already started.
    private func start() {
        let begun = state.withLock { state -> (FollowedRequest, Request, any DatabaseProtocol)? in
            if let current = state.current {
                if state.reading === current { state.isReadMeanwhile = true }
                return nil
            }
            guard let database = state.findDatabase() else {
                state.error = SQLiteError.noDefaultDatabase
                return nil
            }
            let followed = FollowedRequest()
            state.current = followed
            if state.request.firstReadLimit > .zero { state.reading = followed }
            return (followed, state.request, database)
        }
        guard let (followed, request, database) = begun else { return }
        var values = FetchedValues(of: request.source, in: database)
        if request.firstReadLimit > .zero { readFirst(&values, followed, request) }
        follow(followed, request.source, values)
    }

    /// Fetches the first value on the calling thread, which is about to read it.
    private func readFirst(
        _ values: inout FetchedValues<Value>, _ followed: FollowedRequest, _ request: Request
    ) {
        let result = values.first(within: request.firstReadLimit)
        let (old, isReadMeanwhile) = state.withLock { state in
            let old = state
            if let result { _ = state.accept(result, of: followed, request.source) }
            guard state.reading === followed else { return (old, false) }
            (state.reading, state.isReadMeanwhile) = (nil, false)
            return (old, old.isReadMeanwhile && result != nil)
        }
        if isReadMeanwhile { Task { await announce(on: old.isolation.actor) } }
        // See `publish`.
        withExtendedLifetime(old) {}
    }

    /// Notifies the observers that read the property while its first value was being fetched.
    private func announce(on isolation: isolated (any Actor)?) {
        registrar.withMutation(of: self, keyPath: \.value) {}
        registrar.withMutation(of: self, keyPath: \.error) {}
        registrar.withMutation(of: self, keyPath: \.isLoading) {}
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension _FetchState.State {
    /// The database, which may have become available after the property was created.
    mutating func findDatabase() -> (any DatabaseProtocol)? {
        database = database ?? DefaultDatabase.database
        return database
    }
}
