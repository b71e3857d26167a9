/// A flag that one thread sets to stop the statements of a connection that another thread uses.
///
/// `sqlite3_interrupt()` ends only the statements that are running; every step checks this flag.
//
// SAFETY: `value` is allocated in `init`, freed in `deinit` and accessed only atomically. The flag orders no
// other memory access: it only says that statements should fail.
final class StopFlag: @unchecked Sendable {
    private let value: UnsafeMutablePointer<Int>

    init() {
        value = .allocate(capacity: 1)
        value.initialize(to: 0)
    }

    deinit { value.deallocate() }

    @inline(__always)
    var isSet: Bool { RelaxedAtomic.load(value) != 0 }

    func set(_ isSet: Bool) { RelaxedAtomic.store(isSet ? 1 : 0, in: value) }
}
