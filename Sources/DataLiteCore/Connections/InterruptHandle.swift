import DataLiteC

/// Interrupts the statements of a connection, from any thread and at any time, even after the
/// connection was closed.
///
/// ```swift
/// let handle = connection.interruptHandle
/// let watchdog = Task { try await Task.sleep(for: .seconds(10)); handle.interrupt() }
/// ```
//
// SAFETY: `pointer`, `stops`, `lastStop` and `receivers` are the only properties that change. They are accessed only
// while `mutex` is held, and the connection sets `pointer` to nil, under the same mutex, before the handle is closed. If
// SQLite is configured for a single thread, it has no mutexes; then only one thread may use SQLite, including this
// object.
public final class InterruptHandle: @unchecked Sendable {
    private var pointer: OpaquePointer?
    private let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)
    private let stopFlag: StopFlag
    /// The numbers of the stops that are in effect.
    private var stops: Set<Int> = []
    private var lastStop = 0

    /// A handle that receives the interrupts of this one, and the number of its stop.
    private struct Receiver {
        let handle: InterruptHandle
        var stop: Int?
    }

    private var receivers: [Receiver] = []

    /// The action that interrupts a connection other than a ``Connection``.
    private let action: (@Sendable () -> Void)?

    init(_ pointer: OpaquePointer?, _ stopFlag: StopFlag) {
        self.pointer = pointer
        self.stopFlag = stopFlag
        action = nil
    }

    /// Creates a handle that interrupts a connection other than a ``Connection``.
    package init(_ action: @escaping @Sendable () -> Void) {
        pointer = nil
        stopFlag = StopFlag()
        self.action = action
    }

    deinit {
        sqlite3_mutex_free(mutex)
    }

    /// Makes the running statements fail with `SQLITE_INTERRUPT`. It does not affect statements that
    /// begin later. C: `sqlite3_interrupt`.
    public func interrupt() {
        action?()
        withLock {
            stopFlag.countInterruption()
            // Statements that end a call must not fail.
            if let pointer, !stopFlag.isIgnored { sqlite3_interrupt(pointer) }
            for receiver in receivers { receiver.handle.interrupt() }
        }
    }

    /// Interrupts the running statements. Until ``resume(_:)``, statements that begin later fail with
    /// `SQLITE_INTERRUPT`, except for rollbacks.
    ///
    /// `sqlite3_step()` forgets an interrupt that arrives before its statement begins: call ``interruptAgain(_:)`` after
    /// a while.
    ///
    /// - Returns: The number of the stop.
    @discardableResult
    package func stop() -> Int {
        let stop = withLock {
            lastStop += 1
            stops.insert(lastStop)
            stopFlag.set(true)
            stopReceivers()
            return lastStop
        }
        interrupt()
        return stop
    }

    /// Interrupts the running statements again, except for rollbacks.
    ///
    /// - Returns: Whether the stop is in effect; `false` if the connection is closed.
    package func interruptAgain(_ stop: Int) -> Bool {
        withLock {
            guard let pointer, stops.contains(stop) else { return false }
            if !stopFlag.isIgnored { sqlite3_interrupt(pointer) }
            for receiver in receivers { _ = receiver.stop.map(receiver.handle.interruptAgain) }
            return true
        }
    }

    /// Whether a stop is in effect.
    package var isStopped: Bool { stopFlag.isSet }

    /// The number of times the running statements were interrupted.
    package var interruptions: Int { stopFlag.interruptions }

    /// Ends the effect of a stop. Others stay in effect.
    package func resume(_ stop: Int) {
        withLock {
            stops.remove(stop)
            stopFlag.set(!stops.isEmpty)
            if stops.isEmpty { resumeReceivers() }
        }
    }

    /// Passes interrupts and stops on while a closure uses another connection, such as a copy, on the same thread.
    package func passing<R>(
        to other: InterruptHandle, while body: () throws -> R
    ) rethrows -> R {
        withLock {
            receivers.append(Receiver(handle: other))
            if !stops.isEmpty { stopReceivers() }
        }
        defer {
            withLock {
                // Nested closures end in reverse order.
                let receiver = receivers.removeLast()
                if let stop = receiver.stop { receiver.handle.resume(stop) }
            }
        }
        return try body()
    }

    private func stopReceivers() {
        for index in receivers.indices where receivers[index].stop == nil {
            receivers[index].stop = receivers[index].handle.stop()
        }
    }

    private func resumeReceivers() {
        for index in receivers.indices {
            if let stop = receivers[index].stop { receivers[index].handle.resume(stop) }
            receivers[index].stop = nil
        }
    }

    func invalidate() {
        withLock { pointer = nil }
    }

    /// Removes the pointer until ``Suspension/resume()``, while the connection tries to close.
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
