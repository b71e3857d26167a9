import Foundation

/// Tells coders apart, for those who remember what they have found out with one: the coder itself may hold
/// what holds them, and they would all live for ever.
struct CoderID: Equatable, Sendable {
    private let number: UInt64

    private static let lock = NSLock()

    // Safe: touched only while `lock` is held.
    nonisolated(unsafe) private static var last: UInt64 = 0

    /// One that there has never been before.
    init() {
        number = Self.lock.withLock {
            Self.last += 1
            return Self.last
        }
    }
}
