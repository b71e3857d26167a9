import DataLiteCore
public import Observation

/// The value that a ``Fetch``, ``FetchAll`` or ``FetchOne`` property has fetched, and what it is doing: the
/// projected value of the property, as `$books`.
///
/// ```swift
/// try await $books.load(Book.where { $0.title.contains(text) })
/// if let error = $books.error { ... }
/// ```
///
/// It can be used on every thread. `value`, `error` and `isLoading` are tracked by `withObservationTracking`
/// and SwiftUI. Changes are published on the actor on which the property was created: on the main actor for a
/// property of a view or of a `@MainActor` class, and wherever else it was created on the main queue. If there
/// was none, they are published on no particular thread.
///
/// Fetching begins when one of the properties is read for the first time, or with ``load()``. It ends when the
/// state is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class FetchState<Value: Sendable>: Observable, Sendable {
    typealias Source = @Sendable (any ConnectionProtocol) throws -> Value

    let initialValue: Value
    private let registrar = ObservationRegistrar()
    private let state: Locked<State>

    fileprivate struct State {
        var value: Value
        var error: (any Error)?
        var database: (any DatabaseProtocol)?

        /// What is followed once fetching begins.
        var source: Source?

        /// Where changes are published.
        let isolation: PublishingActor

        /// The request whose values are published.
        var current: FollowedRequest?

        /// The request of the latest load, until its first value is there.
        var pending: FollowedRequest?

        var isLoading: Bool { pending != nil || current?.hasOutcome == false }
    }

    init(
        _ initialValue: Value, _ source: Source?, _ database: (any DatabaseProtocol)?,
        _ isolation: (any Actor)?
    ) {
        self.initialValue = initialValue
        state = Locked(
            State(
                value: initialValue, database: database ?? DefaultDatabase.database,
                source: source, isolation: PublishingActor(isolation)))
    }

    deinit {
        let (current, pending) = state.withLock { ($0.current, $0.pending) }
        current?.cancel()
        pending?.cancel()
    }
}

// MARK: - What is fetched

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchState {
    /// The latest value; the initial one until the first fetch has ended.
    public var value: Value {
        start()
        registrar.access(self, keyPath: \.value)
        return state.withLock { $0.value }
    }

    /// The error of the latest fetch or load; `nil` if it has succeeded, and if it was cancelled.
    ///
    /// The value stays the one that was fetched before.
    public var error: (any Error)? {
        start()
        registrar.access(self, keyPath: \.error)
        return state.withLock { $0.error }
    }

    /// Whether the first fetch or a load has not ended. A fetch after a change of the database does not count.
    public var isLoading: Bool {
        start()
        registrar.access(self, keyPath: \.isLoading)
        return state.withLock { $0.isLoading }
    }

    /// Begins to fetch, unless it has begun.
    private func start() {
        let started = state.withLock { state -> (FollowedRequest, any DatabaseProtocol, Source)? in
            guard let source = state.source, state.current == nil else { return nil }
            guard let database = Self.database(in: &state) else {
                state.error = SQLiteError.noDefaultDatabase
                return nil
            }
            let request = FollowedRequest()
            state.current = request
            return (request, database, source)
        }
        if let (request, database, source) = started { follow(request, source, database) }
    }

    /// The database, which may have become available after the state was created.
    private static func database(in state: inout State) -> (any DatabaseProtocol)? {
        state.database = state.database ?? DefaultDatabase.database
        return state.database
    }
}

