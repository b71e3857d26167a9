import Foundation

/// Lets a command that runs until it is stopped end by itself when it gets `SIGINT` or `SIGTERM`.
struct StopSignals {
    /// The end of a pipe that is closed by the signal.
    private let descriptor: Int32

    /// Takes the signals from now on. The first calls `onStop`, on a thread of its own; a second one
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

    /// Waits for a time, at most until a signal arrives.
    ///
    /// - Returns: whether there was no signal.
    /// - Throws: ``OutputError/closed`` as soon as no process can read from `output`.
    func wait(seconds: Double, writingTo output: Int32) throws -> Bool {
        var files = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            // Errors are reported without being asked for.
            pollfd(fd: output, events: 0, revents: 0),
        ]
        // A wait that another signal ends early is just shorter.
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
