import DataLiteCore

/// The attempts of a checkpoint that other connections may block. Between the attempts, other calls can use the writer
/// connection. Waiting inside SQLite would prevent that.
struct CheckpointAttempts {
    private let mode: CheckpointMode
    private let end: ContinuousClock.Instant
    private var count = 0

    /// The pauses before the attempts, each less than a second. The last one is repeated.
    private static let pauses: [Duration] = [1, 2, 5, 10, 20].map { .milliseconds($0) }

    init(_ mode: CheckpointMode, limit: Duration) {
        self.mode = mode
        end = ContinuousClock.now + limit
    }

    /// - Returns: The time to wait before the next attempt; `nil` if there is no further attempt.
    mutating func pause(after result: CheckpointResult) -> Duration? {
        let remaining = ContinuousClock.now.duration(to: end)
        guard result.wasBlocked, mode != .passive, remaining > .zero else { return nil }
        defer { count += 1 }
        return min(Self.pauses[min(count, Self.pauses.count - 1)], remaining)
    }
}

extension ConnectionPool {
    func checkpointAttempts(_ mode: CheckpointMode) -> CheckpointAttempts {
        CheckpointAttempts(mode, limit: configuration.connection.busyTimeout)
    }
}

extension Connection {
    /// Copies as much of the WAL as other connections allow, without waiting.
    func checkpointWithoutWaiting(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
        try withoutLockWaits { () throws(SQLiteError) in try checkpoint(mode) }
    }

    /// Copies as much of the WALs of all databases as other connections allow, without waiting.
    func checkpointAllWithoutWaiting(
        _ mode: CheckpointMode
    ) throws(SQLiteError) -> CheckpointResult {
        try withoutLockWaits { () throws(SQLiteError) in try checkpointAll(mode) }
    }
}
