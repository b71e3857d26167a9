import DataLiteCore

extension ConnectionPool {
    /// Runs a reading closure on the calling thread, without a transaction, if it takes no longer than a limit.
    ///
    /// - Returns: `nil` if the closure takes longer, the thread is in the closure of another call, or the call cannot
    ///   begin.
    /// - Throws: The error of the closure.
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
    /// Runs a closure on the calling thread as a read, if waiting and running take no longer than a limit.
    ///
    /// - Parameter interrupt: Called on another thread when the limit is reached.
    /// - Returns: `nil` if the call takes longer, or if the thread is in the closure of another call.
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

/// The shorter of two limits, where `nil` means no limit.
func shorter(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
