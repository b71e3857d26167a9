public import DataLiteCore

/// An observation that fetches and delivers its first value before `observe` returns.
public struct ImmediateScheduling: Hashable, Sendable {
    /// The longest time that the first fetch may block the calling thread.
    public var limit: Duration

    /// The first fetch may block the calling thread for ``DefaultDatabase/firstReadLimit``, one second by default.
    public static var immediate: ImmediateScheduling {
        ImmediateScheduling(limit: DefaultDatabase.firstReadLimit)
    }

    /// The first fetch may block the calling thread for a time of your choice.
    public static func immediate(within limit: Duration) -> ImmediateScheduling {
        ImmediateScheduling(limit: limit)
    }
}

extension DatabaseProtocol {
    /// Passes the results of a fetch to a closure of the main actor: the first one before this method returns, so that
    /// a view shows no empty state, and one after each commit that changes the data that was read.
    ///
    /// ```swift
    /// let observation = database.observe(scheduling: .immediate) { db in
    ///     try Reminder.fetchCount(db)
    /// } onError: { error in
    ///     print(error)
    /// } onChange: { count in
    ///     label.text = "\(count)"
    /// }
    /// ```
    ///
    /// The first value is fetched on the calling thread. If that takes longer than the limit, or if the thread is in
    /// the closure of another call, the first value is delivered later, as in the other forms.
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    @MainActor
    public func observe<Value: Sendable>(
        _ options: ObservationOptions = ObservationOptions(), scheduling: ImmediateScheduling,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        onError: @escaping @MainActor (any Error) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), scheduling, onError, onChange)
    }

    /// Passes the results of a fetch to a closure of the main actor, the first one before this method returns, without
    /// consecutive duplicates.
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    @MainActor
    public func observe<Value: Sendable & Equatable>(
        _ options: ObservationOptions = ObservationOptions(), scheduling: ImmediateScheduling,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        onError: @escaping @MainActor (any Error) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), scheduling, onError, onChange)
    }
}

extension DatabaseObservation {
    @MainActor
    fileprivate convenience init<Value: Sendable>(
        _ values: ObservedValues<Value>, _ scheduling: ImmediateScheduling,
        _ onError: @escaping @MainActor (any Error) -> Void,
        _ onChange: @escaping @MainActor (Value) -> Void
    ) {
        var iterator = values.makeAsyncIterator()
        do {
            if let value = try iterator.fetchFirst(within: scheduling.limit) { onChange(value) }
        } catch {
            onError(error)
        }
        self.init(
            iterator, onError: { @MainActor in onError($0) },
            onChange: { @MainActor in onChange($0) })
    }
}
