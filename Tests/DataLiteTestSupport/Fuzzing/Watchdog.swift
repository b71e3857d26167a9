import Foundation

/// Interrupts what runs for too long: a damaged table may have more rows than can be read in a lifetime,
/// because its pages refer to each other.
package final class Watchdog: Sendable {
    private let isFinished = DispatchSemaphore(value: 0)

    /// Calls `interrupt` several times a second on a thread of its own, until the watchdog is stopped.
    package init(_ interrupt: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [isFinished] in
            while isFinished.wait(timeout: .now() + 0.25) == .timedOut { interrupt() }
        }
    }

    package func stop() { isFinished.signal() }
}
