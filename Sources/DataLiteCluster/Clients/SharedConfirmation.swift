#if Cluster
    import Dispatch

    /// Confirms a leader for all reads that need it at the same time. A confirmation counts for the reads that began before
    /// it.
    final class SharedConfirmation: Sendable {
        /// A read that waits.
        private final class Turn: Sendable {
            let leader: UInt64
            let end = DispatchSemaphore(value: 0)
            let outcome = Locked(Outcome.confirmed)

            init(_ leader: UInt64) { self.leader = leader }

            func finish(_ outcome: Outcome) {
                self.outcome.withLock { $0 = outcome }
                end.signal()
            }
        }

        private enum Outcome {
            /// The read confirms the leader, for itself and for others.
            case confirms
            case confirmed
            case failed(ConnectionLost)
        }

        private struct State {
            /// The confirmation that is running, and the latest successful one.
            var running: (leader: UInt64, began: ContinuousClock.Instant)?
            var last: (leader: UInt64, began: ContinuousClock.Instant)?
            /// The reads that the running confirmation counts for.
            var joined: [Turn] = []
            /// The reads that began after it.
            var waiting: [Turn] = []
        }

        private let state = Locked(State())

        /// Returns when the leader was confirmed after a read began.
        ///
        /// - Parameters:
        ///   - leader: The number of the leader.
        ///   - start: When the read began.
        ///   - body: Confirms the leader.
        func run(
            _ leader: UInt64, since start: ContinuousClock.Instant, _ call: ClusterCall,
            _ body: () throws(ConnectionLost) -> Void
        ) throws(ConnectionLost) {
            let turn = Turn(leader)
            let outcome = state.withLock { state -> Outcome? in
                if let last = state.last, last.leader == leader, last.began >= start {
                    return .confirmed
                }
                guard let running = state.running else {
                    state.running = (leader, .now)
                    return .confirms
                }
                if running.leader == leader, running.began >= start {
                    state.joined.append(turn)
                } else {
                    state.waiting.append(turn)
                }
                return nil
            }
            let result = if let outcome { outcome } else { try wait(turn, call) }
            switch result {
            case .confirmed: return
            case .failed(let error): throw error
            case .confirms: break
            }
            do throws(ConnectionLost) {
                try body()
            } catch {
                finish(.failed(error))
                throw error
            }
            finish(.confirmed)
        }

        /// Ends the running confirmation, and lets the first of the reads that wait begin the next one for all of them.
        private func finish(_ outcome: Outcome) {
            let (joined, next) = state.withLock { state in
                if case .confirmed = outcome { state.last = state.running }
                let (joined, waiting) = (state.joined, state.waiting)
                state.running = waiting.first.map { ($0.leader, .now) }
                state.joined = Array(waiting.dropFirst().filter { $0.leader == waiting[0].leader })
                state.waiting = waiting.filter { $0.leader != waiting[0].leader }
                return (joined, waiting.first)
            }
            next?.finish(.confirms)
            for turn in joined { turn.finish(outcome) }
        }

        private func wait(_ turn: Turn, _ call: ClusterCall) throws(ConnectionLost) -> Outcome {
            while turn.end.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
                guard call.isCancelled || call.remaining <= .zero else { continue }
                let isWaiting = state.withLock { state in
                    let count = state.waiting.count + state.joined.count
                    state.waiting.removeAll { $0 === turn }
                    state.joined.removeAll { $0 === turn }
                    return state.waiting.count + state.joined.count < count
                }
                // Otherwise, its outcome comes now.
                if isWaiting { throw ConnectionLost("no confirmation within the time limit") }
            }
            return turn.outcome.withLock { $0 }
        }
    }
#endif
