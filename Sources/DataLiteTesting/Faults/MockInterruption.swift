import Foundation

/// Interrupts the statements of a mock from any thread.
final class MockInterruption: Sendable {
    // SAFETY: both are private, and every method that accesses them holds `condition`.
    nonisolated(unsafe) private var running = 0
    nonisolated(unsafe) private var isInterrupted = false
    private let condition = NSCondition()
    private let real: InterruptHandle?

    /// - Parameter real: The handle of the underlying connection.
    init(real: InterruptHandle?) { self.real = real }

    /// Makes the statements that are running fail with `SQLITE_INTERRUPT`. If none is running,
    /// nothing happens.
    func interrupt() {
        real?.interrupt()
        condition.lock()
        defer { condition.unlock() }
        guard running > 0 else { return }
        isInterrupted = true
        condition.broadcast()
    }

    /// Counts a run that begins.
    func runDidBegin() {
        condition.lock()
        defer { condition.unlock() }
        running += 1
    }

    /// Counts a run that ends. The end of the last run ends the interrupt.
    func runDidEnd() {
        condition.lock()
        defer { condition.unlock() }
        running -= 1
        if running == 0 { isInterrupted = false }
    }

    /// Whether running statements have been interrupted.
    var isPending: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isInterrupted
    }

    /// Waits for an interrupt. The wait counts as a running statement.
    ///
    /// - Returns: Whether an interrupt occurred in time.
    func wait(for duration: Duration) -> Bool {
        // The system's clock cannot represent dates that are too far away.
        let end = Date(timeIntervalSinceNow: min(duration, .seconds(1 << 30)) / .seconds(1))
        runDidBegin()
        defer { runDidEnd() }
        condition.lock()
        defer { condition.unlock() }
        while !isInterrupted, condition.wait(until: end) {}
        return isInterrupted
    }
}