// MARK: - Loading

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchState {
    /// Fetches the value again, with the present request, and returns when it is published.
    ///
    /// - Throws: as `load` with a request. Without a request, nothing happens.
    public func load() async throws {
        guard let source = state.withLock({ $0.source }) else { return }
        try await load(source)
    }

    /// Replaces the request, and returns when its first value is published.
    ///
    /// Until then the property follows the request that it had before, and it goes on doing so if the load
    /// fails or is cancelled. A later load cancels an earlier one that has not ended.
    func load(_ source: @escaping Source) async throws {
        start()
        let request = FollowedRequest()
        let database = state.withLock { Self.database(in: &$0) }
        guard let database else { throw SQLiteError.noDefaultDatabase }
        let replaced = changeLoading { state in
            defer { state.pending = request }
            return state.pending
        }
        replaced?.cancel()
        follow(request, source, database)
        do {
            try await request.waitForResult()
        } catch {
            withdraw(request)
            throw error
        }
    }

    /// Ends a load that was cancelled.
    private func withdraw(_ request: FollowedRequest) {
        guard state.withLock({ $0.pending === request }) else { return }
        changeLoading { state in
            if state.pending === request { state.pending = nil }
        }
    }

    private func changeLoading<R>(_ change: (inout State) -> R) -> R {
        registrar.withMutation(of: self, keyPath: \.isLoading) { state.withLock(change) }
    }
}

// MARK: - Following the database

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchState {
    private func follow(
        _ request: FollowedRequest, _ source: @escaping Source, _ database: any DatabaseProtocol
    ) {
        let task = Task { [weak self] in
            var values = database.values(
                ObservationOptions(), isDuplicate: Self.areEqual, fetch: source
            ).results.makeAsyncIterator()
            while let result = await values.next() {
                guard let self else { return }
                await self.publish(result, of: request, source, on: self.isolation)
            }
            guard !Task.isCancelled, let self else { return request.cancel() }
            await self.publish(
                .failure(SQLiteError.databaseClosed), of: request, source, on: self.isolation)
        }
        request.setTask(task)
    }

    private var isolation: (any Actor)? { state.withLock { $0.isolation.actor } }

    private static func areEqual(_ lhs: Value, _ rhs: Value) -> Bool {
        guard let lhs = lhs as? any Equatable else { return false }
        return lhs.isEqual(to: rhs)
    }

    private func publish(
        _ result: Result<Value, any Error>, of request: FollowedRequest, _ source: @escaping Source,
        on isolation: isolated (any Actor)?
    ) {
        let old = state.withLock { $0 }
        guard old.follows(request), !request.isCancelled else { return }
        let value = try? result.get()
        let changesValue = value.map { !Self.areEqual(old.value, $0) } ?? false
        let changesError = value == nil || old.error != nil
        if changesValue { registrar.willSet(self, keyPath: \.value) }
        if changesError { registrar.willSet(self, keyPath: \.error) }
        if old.isLoading { registrar.willSet(self, keyPath: \.isLoading) }
        let replaced = state.withLock { $0.accept(result, of: request, source) }
        if changesValue { registrar.didSet(self, keyPath: \.value) }
        if changesError { registrar.didSet(self, keyPath: \.error) }
        if old.isLoading { registrar.didSet(self, keyPath: \.isLoading) }
        request.wakeLoad()
        replaced?.cancel()
        // The value that was replaced is not released under the lock: its deinitializer may read the property.
        withExtendedLifetime(old) {}
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchState.State {
    func follows(_ request: FollowedRequest) -> Bool {
        current === request || pending === request
    }

    /// Stores a result, unless its request was replaced or cancelled in the meantime.
    ///
    /// - Returns: the request that is no longer followed.
    mutating func accept(
        _ result: Result<Value, any Error>, of request: FollowedRequest,
        _ source: @escaping FetchState<Value>.Source
    ) -> FollowedRequest? {
        guard follows(request), request.accept(result.map { _ in }, { store(result) }) else {
            return nil
        }
        guard pending === request else { return nil }
        pending = nil
        guard case .success = result else { return request }
        let replaced = current
        current = request
        self.source = source
        return replaced
    }

    private mutating func store(_ result: Result<Value, any Error>) {
        switch result {
        case .success(let newValue):
            value = newValue
            error = nil
        case .failure(let newError):
            error = newError
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: any Sendable) -> Bool { (other as? Self) == self }
}
