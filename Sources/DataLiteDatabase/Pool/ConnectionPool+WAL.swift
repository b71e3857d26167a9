import DataLiteCore
import Dispatch

// Limits the size of the WAL. A checkpoint copies its pages into the database, but SQLite restarts the WAL from the
// beginning only when no reader is using it. If reads always overlap, this never happens automatically.

extension ConnectionPool {
    /// The longest time that new reads wait for the running reads to end, so that the WAL can be reset.
    static let maximumReaderPause = DispatchTimeInterval.milliseconds(500)

    /// Called by each write after its transaction ends.
    func limitWAL(_ connection: Connection?) {
        guard source.isWAL, let connection, connection.isAutocommit else { return }
        let pages = connection.walPages
        let isSuspended = state.withLock { state in
            state.statistics.walPages = pages
            return state.isSuspended
        }
        guard !isSuspended, pages >= min(configuration.checkpointPages, configuration.walPageLimit),
            let result = try? connection.checkpoint(.passive)
        else { return }
        // If all pages were copied, the next write restarts the WAL once the reads of older states have ended. New
        // reads do not prevent that.
        guard result.checkpointedPages < pages, pages >= configuration.walPageLimit else { return }
        resetWAL(connection, pages)
    }

    private func resetWAL(_ connection: Connection, _ pages: Int) {
        let readersFinished = DispatchSemaphore(value: 0)
        let (isUseful, mustWait) = state.withLock { state -> (Bool, Bool) in
            // A snapshot needs the WAL until it ends.
            guard state.snapshotCount == 0, pages >= state.nextResetPages else {
                return (false, false)
            }
            return (true, state.pauseReaders(readersFinished))
        }
        guard isUseful else { return }
        if mustWait { _ = readersFinished.wait(timeout: .now() + Self.maximumReaderPause) }
        // This does not wait for readers of other processes.
        let result = try? connection.checkpointWithoutWaiting(.truncate)
        let actions = state.withLock { state -> DeferredActions in
            // Long reads, and readers of other processes, must not delay each write.
            state.nextResetPages = configuration.walPageLimit
            if result?.wasBlocked != false { state.nextResetPages += pages }
            state.statistics.walPages = connection.walPages
            state.statistics.walResets += result?.wasBlocked == false ? 1 : 0
            return state.resumeReaders()
        }
        perform(actions)
    }
}

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
