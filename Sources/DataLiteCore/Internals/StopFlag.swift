/// A flag that one thread sets to stop the statements of a connection on another thread, and the number of
/// the connection's interruptions.
///
/// `sqlite3_interrupt()` ends only the statements that are running; every step checks this flag.
//
// SAFETY: the numbers are allocated in `init`, freed in `deinit` and accessed only atomically. They order no other
// memory access: they only indicate that statements should fail.
final class StopFlag: @unchecked Sendable {
    private let value = StopFlag.makeNumber()
    private let ignored = StopFlag.makeNumber()
    private let count = StopFlag.makeNumber()

    private static func makeNumber() -> UnsafeMutablePointer<Int> {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 0)
        return number
    }

    deinit {
        value.deallocate()
        ignored.deallocate()
        count.deallocate()
    }

    @inline(__always)
    var isSet: Bool { RelaxedAtomic.load(value) != 0 }

    func set(_ isSet: Bool) { RelaxedAtomic.store(isSet ? 1 : 0, in: value) }

    /// Whether statements run although the flag is set, because they roll back.
    var isIgnored: Bool {
        get { RelaxedAtomic.load(ignored) != 0 }
        set { RelaxedAtomic.store(newValue ? 1 : 0, in: ignored) }
    }

    /// The number of times the running statements were interrupted.
    var interruptions: Int { RelaxedAtomic.load(count) }

    /// Only one thread at a time may call this.
    func countInterruption() { RelaxedAtomic.increment(count) }
}
