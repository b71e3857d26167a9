import DataLiteCore
import Dispatch
import Foundation

/// Calls closures at scheduled times, on a thread that ends after a while without alarms.
//
// Dispatch timers, and so `Task.sleep`, need file descriptors, and Dispatch terminates a process that has none left.
package final class AlarmClock: Sendable {
    package static let shared = AlarmClock()

    // Times are nanoseconds of `DispatchTime`.
    private struct State {
        var alarms = AlarmHeap()
        var isRunning = false
        /// When the thread next checks the alarms.
        var wakeTime: UInt64 = 0
        /// When the thread ran out of alarms.
        var idleTime: UInt64?
    }

    private enum Step {
        case ring(Alarm)
        case wait(until: UInt64)
        case end
    }

    private static let longestIdleTime: UInt64 = 10_000_000_000

    private let state = Locked(State())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let startThread: ThreadStarter

    init(startThread: @escaping ThreadStarter = SystemThread.start) {
        self.startThread = startThread
    }

    /// Calls a closure after the given time, unless the alarm is cancelled first. The closure must not block.
    ///
    /// - Throws: `SQLITE_NOMEM` if the thread cannot be created.
    package func schedule(
        after time: Duration, _ body: @escaping @Sendable () -> Void
    ) throws(SQLiteError) -> Alarm {
        let alarm = Alarm(self, (.now() + time.dispatchInterval).uptimeNanoseconds, body)
        let isNext = try state.withLock { state throws(SQLiteError) -> Bool in
            if !state.isRunning {
                try startThread("DataLite.alarms") { [self] in run() }
                state.isRunning = true
                state.wakeTime = 0
            }
            state.alarms.insert(alarm)
            guard alarm.deadline < state.wakeTime else { return false }
            state.wakeTime = alarm.deadline
            return true
        }
        if isNext { wakeUp.signal() }
        return alarm
    }

    // Cancelling does not wake the thread. So a call that schedules and cancels an alarm wakes the thread only if no
    // earlier wake is scheduled.
    fileprivate func cancel(_ alarm: Alarm) { state.withLock { $0.alarms.remove(alarm) } }

    private func run() {
        while true {
            switch nextStep() {
            case .ring(let alarm): alarm.body()
            case .wait(let time):
                _ = wakeUp.wait(timeout: DispatchTime(uptimeNanoseconds: time))
            case .end: return
            }
        }
    }

    private func nextStep() -> Step {
        let now = DispatchTime.now().uptimeNanoseconds
        return state.withLock { state in
            if let first = state.alarms.first {
                state.idleTime = nil
                if first.deadline <= now {
                    state.alarms.remove(first)
                    return .ring(first)
                }
                state.wakeTime = first.deadline
                return .wait(until: state.wakeTime)
            }
            let end = (state.idleTime ?? now) + Self.longestIdleTime
            if now >= end {
                state.isRunning = false
                state.idleTime = nil
                return .end
            }
            state.idleTime = state.idleTime ?? now
            state.wakeTime = end
            return .wait(until: end)
        }
    }
}

/// A closure that a clock calls at a deadline.
//
// SAFETY: `position` is accessed only under the lock of the clock; everything else is constant.
package final class Alarm: @unchecked Sendable {
    private let clock: AlarmClock
    fileprivate let deadline: UInt64
    fileprivate let body: @Sendable () -> Void
    /// The position in the heap; `nil` if the alarm was cancelled or has rung.
    fileprivate var position: Int?

    fileprivate init(
        _ clock: AlarmClock, _ deadline: UInt64, _ body: @escaping @Sendable () -> Void
    ) {
        self.clock = clock
        self.deadline = deadline
        self.body = body
    }

    /// Cancels the alarm, unless its closure has already been called.
    package func cancel() { clock.cancel(self) }
}

/// The pending alarms, the earliest first: a binary heap in which each alarm stores its position.
private struct AlarmHeap {
    private var alarms: [Alarm] = []

