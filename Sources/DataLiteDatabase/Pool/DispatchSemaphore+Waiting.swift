import DataLiteCore
import Dispatch

enum WaitResult {
    case signaled
    case timedOut
    case interrupted
}

extension DispatchSemaphore {
    /// The time after which a wait looks whether it was interrupted.
    private static let interruptCheck = Duration.milliseconds(10)

    /// Waits for a signal, for a limit, and for the interrupt of the connection that the calling thread uses.
    func wait(within limit: Duration?, interruptedBy handle: InterruptHandle?) -> WaitResult {
        guard let handle else {
            let deadline = limit.map { DispatchTime.now() + $0.dispatchInterval }
            return wait(timeout: deadline ?? .distantFuture) == .success ? .signaled : .timedOut
        }
        let start = PoolClock.now
        let interruptions = handle.interruptions
        while wait(timeout: .now() + Self.interruptCheck.dispatchInterval) == .timedOut {
            guard !handle.isStopped, handle.interruptions == interruptions else {
                return .interrupted
            }
            let waited = Duration.nanoseconds(Int64(clamping: PoolClock.now - start))
            if let limit, waited > limit { return .timedOut }
        }
        return .signaled
    }
}
