import DataLiteCore
import Dispatch

/// A unit of work for a database thread.
protocol Job: Sendable {
    func runJob()

    /// Called instead of ``runJob()`` if no thread can be created, on the thread that submitted the job or on another
    /// thread.
    func refuse(_ error: SQLiteError)
}

/// The threads of a database for the closures of asynchronous calls. They start on demand and end after being idle for
/// a while.
final class WorkerThreads: Sendable {
    private struct State {
        /// The idle threads. The thread that became idle last is used first, so that the others can end.
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
    private let startThread: ThreadStarter

    init(
        limit: Int, name: String, idleTime: DispatchTimeInterval = .seconds(10),
        startThread: @escaping ThreadStarter = SystemThread.start
    ) {
        state = Locked(State(limit: limit))
        self.name = name
        self.idleTime = idleTime
        self.startThread = startThread
    }

    /// The number of threads.
    var count: Int { state.withLock { $0.count } }

    /// The largest number of threads.
    var limit: Int { state.withLock { $0.limit } }

    /// The number of threads waiting for a job.
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
        if isNew { addThread() }
    }

    /// Ends the idle threads. The other threads end after their jobs.
    func stop() {
        let idle = state.withLock { state -> [Worker] in
            state.isStopped = true
            defer { state.idle = [] }
            return state.idle
        }
        for worker in idle { worker.semaphore.signal() }
    }

    /// Starts a thread that is already included in the count. If that fails, the other threads run the pending jobs; if
    /// there are none, the jobs fail.
    private func addThread() {
        do {
            try startThread(name) { [self] in runJobs() }
        } catch {
            let refused = state.withLock { state -> [any Job] in
                state.count -= 1
                return state.count == 0 ? state.pending.takeAll() : []
            }
            for job in refused { job.refuse(error) }
        }
    }

    private func runJobs() {
        let worker = Worker()
        while let job = next(worker) {
            autoreleased { job.runJob() }
        }
    }

    /// The next job, or `nil` if the thread must end.
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
            // The signal arrived just after the timeout.
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
