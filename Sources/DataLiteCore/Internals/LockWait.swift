import DataLiteC

/// The wait of a connection's statements for locks of other connections. It ends at a limit, or when the
/// connection is stopped or interrupted. SQLite's own wait, `sqlite3_busy_timeout`, cannot be ended.
final class LockWait {
    /// The longest wait.
    var limit: Duration

    private let stopFlag: StopFlag
    private var begin = ContinuousClock.now

    /// The number of interruptions when the latest wait began.
    private var interruptions = 0

    /// Whether an interruption has ended the latest wait.
    fileprivate var wasInterrupted = false

    /// The sleep before each attempt, in milliseconds; the last one is repeated. It is also the delay before
    /// a stop of the connection is detected.
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

    /// Replaces this object with SQLite's own wait, with the same limit. C: `sqlite3_busy_timeout`.
    func uninstall(from pointer: OpaquePointer) {
        sqlite3_busy_timeout(pointer, limit.wholeMilliseconds)
    }

    /// Sleeps. SQLite calls this on the thread of the connection; it must not use the connection.
    ///
    /// - Returns: Whether to try again.
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
