import Foundation

/// Interrupts operations that take too long: a damaged table may have a practically endless number of rows, because its
/// pages refer to each other.
package final class Watchdog: Sendable {
    private let isFinished = DispatchSemaphore(value: 0)

    /// Calls `interrupt` several times per second on a separate thread, until the watchdog is stopped.
    package init(_ interrupt: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [isFinished] in
            while isFinished.wait(timeout: .now() + 0.25) == .timedOut { interrupt() }
        }
    }

    package func stop() { isFinished.signal() }
}
