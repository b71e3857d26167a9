import Foundation

/// A value that several threads share. `Mutex` of the standard library needs macOS 15.
final class Locked<Value> {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

// SAFETY: `value` is read and written only while `lock` is held, and what leaves it is Sendable.
extension Locked: @unchecked Sendable where Value: Sendable {}
