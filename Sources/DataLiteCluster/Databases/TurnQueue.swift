#if Cluster
    import Dispatch

    /// Lets a number of calls run at the same time; the others wait in the order in which they came.
    final class TurnQueue: Sendable {
        private let state: Locked<(free: Int, waiting: [DispatchSemaphore])>

        init(_ count: Int) { state = Locked((count, [])) }

        /// - Throws: `SQLITE_BUSY` if the call's time is over; `CancellationError`.
        func enter(_ call: ClusterCall) throws {
            let waiting = state.withLock { state -> DispatchSemaphore? in
                guard state.free == 0 else {
                    state.free -= 1
                    return nil
                }
                let turn = DispatchSemaphore(value: 0)
                state.waiting.append(turn)
                return turn
            }
            guard let turn = waiting else { return }
            call.report?.begin(.waiting)
            while turn.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
                do {
                    try call.requireTime {
                        SQLiteError(
                            .busy,
                            message:
                                "the call timed out while it waited for other calls of this client")
                    }
                } catch {
                    let isWaiting = state.withLock { state in
                        guard let index = state.waiting.firstIndex(where: { $0 === turn }) else {
                            return false
                        }
                        state.waiting.remove(at: index)
                        return true
                    }
                    // The turn came just now, and is passed on.
                    if !isWaiting { leave() }
                    throw error
                }
            }
        }

        func leave() {
            let next = state.withLock { state -> DispatchSemaphore? in
                guard !state.waiting.isEmpty else {
                    state.free += 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.signal()
        }
    }

    // MARK: - Threads of tasks

    /// Runs the closure of one asynchronous call in the calling task, on a thread of the database.
    actor CallActor {
        private nonisolated let executor: ThreadExecutor

        init(_ executor: ThreadExecutor) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func run<R: Sendable>(_ body: () throws -> R) throws -> R { try body() }
    }

    final class ThreadExecutor: SerialExecutor {
        private let threads: WorkerThreads

        init(_ threads: WorkerThreads) { self.threads = threads }

        func enqueue(_ job: UnownedJob) { threads.submit(ExecutorJob(self, job)) }

        func asUnownedSerialExecutor() -> UnownedSerialExecutor {
            UnownedSerialExecutor(ordinary: self)
        }
    }

    private struct ExecutorJob: Job {
        private let executor: ThreadExecutor
        private let job: UnownedJob

        init(_ executor: ThreadExecutor, _ job: UnownedJob) {
            self.executor = executor
            self.job = job
        }

        func runJob() { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }

        /// Without a thread, the job runs on another one: a task that never continues would be worse.
        func refuse(_ error: SQLiteError) { DispatchQueue.global().async { runJob() } }
    }
#endif
