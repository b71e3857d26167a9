import Foundation

/// A value that several threads share. `Mutex` of the standard library needs macOS 15.
//
// SAFETY: `mutex` and `state` are allocated in `init` and freed in `deinit`, when no other thread can have a
// reference. The state is accessed only while the mutex is held. A connection that is moved out of it is in no
// other place, so one thread uses it at a time; everything else that leaves it is Sendable.
final class Locked<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    init(_ initial: State) {
        pthread_mutex_init(mutex, nil)
        state.initialize(to: initial)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    @inline(__always)
    func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }
}

/// The identity of a thread while it runs.
struct ThreadID: Hashable, Sendable {
    let number: UInt

    static var current: ThreadID {
        #if canImport(Darwin)
            ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
            ThreadID(number: UInt(pthread_self()))
        #endif
    }
}
