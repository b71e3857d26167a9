import DataLiteCore
import Dispatch
import Foundation

/// A unit of work for a database thread.
package protocol Job: Sendable {
    func runJob()

    /// Called instead of ``runJob()`` if no thread can be created, on the thread that submitted the job or on another
    /// thread.
    func refuse(_ error: SQLiteError)
}

/// The threads of a database for the closures of asynchronous calls. They start on demand and end after being idle for
/// a while.
package final class WorkerThreads: Sendable {
    private struct State {
        /// The idle threads. The thread that became idle last is used first, so that the others can end.
        var idle: [Worker] = []
        var pending: [any Job] = []
        var count = 0
        var limit: Int
        var isStopped = false

        /// The idle thread that has not fallen asleep yet. There is at most one.
        var awake: Worker?

        mutating func nextStep(of worker: Worker) -> Step {
            if awake === worker { awake = nil }
            if !pending.isEmpty { return .run(pending.removeFirst()) }
            if isStopped {
                count -= 1
                return .end
            }
            if let awake, awake === idle.last {
                // The thread that is awake gets the next job.
                idle.insert(worker, at: idle.count - 1)
                return .sleep
            }
            idle.append(worker)
            guard awake == nil else { return .sleep }
            awake = worker
            return .stayAwake
        }

        /// Removes a thread that waited long enough, unless it has just got a job.
        mutating func remove(_ worker: Worker) -> Bool {
            guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
            idle.remove(at: index)
            count -= 1
            return true
        }
    }

    /// What a thread does next.
    private enum Step {
        case run(any Job)
        case stayAwake, sleep, end
    }

    /// A thread that waits for a job.
    private final class Worker: Sendable {
        let semaphore = DispatchSemaphore(value: 0)

        /// Waits for a signal for about 30 microseconds without sleeping: another call often follows at once, and
        /// waking a thread takes longer than most calls.
        func waitAwake() -> Bool {
            let end = DispatchTime.now().uptimeNanoseconds + 30_000
            let now = DispatchTime(uptimeNanoseconds: 0)  // C: `DISPATCH_TIME_NOW`
            repeat {
                if semaphore.wait(timeout: now) == .success { return true }
                sched_yield()
            } while DispatchTime.now().uptimeNanoseconds < end
            return false
        }
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

    /// Creates threads of the system.
    package convenience init(limit: Int, name: String) {
        self.init(limit: limit, name: name, startThread: SystemThread.start)
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

    package func submit(_ job: any Job) {
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
    package func stop() {
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
            switch state.withLock({ $0.nextStep(of: worker) }) {
            case .run(let job): return job
            case .end: return nil
            case .stayAwake:
                if worker.waitAwake() { continue }
                state.withLock { state in
                    if state.awake === worker { state.awake = nil }
                }
                if !sleep(worker) { return nil }
            case .sleep: if !sleep(worker) { return nil }
            }
        }
    }

    /// Waits for a signal.
    ///
    /// - Returns: `false` if there was none and the thread must end.
    private func sleep(_ worker: Worker) -> Bool {
        guard worker.semaphore.wait(timeout: .now() + idleTime) == .timedOut else { return true }
        if state.withLock({ $0.remove(worker) }) { return false }
        // The signal arrived just after the timeout.
        worker.semaphore.wait()
        return true
    }

    private func autoreleased(_ body: () -> Void) {
        #if canImport(ObjectiveC)
            autoreleasepool(invoking: body)
        #else
            body()
        #endif
    }
}

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
