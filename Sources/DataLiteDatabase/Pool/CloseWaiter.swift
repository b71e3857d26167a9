import DataLiteCore

/// A call that waits until the connections are closed, or until no closure is running.
final class CloseWaiter: Sendable {
    private let body: @Sendable () -> Void
    private let limit = Locked((isWoken: false, alarm: Alarm?.none))

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func wake() {
        let alarm = limit.withLock { limit in
            limit.isWoken = true
            return limit.alarm.take()
        }
        alarm?.cancel()
        body()
    }

    /// Calls a closure after the given time, unless the call is woken before.
    ///
    /// - Throws: `SQLITE_NOMEM` if no thread can be created.
    func wait(
        atMost time: Duration, _ expired: @escaping @Sendable () -> Void
    ) throws(SQLiteError) {
        let alarm = try AlarmClock.shared.schedule(after: time, expired)
        let isWoken = limit.withLock { limit in
            if !limit.isWoken { limit.alarm = alarm }
            return limit.isWoken
        }
        if isWoken { alarm.cancel() }
    }
}
