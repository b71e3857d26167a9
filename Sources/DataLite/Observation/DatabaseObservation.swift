/// Values that are passed to a closure, until this is cancelled or released.
///
/// `DatabaseProtocol.observe` creates it.
public final class DatabaseObservation: Sendable {
    private let task: Task<Void, Never>

    init<Value>(
        _ values: ObservedValues<Value>,
        onError: @escaping @Sendable (any Error) async -> Void,
        onChange: @escaping @Sendable (Value) async -> Void
    ) {
        task = Task {
            for await result in values.results {
                switch result {
                case .success(let value): await onChange(value)
                case .failure(let error): await onError(error)
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Ends the observation. A closure that runs is not waited for.
    public func cancel() { task.cancel() }
}
