import DataLiteCore

/// A call that waits until the connections are closed, or until no closure is running.
final class CloseWaiter: Sendable {
    private let body: @Sendable () -> Void
    private let limit = Locked((hasEnded: false, alarm: Alarm?.none))

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func wake() {
        endLimit()?.cancel()
        body()
    }

    /// Calls a closure after the given time, unless the call is woken before.
    ///
    /// - Throws: `SQLITE_NOMEM` if no thread can be created.
    func wait(
        atMost time: Duration, _ expired: @escaping @Sendable () -> Void
    ) throws(SQLiteError) {
        let alarm = try AlarmClock.shared.schedule(after: time) {
            // The alarm holds this object, and this object the alarm.
            _ = self.endLimit()
            expired()
        }
        let hasEnded = limit.withLock { limit in
            if !limit.hasEnded { limit.alarm = alarm }
            return limit.hasEnded
        }
        if hasEnded { alarm.cancel() }
    }

    /// - Returns: The alarm, if there is one.
    private func endLimit() -> Alarm? {
        limit.withLock { limit in
            limit.hasEnded = true
            return limit.alarm.take()
        }
    }
}
