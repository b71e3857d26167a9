import Foundation

/// Stops a command that runs indefinitely when the process receives `SIGINT` or `SIGTERM`.
struct StopSignals {
    /// The read end of a pipe whose write end the first signal closes.
    private let descriptor: Int32

    /// Starts handling the signals. The first signal calls `onStop` on a separate thread; a second signal
    /// ends the process as usual.
    init(onStop: @escaping @Sendable () -> Void) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw QueryError("cannot create a pipe: \(SystemError.reason(errno))")
        }
        descriptor = ends[0]
        // Threads inherit the mask, so the signal waits for `sigwait`.
        Self.setMask(SIG_BLOCK)
        let other = ends[1]
        Thread.detachNewThread {
            var signals = Self.signals
            var number: Int32 = 0
            sigwait(&signals, &number)
            onStop()
            close(other)
            Self.setMask(SIG_UNBLOCK)
            while true { pause() }
        }
    }

    /// Waits for a time or until a signal arrives.
    ///
    /// - Returns: `false` if a signal arrived.
    /// - Throws: ``OutputError/closed`` when no process can read from `output` any longer.
    func wait(seconds: Double, writingTo output: Int32) throws -> Bool {
        var files = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            // Errors are always reported.
            pollfd(fd: output, events: 0, revents: 0),
        ]
        // Another signal may end the wait early, which is harmless.
        guard poll(&files, nfds_t(files.count), Int32((seconds * 1000).rounded(.up))) > 0 else {
            return true
        }
        guard files[0].revents == 0 else { return false }
        throw OutputError.closed
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }

    private static func setMask(_ change: Int32) {
        var signals = Self.signals
        pthread_sigmask(change, &signals, nil)
    }
}
