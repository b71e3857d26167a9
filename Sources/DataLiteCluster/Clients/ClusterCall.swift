#if Cluster
    import DataLiteDatabase
    import Foundation

    /// A call of a client: its time limit, the socket to stop when it is cancelled, and what instruments are told.
    final class ClusterCall: Sendable {
        private enum Phase {
            case running(LinkSocket?)
            case ended
        }

        private let deadline: ContinuousClock.Instant
        private let state = Locked((phase: Phase.running(nil), isCancelled: false))

        /// `nil` if there are no instruments.
        let report: CallReport?

        init(_ limit: Duration, report: CallReport? = nil) {
            deadline = .now + limit
            self.report = report
        }

        /// Runs the call, and reports its end to the instruments.
        func reportingEnd<R>(_ body: (ClusterCall) throws -> R) throws -> R {
            let result = Result { try body(self) }
            if let report {
                if case .failure(let error) = result {
                    report.begin(.ended, error)
                } else {
                    report.begin(.ended)
                }
            }
            return try result.get()
        }

        var remaining: Duration { ContinuousClock.now.duration(to: deadline) }

        /// Whether the call was cancelled before its closure returned.
        var isCancelled: Bool { state.withLock { $0.isCancelled } }

        /// Ends the closure of the call, at any time. It has no effect on a commit.
        func cancel() {
            state.withLock { state in
                guard case .running(let socket) = state.phase else { return }
                state.isCancelled = true
                socket?.stop()
            }
        }

        /// Lets ``cancel()`` stop a socket.
        func use(_ socket: LinkSocket) throws {
            try state.withLock { state in
                guard !state.isCancelled else { throw CancellationError() }
                state.phase = .running(socket)
            }
        }

        /// Call this when the closure has returned. From then on, the call cannot be cancelled.
        func endClosure() throws {
            try state.withLock { state in
                guard !state.isCancelled else { throw CancellationError() }
                state.phase = .ended
            }
        }

        /// Throws an error if the call was cancelled or its time is over.
        func requireTime(_ error: () -> any Error) throws {
            if isCancelled { throw CancellationError() }
            if remaining <= .zero { throw error() }
        }

        /// Blocks the thread for a short time.
        func sleep(for duration: Duration, _ error: () -> any Error) throws {
            try requireTime(error)
            let (seconds, attoseconds) = min(duration, max(remaining, .zero)).components
            Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
        }
    }
#endif
