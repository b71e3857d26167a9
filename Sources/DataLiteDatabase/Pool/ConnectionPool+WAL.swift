import DataLiteCore
import Dispatch

// The size of the WAL. A checkpoint copies its pages into the database, but the file starts from the beginning
// only when no reader uses it any more. While reads always overlap, this never happens automatically.

extension ConnectionPool {
    /// How long new reads wait for the end of the running ones, so that the WAL can be reset.
    static let maximumReaderPause = DispatchTimeInterval.milliseconds(500)

    /// Called by each write when its transaction has ended.
    func limitWAL(_ connection: Connection?) {
        guard !source.isInMemory, let connection, connection.isAutocommit else { return }
        let pages = connection.walPages
        state.withLock { $0.statistics.walPages = pages }
        guard pages >= configuration.checkpointPages,
            let result = try? connection.checkpoint(.passive)
        else { return }
        // If everything was copied, the next write starts the file from the beginning once the readers of
        // older states have ended. New readers do not prevent that.
        guard result.checkpointedPages < pages, pages >= configuration.walPageLimit else { return }
        resetWAL(connection, pages)
    }

    private func resetWAL(_ connection: Connection, _ pages: Int) {
        let readersFinished = DispatchSemaphore(value: 0)
        let (isUseful, mustWait) = state.withLock { state -> (Bool, Bool) in
            // A snapshot needs the WAL for as long as it exists.
            guard state.snapshotCount == 0, pages >= state.nextResetPages else {
                return (false, false)
            }
            state.queues[1].isPausedForCheckpoint = true
            guard state.queues[1].freeSlots.count < state.readerCount else { return (true, false) }
            state.readersFinished = readersFinished
            return (true, true)
        }
        guard isUseful else { return }
        if mustWait { _ = readersFinished.wait(timeout: .now() + Self.maximumReaderPause) }
        // Readers of other processes are not waited for.
        let result = try? connection.checkpointWithoutWaiting(.truncate)
        let actions = state.withLock { state -> DeferredActions in
            // Readers that take long, or of other processes, must not delay each write.
            state.nextResetPages = configuration.walPageLimit
            if result?.wasBlocked != false { state.nextResetPages += pages }
            state.statistics.walPages = connection.walPages
            state.statistics.walResets += result?.wasBlocked == false ? 1 : 0
            state.readersFinished = nil
            state.queues[1].isPausedForCheckpoint = false
            var actions = DeferredActions()
            state.wakeWaiters(in: 1, &actions)
            return actions
        }
        perform(actions)
    }
}
