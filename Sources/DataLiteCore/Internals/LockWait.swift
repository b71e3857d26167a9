import DataLiteC

/// How the statements of a connection wait for locks of other connections: up to a limit, and only until the
/// connection is stopped or interrupted. SQLite's own wait, `sqlite3_busy_timeout`, cannot be ended.
final class LockWait {
    /// How long to wait.
    var limit: Duration

    private let stopFlag: StopFlag
    private var begin = ContinuousClock.now

    /// The number of interruptions when the latest wait began.
    private var interruptions = 0

    /// Whether an interruption has ended the latest wait.
    fileprivate var wasInterrupted = false

    /// How long to sleep before each attempt, in milliseconds; the last one is repeated. It is also how long
    /// it takes to notice that the connection was stopped.
    private static let steps: [Int32] = [1, 2, 5, 10]

    init(limit: Duration, stopFlag: StopFlag) {
        self.limit = limit
        self.stopFlag = stopFlag
    }

    /// Makes the statements of a connection wait in this way. C: `sqlite3_busy_handler`.
    ///
    /// The object must exist until ``uninstall(from:)``, or until the connection is closed.
    func install(on pointer: OpaquePointer) {
        sqlite3_busy_handler(
            pointer,
            { context, attempts in
                guard let context else { return 0 }
                let wait = Unmanaged<LockWait>.fromOpaque(context).takeUnretainedValue()
                return wait.sleep(beforeAttempt: Int(attempts)) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Replaces it by SQLite's own wait, which lasts as long. C: `sqlite3_busy_timeout`.
    func uninstall(from pointer: OpaquePointer) {
        sqlite3_busy_timeout(pointer, limit.wholeMilliseconds)
    }

    /// Called by SQLite on the thread of the connection. It must not use the connection.
    ///
    /// - Returns: whether to try again.
    private func sleep(beforeAttempt number: Int) -> Bool {
        let now = ContinuousClock.now
        if number == 0 {
            begin = now
            interruptions = stopFlag.interruptions
        }
        let remaining = limit - begin.duration(to: now)
        guard !isEnded(), remaining > .zero else { return false }
        let step = Self.steps[min(max(number, 0), Self.steps.count - 1)]
        sqlite3_sleep(min(step, remaining.wholeMilliseconds))
        return !isEnded()
    }

    /// Whether the connection was stopped, or interrupted since the wait began.
    private func isEnded() -> Bool {
        wasInterrupted = stopFlag.interruptions != interruptions
        return wasInterrupted || stopFlag.isSet
    }
}

extension ConnectionHandle {
    /// The error of a statement whose wait for a lock was ended; `nil` if it was not.
    func waitFailure(_ code: Int32, sql: String?) -> SQLiteError? {
        // SQLite does not wait before it reports an old snapshot.
        let code = ResultCode(code)
        guard let lockWait, code.primary == .busy, code != .busySnapshot else { return nil }
        defer { lockWait.wasInterrupted = false }
        if stopFlag.isSet { return .stopped(sql ?? "") }
        return lockWait.wasInterrupted ? .interruptedWait(sql) : nil
    }
}
