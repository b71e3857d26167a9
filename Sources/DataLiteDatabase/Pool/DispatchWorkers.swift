import Dispatch
import Foundation

/// The threads of Dispatch, on which every task runs.
enum DispatchWorkers {
    private static let isStarted = Locked(false)

    /// Starts the threads once in a process.
    ///
    /// On Linux, Dispatch opens files for its first thread, and ends the process if it cannot. So this is called when a
    /// database opens, and does nothing if no file can be opened: an in-memory database needs no file descriptor.
    static func start() {
        #if !canImport(Darwin)
            isStarted.withLock { isStarted in
                guard !isStarted, canOpenFiles else { return }
                isStarted = true
                let hasStarted = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { hasStarted.signal() }
                // This takes long only if the system cannot create a thread.
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
