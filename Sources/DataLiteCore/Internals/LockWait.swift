import DataLiteC

/// The wait of a connection's statements for locks of other connections. It ends at a limit or when a handler decides
/// so, and when the connection is stopped or interrupted. SQLite's own wait, `sqlite3_busy_timeout`, cannot be ended.
final class LockWait {
    /// What decides whether a statement waits longer.
    enum Policy {
        /// The longest wait.
        case limit(Duration)
        /// A closure, with the number of its earlier calls for the same lock.
        case handler((Int) -> Bool)
    }

    private(set) var policy: Policy

    /// Whether statements do not wait, whatever the policy is.
    var isSuspended = false

    /// The longest wait, in addition to the policy.
    var timeLimit: Duration?

    private let stopFlag: StopFlag
    private var begin = ContinuousClock.now

    /// The number of interruptions when the latest wait began.
    private var interruptions = 0

    /// Whether the next wait continues the latest one, whose limit applies to both.
    fileprivate var isContinued = false

    /// Whether the latest wait has ended without another attempt.
    fileprivate var hasGivenUp = false

    /// Whether an interruption has ended the latest wait.
    fileprivate var wasInterrupted = false

    /// Whether the latest wait for a connection with the same shared cache would never have ended.
    var wasDeadlock = false

    /// The sleep before each attempt, in milliseconds; the last one is repeated. It is also the delay before
    /// a stop of the connection is detected.
    private static let steps: [Int32] = [1, 2, 5, 10]

    init(_ policy: Policy, stopFlag: StopFlag) {
        self.policy = policy
        self.stopFlag = stopFlag
    }

    /// The longest wait; zero with a handler, as `PRAGMA busy_timeout` reports it.
    var limit: Duration {
        if case .limit(let limit) = policy { limit } else { .zero }
    }

    func setPolicy(_ policy: Policy) {
        // Released after the change, because releasing a handler may run code that uses the connection.
        let replaced = self.policy
        self.policy = policy
        withExtendedLifetime(replaced) {}
    }

    /// Replaces this object with SQLite's own wait, with the same limit. C: `sqlite3_busy_timeout`.
    func uninstall(from pointer: OpaquePointer) {
        sqlite3_busy_timeout(pointer, limit.wholeMilliseconds)
    }

    /// Sleeps, or calls the handler. SQLite calls this on the thread of the connection; it must not use the connection.
    ///
    /// - Returns: Whether to try again.
    fileprivate func wait(
        beforeAttempt number: Int, calling call: ((Int) -> Bool, Int) -> Bool
    ) -> Bool {
        if number == 0, !isContinued { start() }
        hasGivenUp = !waits(beforeAttempt: number, calling: call)
        return !hasGivenUp
    }

    private func waits(
        beforeAttempt number: Int, calling call: ((Int) -> Bool, Int) -> Bool
    ) -> Bool {
        guard !isSuspended, !isEnded() else { return false }
        if let timeLimit, begin.duration(to: .now) >= timeLimit { return false }
        switch policy {
        case .limit(let limit):
            guard sleep(number, upTo: min(limit, timeLimit ?? limit)) else { return false }
        case .handler(let handler):
            guard call(handler, number) else { return false }
        }
        return !isEnded()
    }

    private func start() {
        begin = ContinuousClock.now
        interruptions = stopFlag.interruptions
    }

    /// - Returns: Whether the limit was not reached before.
    private func sleep(_ number: Int, upTo limit: Duration) -> Bool {
        let remaining = limit - begin.duration(to: .now)
        guard remaining > .zero else { return false }
        let step = Self.steps[min(max(number, 0), Self.steps.count - 1)]
        sqlite3_sleep(min(step, remaining.wholeMilliseconds))
        return true
    }

    /// Whether the connection was stopped, or interrupted since the wait began.
    private func isEnded() -> Bool {
        wasInterrupted = stopFlag.interruptions != interruptions
        return wasInterrupted || stopFlag.isSet
    }
}

