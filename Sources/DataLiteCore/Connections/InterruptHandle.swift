import DataLiteC

/// Interrupts the statements of a connection, from any thread and at any time, also when the
/// connection is closed already.
///
/// ```swift
/// let handle = connection.interruptHandle
/// let watchdog = Task { try await Task.sleep(for: .seconds(10)); handle.interrupt() }
/// ```
public final class InterruptHandle: @unchecked Sendable {
    // Safe: `pointer` is touched only while `mutex` is held, and the connection takes the pointer
    // away, under the same mutex, before it is closed.
    private var pointer: OpaquePointer?
    // An SQLite that was set up for a single thread gives a mutex that does nothing, or none; then only one
    // thread may use it, and so come here.
    private let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)

    init(_ pointer: OpaquePointer?) {
        self.pointer = pointer
    }

    deinit {
        sqlite3_mutex_free(mutex)
    }

    /// Makes the statements that run now end with `SQLITE_INTERRUPT`. Those begun later run as
    /// usual. C: `sqlite3_interrupt`.
    public func interrupt() {
        withLock {
            if let pointer { sqlite3_interrupt(pointer) }
        }
    }

    func invalidate() {
        withLock { pointer = nil }
    }

    /// Takes the pointer away until it is given back: for the time of an attempt to close.
    func suspend() -> Suspension {
        withLock {
            defer { pointer = nil }
            return Suspension(handle: self, pointer: pointer)
        }
    }

    struct Suspension {
        fileprivate let handle: InterruptHandle
        fileprivate let pointer: OpaquePointer?

        func resume() {
            handle.withLock { handle.pointer = pointer }
        }
    }

    private func withLock<R>(_ body: () -> R) -> R {
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        return body()
    }
}
