/// An observation that passes values to a closure until it is cancelled or released.
///
/// `DatabaseProtocol.observe` creates it.
public final class DatabaseObservation: Sendable {
    /// A closure that receives values on the actor to which it is isolated.
    typealias Receiver<Value> = @isolated(any) @Sendable (Value) async -> Void

    private let task: Task<Void, Never>

    /// - Parameter iterator: The iteration, which may have delivered its first value.
    init<Value: Sendable>(
        _ iterator: ObservedValues<Value>.AsyncIterator, onError: @escaping Receiver<any Error>,
        onChange: @escaping Receiver<Value>
    ) {
        task = Task {
            var iterator = iterator
            while true {
                do {
                    guard let value = try await iterator.fetchNext() else { return }
                    await Self.pass(value, to: onChange, on: onChange.isolation)
                } catch {
                    await Self.pass(error, to: onError, on: onError.isolation)
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Ends the observation, without waiting for a running closure. If it is called on the actor of the closures, no
    /// closure starts after it returns.
    public func cancel() { task.cancel() }

    /// Calls a closure on its own actor, unless the task is cancelled. No other code of the actor runs between the
    /// check and the call.
    private static func pass<Value: Sendable>(
        _ value: Value, to receiver: Receiver<Value>, on actor: isolated (any Actor)?
    ) async {
        guard !Task.isCancelled else { return }
        await receiver(value)
    }
}