extension ConnectionHandle {
    /// Makes statements wait for locks until the policy, a stop or an interruption ends the wait. C:
    /// `sqlite3_busy_handler`.
    func waitForLocks(_ policy: LockWait.Policy) throws(SQLiteError) {
        let pointer = try open()
        if let lockWait {
            lockWait.setPolicy(policy)
        } else {
            lockWait = LockWait(policy, stopFlag: stopFlag)
        }
        // SAFETY: the handle removes the callback before it is released.
        sqlite3_busy_handler(
            pointer,
            { context, attempts in
                guard let context else { return 0 }
                return Unmanaged<ConnectionHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.waitsForLock(beforeAttempt: Int(attempts)) ? 1 : 0
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Waits before another attempt to get a lock.
    ///
    /// - Returns: Whether to try again.
    func waitsForLock(beforeAttempt number: Int) -> Bool {
        lockWait?.wait(beforeAttempt: number) { handler, number in
            whileRefusingAllUse(of: .insideBusyHandler) { handler(number) }
        } ?? false
    }

    /// Runs a statement again while it fails because of a lock for which SQLite does not wait. A statement that first
    /// reads and then writes, such as the one that sets the journal mode, does not wait for the lock to write, because
    /// two of them would wait for each other (<https://www.sqlite.org/c3ref/busy_handler.html>).
    func repeatingWhileBusy<R>(
        _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        guard let lockWait else { return try body() }
        defer { lockWait.isContinued = false }
        var attempt = 0
        while true {
            lockWait.hasGivenUp = false
            do throws(SQLiteError) {
                return try body()
            } catch {
                guard error.resultCode.primary == .busy, !lockWait.hasGivenUp else { throw error }
                guard waitsForLock(beforeAttempt: attempt) else {
                    throw waitFailure(error.resultCode.rawValue, sql: error.sql) ?? error
                }
                lockWait.isContinued = true
                attempt += 1
            }
        }
    }

    /// The error of a statement whose wait for a lock was ended; `nil` if it was not.
    func waitFailure(_ code: Int32, sql: String?) -> SQLiteError? {
        // SQLite does not wait before it reports an old snapshot.
        let code = ResultCode(code)
        guard let lockWait, code.primary == .busy || code == .lockedSharedCache,
            code != .busySnapshot
        else { return nil }
        defer {
            lockWait.wasInterrupted = false
            lockWait.wasDeadlock = false
        }
        if lockWait.wasDeadlock { return .deadlock(sql) }
        if stopFlag.isSet { return .stopped(sql ?? "") }
        return lockWait.wasInterrupted ? .interruptedWait(sql) : nil
    }
}

// MARK: - UnlockNotification

/// The notification that the transaction of another connection, which shares the cache of this one, has ended. SQLite
/// does not call the busy handler for the locks of a shared cache. C: `sqlite3_unlock_notify`.
final class UnlockNotification {
    private typealias Callback =
        @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>?, Int32) -> Void
    private typealias Function =
        @Sendable @convention(c) (OpaquePointer?, Callback?, UnsafeMutableRawPointer?) -> Int32

    /// `nil` if the running SQLite was built without it, as on Apple platforms.
    // SAFETY: sqlite3.h declares the function with this type.
    private static let function = datalite_symbol("sqlite3_unlock_notify")
        .map { unsafeBitCast($0, to: Function.self) }

    private let connection: OpaquePointer
    private let function: Function

    private var isRegistered = false

    /// 1 when the transaction has ended. The thread of the other connection sets it.
    private let flag: UnsafeMutablePointer<Int>

    /// - Returns: `nil` if the running SQLite has no notifications.
    /// - Throws: ``Deadlock`` if the other connection waits for this one.
    init?(_ connection: OpaquePointer) throws(Deadlock) {
        guard let function = Self.function else { return nil }
        self.connection = connection
        self.function = function
        flag = .allocate(capacity: 1)
        flag.initialize(to: 0)
        // SAFETY: the flag exists until the notification has arrived or is cancelled.
        let code = function(
            connection,
            { flags, count in
                guard let flags else { return }
                for index in 0..<Int(count) {
                    guard let flag = flags[index]?.assumingMemoryBound(to: Int.self) else {
                        continue
                    }
                    RelaxedAtomic.store(1, in: flag)
                }
            }, flag)
        isRegistered = code == SQLITE_OK
        guard isRegistered else { throw Deadlock() }
    }

    /// Two connections that wait for each other.
    struct Deadlock: Error {}

    deinit {
        // A notification that has arrived is no longer registered. SQLite cancels it under the mutex under which it
        // calls the callback.
        if isRegistered, !hasArrived { _ = function(connection, nil, nil) }
        flag.deallocate()
    }

    var hasArrived: Bool { RelaxedAtomic.load(flag) != 0 }
}

extension ConnectionHandle {
    /// What a statement does that another connection with the same shared cache has blocked.
    enum UnlockOutcome {
        /// It runs again, and waits again if it is blocked.
        case unlocked
        /// It runs once more, so that SQLite reports its error.
        case endedWait
        /// It fails.
        case cannotWait
    }

    /// Waits until the transaction of the other connection has ended, as long as for a lock of a file.
    ///
    /// - Parameter attempt: The number of earlier attempts of the wait, for all runs of the statement.
    func waitForUnlock(_ attempt: inout Int) -> UnlockOutcome {
        guard let lockWait, let pointer else { return .cannotWait }
        do {
            guard let notification = try UnlockNotification(pointer) else { return .cannotWait }
            repeat {
                guard waitsForLock(beforeAttempt: attempt) else { return .endedWait }
                attempt += 1
            } while !notification.hasArrived
            return .unlocked
        } catch {
            lockWait.wasDeadlock = true
            return .cannotWait
        }
    }

    /// Repeats a C call while it is blocked by another connection with the same shared cache.
    @inline(never)
    func repeatWhenUnlocked(_ call: () -> Int32) -> Int32 {
        let blocked = ResultCode.lockedSharedCache.rawValue
        var (code, attempt) = (blocked, 0)
        while code == blocked {
            switch waitForUnlock(&attempt) {
            case .unlocked: code = call()
            case .endedWait: return call()
            case .cannotWait: return code
            }
        }
        return code
    }
}
