@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension _FetchState {
    /// Fetches a value, and returns when it is published.
    ///
    /// Until then, and if the load fails or is cancelled, the property keeps following its previous request.
    /// Starting a load cancels any load still in progress.
    ///
    /// - Parameter newSource: The source that replaces the property's source, or `nil` to fetch again.
    func load(_ newSource: Source? = nil) async throws -> FetchSubscription {
        let followed = FollowedRequest()
        let (source, database) = state.withLock { state in
            (newSource ?? state.request.source, state.findDatabase())
        }
        guard let database else { throw SQLiteError.noDefaultDatabase }
        let replaced = changeLoading { state in
            let replaced = state.loading
            if replaced != nil, state.current === replaced { state.current = nil }
            if newSource == nil, state.current == nil { state.current = followed }
            state.loading = followed
            return replaced
        }
        replaced?.cancel()
        do {
            try await followed.waitForResult {
                follow(followed, source, FetchedValues(of: source, in: database))
            }
        } catch {
            withdraw(followed)
            throw error
        }
        return FetchSubscription(request: followed)
    }

    /// Ends a load that was cancelled.
    private func withdraw(_ followed: FollowedRequest) {
        guard state.withLock({ $0.loading === followed }) else { return }
        changeLoading { state in
            guard state.loading === followed else { return }
            state.loading = nil
            if state.current === followed { state.current = nil }
        }
    }

    private func changeLoading<R>(_ change: (inout State) -> R) -> R {
        registrar.withMutation(of: self, keyPath: \.isLoading) { state.withLock(change) }
    }

    /// Follows the request of another property, starting with the next read: in the database that was passed to the
    /// other property, or else in its own database.
    func replace(by other: _FetchState) {
        guard other !== self else { return }
        let new = other.state.withLock { $0 }
        registrar.willSet(self, keyPath: \.value)
        registrar.willSet(self, keyPath: \.error)
        registrar.willSet(self, keyPath: \.isLoading)
        let old = state.withLock { state in
            let old = state
            state.request = new.request
            state.database = new.request.givenDatabase ?? old.database ?? new.database
            state.value = new.value
            state.error = nil
            (state.current, state.loading, state.reading) = (nil, nil, nil)
            return old
        }
        registrar.didSet(self, keyPath: \.value)
        registrar.didSet(self, keyPath: \.error)
        registrar.didSet(self, keyPath: \.isLoading)
        old.current?.cancel()
        old.loading?.cancel()
    }
}
