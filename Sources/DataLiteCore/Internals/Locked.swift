import Foundation

/// A value that several threads share. `Mutex` of the standard library needs macOS 15.
//
// SAFETY: `mutex` and `state` are allocated in `init` and freed in `deinit`, when no other thread can have a
// reference. The state is accessed only while the mutex is held. A value that a closure returns from it is
// Sendable, or no longer part of the state, such as a connection that is moved out.
@usableFromInline
package final class Locked<State>: @unchecked Sendable {
    @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    @usableFromInline let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    package init(_ initial: State) {
        pthread_mutex_init(mutex, nil)
        state.initialize(to: initial)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    @inlinable
    package func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state.pointee)
    }
}
