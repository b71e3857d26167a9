/// A value that a task waits for and another thread provides.
///
/// A continuation alone would be safe, but if it is resumed before the task begins to wait, the thread sanitizer does
/// not detect that the value was written before it is read. The lock makes the order visible.
struct HandOver<Value: Sendable>: Sendable {
    private let value: Locked<Value>
    private let continuation: CheckedContinuation<Void, Never>

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - initial: A placeholder, which ``resume(returning:)`` replaces.
    ///   - body: Passes the `HandOver` to the code that provides the value.
    static func wait(
        _ initial: Value, _ body: (HandOver<Value>) -> Void
    ) async -> Value {
        let value = Locked(initial)
        await withCheckedContinuation { body(HandOver(value: value, continuation: $0)) }
        return value.withLock { $0 }
    }

    /// Provides the value. Call this exactly once.
    func resume(returning newValue: Value) {
        value.withLock { $0 = newValue }
        continuation.resume()
    }
}
