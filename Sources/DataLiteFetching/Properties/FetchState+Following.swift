/// The values and errors of one request of a property.
struct FetchedValues<Value: Sendable>: Sendable {
    private var iterator: ObservedValues<Value>.AsyncIterator

    init(
        of source: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        in database: any DatabaseProtocol
    ) {
        // Equal values are delivered, too: a value after an error clears the error.
        iterator = database.values(ObservationOptions(), isDuplicate: nil, fetch: source)
            .makeAsyncIterator()
    }

    /// The first value, fetched on the calling thread.
    ///
    /// - Returns: `nil` if the fetch takes longer than the limit, or is not possible on this thread.
    mutating func first(within limit: Duration) -> Result<Value, any Error>? {
        do {
            return try iterator.fetchFirst(within: limit).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    mutating func next() async -> Result<Value, any Error>? {
        do {
            return try await iterator.next(isolation: nil).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension _FetchState {
    func follow(
        _ followed: FollowedRequest, _ source: @escaping Source, _ values: FetchedValues<Value>
    ) {
        let task = Task { [weak self] in
            var values = values
            while let result = await values.next() {
                guard let self else { return }
                if self.isKnown(result, of: followed) { continue }
                await self.publish(result, of: followed, source, on: self.isolation)
            }
            guard !Task.isCancelled, let self else { return followed.cancel() }
            await self.publish(
                .failure(SQLiteError.databaseClosed), of: followed, source, on: self.isolation)
        }
        followed.setTask(task)
    }

    private var isolation: (any Actor)? { state.withLock { $0.isolation.actor } }

    /// Whether a result changes nothing.
    private func isKnown(
        _ result: Result<Value, any Error>, of followed: FollowedRequest
    ) -> Bool {
        guard case .success(let value) = result else { return false }
        let old = state.withLock { $0 }
        return old.current === followed && !old.isLoading && old.error == nil
            && Self.areEqual(old.value, value)
    }

    private static func areEqual(_ lhs: Value, _ rhs: Value) -> Bool {
        guard let lhs = lhs as? any Equatable else { return false }
        return lhs.isEqual(to: rhs)
    }

    private func publish(
        _ result: Result<Value, any Error>, of followed: FollowedRequest,
        _ source: @escaping Source, on isolation: isolated (any Actor)?
    ) {
        let old = state.withLock { $0 }
        guard old.follows(followed), !followed.isCancelled else { return }
        let value = try? result.get()
        let changesValue = value.map { !Self.areEqual(old.value, $0) } ?? false
        let changesError = value == nil || old.error != nil
        if changesValue { registrar.willSet(self, keyPath: \.value) }
        if changesError { registrar.willSet(self, keyPath: \.error) }
        if old.isLoading { registrar.willSet(self, keyPath: \.isLoading) }
        let replaced = state.withLock { $0.accept(result, of: followed, source) }
        if changesValue { registrar.didSet(self, keyPath: \.value) }
        if changesError { registrar.didSet(self, keyPath: \.error) }
        if old.isLoading { registrar.didSet(self, keyPath: \.isLoading) }
        followed.wakeLoad()
        replaced?.cancel()
        // The replaced value must not be released under the lock: its deinitializer may read the property.
        withExtendedLifetime(old) {}
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension _FetchState.State {
    func follows(_ followed: FollowedRequest) -> Bool {
        current === followed || loading === followed
    }

    /// Stores a result, unless its request was replaced or cancelled in the meantime.
    ///
    /// - Returns: The request that is no longer followed.
    mutating func accept(
        _ result: Result<Value, any Error>, of followed: FollowedRequest,
        _ source: @escaping _FetchState<Value>.Source
    ) -> FollowedRequest? {
        guard follows(followed), followed.accept(result.map { _ in }, { store(result) }) else {
            return nil
        }
        guard loading === followed else { return nil }
        loading = nil
        guard current !== followed else { return nil }
        guard case .success = result else { return followed }
        let replaced = current
        current = followed
        request.source = source
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
