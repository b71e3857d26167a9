/// A flag that one thread sets to stop the statements of a connection on another thread, and the number of
/// the connection's interruptions.
///
/// `sqlite3_interrupt()` ends only the statements that are running; every step checks this flag.
//
// SAFETY: `value` and `count` are allocated in `init`, freed in `deinit` and accessed only atomically. They
// order no other memory access: they only indicate that statements should fail.
final class StopFlag: @unchecked Sendable {
    private let value: UnsafeMutablePointer<Int>
    private let count: UnsafeMutablePointer<Int>

    init() {
        value = .allocate(capacity: 1)
        value.initialize(to: 0)
        count = .allocate(capacity: 1)
        count.initialize(to: 0)
    }

    deinit {
        value.deallocate()
        count.deallocate()
    }

    @inline(__always)
    var isSet: Bool { RelaxedAtomic.load(value) != 0 }

    func set(_ isSet: Bool) { RelaxedAtomic.store(isSet ? 1 : 0, in: value) }

    /// The number of times the running statements were interrupted.
    var interruptions: Int { RelaxedAtomic.load(count) }

    /// Only one thread at a time may call this.
    func countInterruption() { RelaxedAtomic.increment(count) }
}
