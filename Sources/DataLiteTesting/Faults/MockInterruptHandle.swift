import DataLiteCore
import Foundation

/// Interrupts the statements of a mock from any thread.
public final class MockInterruptHandle: Sendable {
    // Safe: touched only while `condition` is held.
    nonisolated(unsafe) private var running = 0
    nonisolated(unsafe) private var isInterrupted = false
    private let condition = NSCondition()
    private let real: InterruptHandle?

    /// - Parameter real: What interrupts the connection that is spied on.
    init(real: InterruptHandle?) { self.real = real }

    /// Makes the statements that run now end with `SQLITE_INTERRUPT`. Without any, nothing happens.
    public func interrupt() {
        real?.interrupt()
        condition.lock()
        defer { condition.unlock() }
        guard running > 0 else { return }
        isInterrupted = true
        condition.broadcast()
    }

    /// Told that a run has begun.
    func runDidBegin() {
        condition.lock()
        defer { condition.unlock() }
        running += 1
    }

    /// Told that a run has ended. With the last one, the interrupt is over.
    func runDidEnd() {
        condition.lock()
        defer { condition.unlock() }
        running -= 1
        if running == 0 { isInterrupted = false }
    }

    /// Whether the statements that run are to end.
    var isPending: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isInterrupted
    }

    /// Waits for an interrupt, as a call that runs.
    ///
    /// - Returns: whether it came in time.
    func wait(for duration: Duration) -> Bool {
        // A date too far away is none to the system's clock.
        let end = Date(timeIntervalSinceNow: min(duration, .seconds(1 << 30)) / .seconds(1))
        runDidBegin()
        defer { runDidEnd() }
        condition.lock()
        defer { condition.unlock() }
        while !isInterrupted, condition.wait(until: end) {}
        return isInterrupted
    }
}
