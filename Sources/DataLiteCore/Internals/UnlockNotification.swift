import DataLiteC

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