    var first: Alarm? { alarms.first }

    mutating func insert(_ alarm: Alarm) {
        alarms.append(alarm)
        alarm.position = alarms.count - 1
        moveUp(alarms.count - 1)
    }

    /// Removes an alarm. Has no effect if the alarm is not in the heap.
    mutating func remove(_ alarm: Alarm) {
        guard let position = alarm.position else { return }
        swapAlarms(position, alarms.count - 1)
        alarms.removeLast()
        alarm.position = nil
        guard position < alarms.count else { return }
        moveUp(position)
        moveDown(position)
    }

    private mutating func moveUp(_ start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard alarms[position].deadline < alarms[parent].deadline else { return }
            swapAlarms(position, parent)
            position = parent
        }
    }

    private mutating func moveDown(_ start: Int) {
        var position = start
        while true {
            let children = [2 * position + 1, 2 * position + 2].filter { $0 < alarms.count }
            guard let child = children.min(by: { alarms[$0].deadline < alarms[$1].deadline }),
                alarms[child].deadline < alarms[position].deadline
            else { return }
            swapAlarms(position, child)
            position = child
        }
    }

    private mutating func swapAlarms(_ first: Int, _ second: Int) {
        alarms.swapAt(first, second)
        alarms[first].position = first
        alarms[second].position = second
    }
}

extension AlarmClock {
    /// Suspends the task for the given time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; `SQLITE_NOMEM` if no thread can be created.
    func sleep(for time: Duration) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let alarm = try schedule(after: time) { continuation.finish() }
        defer { alarm.cancel() }
        // Also ends when the task is cancelled.
        for await _ in stream {}
        try Task.checkCancellation()
    }
}

// MARK: - PoolClock

/// The clock for statistics and messages: reading it takes a few nanoseconds, with a resolution of a few milliseconds.
package enum PoolClock {
    /// The current time in nanoseconds.
    package static var now: UInt64 {
        #if canImport(Darwin)
            clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        #endif
    }
}

// MARK: - SystemThread

/// Starts a thread with a name that runs a closure.
typealias ThreadStarter =
    @Sendable (_ name: String, _ body: @escaping @Sendable () -> Void) throws(SQLiteError) -> Void

/// Threads of the operating system. Foundation's `Thread` does not report that a thread cannot be created.
enum SystemThread {
    /// The stack size in bytes. The default for secondary threads on macOS, 512 KB, is small for SQL functions and
    /// decoders.
    private static let stackSize = 4 << 20

    /// The name and closure passed to a new thread.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            Thread.current.name = name
            body()
        }
    }

    /// Starts a detached thread. C: `pthread_create`.
    ///
    /// - Throws: `SQLITE_NOMEM` if the system cannot create another thread, because memory is exhausted or the process
    ///   has too many threads.
    static func start(
        _ name: String, _ body: @escaping @Sendable () -> Void
    ) throws(SQLiteError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        // The new thread takes ownership of the reference. `pthread_create` makes earlier writes visible to it.
        let start = Unmanaged.passRetained(Start(name, body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, &attributes, Self.main, start.toOpaque())
        guard code != 0 else { return }
        start.release()
        throw SQLiteError(
            .nomem,
            message: "no thread can be created for the database: \(String(cString: strerror(code)))"
        )
    }

    /// The function that a thread runs.
    #if canImport(Darwin)
        private static let main:
            @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
                Unmanaged<Start>.fromOpaque($0).takeRetainedValue().run()
                return nil
            }
    #else
        private static let main:
            @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
                guard let context = $0 else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }
    #endif
}

/// The identity of a thread while it runs.
struct ThreadID: Hashable, Sendable {
    let number: UInt

    static var current: ThreadID {
        #if canImport(Darwin)
            ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
            ThreadID(number: UInt(pthread_self()))
        #endif
    }
}
