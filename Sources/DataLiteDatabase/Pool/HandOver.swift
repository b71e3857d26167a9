/// A value that a task waits for and another thread provides.
///
/// A continuation is safe without this, but if it is resumed before the task has begun to wait, the thread
/// sanitizer does not see that the value was written before it is read. It sees the lock.
struct HandOver<Value: Sendable>: Sendable {
    private let value: Locked<Value>
    private let continuation: CheckedContinuation<Void, Never>

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - initial: A value that is never used if ``resume(returning:)`` is called as it should be.
    ///   - body: Passes the `HandOver` on to the code that provides the value.
    static func wait(
        _ initial: Value, _ body: (HandOver<Value>) -> Void
    ) async -> Value {
        let value = Locked(initial)
        await withCheckedContinuation { body(HandOver(value: value, continuation: $0)) }
        return value.withLock { $0 }
    }

    /// Provides the value. Call this once.
    func resume(returning newValue: Value) {
        value.withLock { $0 = newValue }
        continuation.resume()
    }
}
