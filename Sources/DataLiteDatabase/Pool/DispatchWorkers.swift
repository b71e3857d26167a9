import Dispatch
import Foundation

/// The threads on which Dispatch, and so every task, runs.
enum DispatchWorkers {
    private static let isStarted = Locked(false)

    /// Starts them once in a process.
    ///
    /// On Linux, Dispatch opens files for its first thread, and ends the process if it cannot. So this is done once a
    /// database is open, but not without file descriptors, which a database in memory does not need.
    static func start() {
        #if !canImport(Darwin)
            isStarted.withLock { isStarted in
                guard !isStarted, canOpenFiles else { return }
                isStarted = true
                let hasStarted = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { hasStarted.signal() }
                // Only if the system cannot create a thread, this takes more than a moment.
                _ = hasStarted.wait(timeout: .now() + .seconds(1))
            }
        #endif
    }

    private static var canOpenFiles: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
