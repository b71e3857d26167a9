import DataLiteCore

extension InterruptHandle {
    /// Stops the connection, and interrupts its statements until ``resume(_:)``.
    ///
    /// A step that has found the connection running, and has not begun its statement when the interrupt arrives, would
    /// never end if its query does not.
    ///
    /// - Returns: The number of the stop.
    func stopUntilResumed() -> Int {
        let stop = stop()
        interruptAgain(stop, after: .milliseconds(1))
        return stop
    }

    private func interruptAgain(_ stop: Int, after delay: Duration) {
        // Without memory for a thread, there is only the first interrupt. The handle is small, and the repetition ends
        // when the connection is closed, so the alarm may retain it.
        _ = try? AlarmClock.shared.schedule(after: delay) {
            guard self.interruptAgain(stop) else { return }
            self.interruptAgain(stop, after: min(delay * 2, .seconds(1)))
        }
    }
}
