import DataLiteCore

extension ConnectionPool {
    /// Runs a closure that reads on the calling thread, without a transaction, if that takes no longer than a limit.
    ///
    /// - Returns: `nil` if it takes longer, if the thread is in the closure of another call, and if the call cannot begin.
    /// - Throws: what the closure throws.
    func readBriefly<R>(within limit: Duration, _ body: (Connection) throws -> R) throws -> R? {
        let start = PoolClock.now
        let canceller = CallCanceller()
        var call: Call
        do {
            let checkout = try checkOut(.reader, queue: queue(for: .reader), limit: limit)
            let waited = Duration.nanoseconds(Int64(clamping: PoolClock.now - start))
            call = try begin(
                .withoutTransaction(.reader), checkout, canceller,
                limit: max(limit - waited, .milliseconds(1)))
        } catch {
            return nil
        }
        do {
            return try run(&call, body)
        } catch {
            guard case .timeLimit(let reached) = canceller.reason,
                reached != configuration.timeLimit
            else { throw error }
            return nil
        }
    }
}

extension Database {
    /// Runs a closure on the calling thread when it is the turn of a read, if that takes no longer than a limit.
    ///
    /// - Parameter interrupt: Called on another thread when the time is over.
    /// - Returns: `nil` if it takes longer, and if the thread is in the closure of another call.
    package func readBriefly<R>(
        within limit: Duration, interrupt: @escaping @Sendable () -> Void, _ body: () throws -> R
    ) throws -> R? {
        guard let alarm = try? AlarmClock.shared.schedule(after: limit, interrupt) else {
            return nil
        }
        defer { alarm.cancel() }
        return try pool.readBriefly(within: limit) { _ in try body() }
    }
}

/// The shorter one of two limits, of which `nil` is none.
func shorter(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
