import Dispatch
import Foundation

/// What a worker thread runs.
protocol Job: Sendable {
    func run()
}

/// The threads of a database for the closures of asynchronous calls. They start when they are needed and end
/// when they were idle for a while.
final class WorkerThreads: Sendable {
    private struct State {
        /// The thread that became idle last is the first to be used, so that the others can end.
        var idle: [Worker] = []
        var pending: [any Job] = []
        var count = 0
        var limit: Int
        var isStopped = false
    }

    /// A thread that waits for a job.
    private final class Worker: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
    }

    private let state: Locked<State>
    private let name: String
    private let idleTime: DispatchTimeInterval

    init(limit: Int, name: String, idleTime: DispatchTimeInterval = .seconds(10)) {
        state = Locked(State(limit: limit))
        self.name = name
        self.idleTime = idleTime
    }

    /// The number of threads.
    var count: Int { state.withLock { $0.count } }

    /// The largest number of threads.
    var limit: Int { state.withLock { $0.limit } }

    /// The number of threads that wait for a job.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// Raises the largest number of threads.
    func raiseLimit(to limit: Int) {
        state.withLock { $0.limit = max($0.limit, limit) }
    }

    func submit(_ job: any Job) {
        let (worker, isNew) = state.withLock { state -> (Worker?, Bool) in
            state.pending.append(job)
            if let worker = state.idle.popLast() { return (worker, false) }
            guard state.count < state.limit else { return (nil, false) }
            state.count += 1
            return (nil, true)
        }
        worker?.semaphore.signal()
        if isNew { startThread() }
    }

    /// Ends the idle threads. Those that run a job end after it.
    func stop() {
        let idle = state.withLock { state -> [Worker] in
            state.isStopped = true
            defer { state.idle = [] }
            return state.idle
        }
        for worker in idle { worker.semaphore.signal() }
    }

    private func startThread() {
        // On Linux, a thread cannot be named before `start()` has stored its handle.
        let hasStarted = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            hasStarted.wait()
            runJobs()
        }
        // The default of secondary threads on macOS, 512 KB, is little for SQL functions and decoders.
        thread.stackSize = 4 << 20
        thread.start()
        hasStarted.signal()
    }

    private func runJobs() {
        Thread.current.name = name
        let worker = Worker()
        while true {
            guard let job = next(worker) else { return }
            autoreleased { job.run() }
        }
    }

    /// The next job, or `nil` when the thread is to end.
    private func next(_ worker: Worker) -> (any Job)? {
        while true {
            let (job, ends) = state.withLock { state -> ((any Job)?, Bool) in
                if !state.pending.isEmpty { return (state.pending.removeFirst(), false) }
                if state.isStopped {
                    state.count -= 1
                    return (nil, true)
                }
                state.idle.append(worker)
                return (nil, false)
            }
            if job != nil || ends { return job }
            guard worker.semaphore.wait(timeout: .now() + idleTime) == .timedOut else { continue }
            let isUnused = state.withLock { state in
                guard let index = state.idle.firstIndex(where: { $0 === worker }) else {
                    return false
                }
                state.idle.remove(at: index)
                state.count -= 1
                return true
            }
            if isUnused { return nil }
            // The signal came just after the time was over.
            worker.semaphore.wait()
        }
    }

    private func autoreleased(_ body: () -> Void) {
        #if canImport(ObjectiveC)
            autoreleasepool(invoking: body)
        #else
            body()
        #endif
    }
}
