extension ConnectionProtocol {
    /// Sets a closure that decides whether a statement waits longer for the lock of another connection.
    ///
    /// ```swift
    /// try connection.setBusyHandler { attempt in
    ///     guard attempt < 100 else { return false }
    ///     usleep(useconds_t(min(attempt + 1, 20)) * 1000)
    ///     return true
    /// }
    /// ```
    ///
    /// The handler replaces the busy timeout, and `setBusyTimeout(_:)` or the pragma `busy_timeout` replaces the
    /// handler. While it is set, `busyTimeout` is zero. If the handler returns `false`, the statement throws
    /// `SQLITE_BUSY`. So do statements whose wait would be a deadlock or is useless, without a call of the handler: see
    /// [sqlite3_busy_handler](https://www.sqlite.org/c3ref/busy_handler.html).
    ///
    /// The closure runs in the middle of a statement and has to wait itself. Whatever it does with its own connection
    /// throws `SQLITE_MISUSE`, except for interrupting it. An interruption or the end of a call's time ends the wait
    /// when the closure returns. A closure that retains its connection keeps it from being released.
    ///
    /// In a closure of a `Database`, the handler is set until the closure returns; for all connections, use
    /// `busyHandler` of the configuration. C: `sqlite3_busy_handler`.
    ///
    /// - Parameter handler: Receives the number of its earlier calls for the same lock, 0 at first, and returns whether
    ///   SQLite tries again. `nil` to fail at once.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, is calling its handler, or is not a connection to SQLite.
    public func setBusyHandler(
        _ handler: ((_ attempt: Int) -> Bool)?
    ) throws(SQLiteError) {
        guard let handle = runningConnection?.handle else {
            throw SQLiteError.misuse("\(type(of: self)) does not support busy handlers")
        }
        try handle.waitForLocks(handler.map(LockWait.Policy.handler) ?? .limit(.zero))
        if handle.notesChanges { handle.changes.insert(.lockWait) }
    }
}
