import DataLiteCore
import Dispatch

/// Detects commits of other connections and processes while there are observers.
//
// The monitor has its own connection. The `data_version` of a connection changes with each commit of another
// connection. The monitor's version also changes with commits of the database's writer, but the writer's version does
// not. So if both versions changed, another process or connection committed.
final class ExternalCommitMonitor: Sendable {
    fileprivate struct State {
        var poll: Poll?
        var polled: PolledPool?
        var interval: Duration?
        /// The alarm of the next poll.
        var alarm: Alarm?
        /// Distinguishes polls at the current interval from polls at an earlier one.
        var generation = 0
        var isClosed = false
        /// Whether nothing is read from the file, because the database is suspended.
        var isPaused = false
    }

    fileprivate struct Poll {
        let connection: Connection
        let schemas: [String]
        let queries: [SQL]
        var versions: [Int64]
    }

    private let state = Locked(State())
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: "\(label).observation") }

    var isRunning: Bool { state.withLock { $0.alarm != nil } }

    /// Begins to watch, so that later commits are detected.
    ///
    /// - Throws: The error of opening the connection; `SQLITE_NOMEM` if no thread can be created.
    func start(every interval: Duration, _ pool: ConnectionPool) throws {
        try state.withLock { state in
            guard !state.isClosed else { throw SQLiteError.databaseClosed }
            guard state.interval.map({ interval < $0 }) ?? true else { return }
            let polled = state.polled ?? PolledPool(pool)
            let alarm = try nextLook(after: interval, polled, state.generation + 1)
            do {
                if state.poll == nil { state.poll = try Poll(pool.source.open(.reader)) }
            } catch {
                alarm.cancel()
                throw error
            }
            state.alarm?.cancel()
            state.alarm = alarm
            state.generation += 1
            state.interval = interval
            state.polled = polled
        }
    }

    private func nextLook(
        after interval: Duration, _ polled: PolledPool, _ generation: Int
    ) throws(SQLiteError) -> Alarm {
        try AlarmClock.shared.schedule(after: max(interval, .milliseconds(1))) { [queue] in
            // Polling reads from the disk.
            queue.async {
                guard let pool = polled.pool else { return }
                pool.pollForeignCommits()
                if !pool.observers.foreign.monitor.continueLooking(generation) {
                    // The observers fetch and start the monitor again, and report the error if that fails, too.
                    pool.observers.delivery.publish(.unknown)
                }
            }
        }
    }

    /// - Returns: `false` if there will be no further poll, because no thread can be created.
    private func continueLooking(_ generation: Int) -> Bool {
        state.withLock { state in
            guard state.generation == generation, let interval = state.interval,
                let polled = state.polled
            else { return true }
            state.alarm = try? nextLook(after: interval, polled, generation)
            if state.alarm == nil { state.interval = nil }
            return state.alarm != nil
        }
    }

    /// The schemas that were committed to since the last call.
    func changedSchemas() -> [String] {
        state.withLock { $0.isPaused ? [] : $0.poll?.changedSchemas() ?? [] }
    }

    /// Stops or continues to read from the file. A poll in progress ends before this returns.
    func setPaused(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    /// Stops watching until the monitor is started again.
    ///
    /// - Parameter condition: Evaluated while no other thread can start the monitor.
    func stop(if condition: () -> Bool) {
        state.withLock { state in
            guard condition() else { return }
            state.end()
            state = State(
                generation: state.generation + 1, isClosed: state.isClosed, isPaused: state.isPaused
            )
        }
    }

    /// Allows watching again after ``close()``.
    func reopen() { state.withLock { $0.isClosed = false } }

    /// Stops watching until ``reopen()``.
    func close() {
        state.withLock { state in
            state.end()
            state = State(generation: state.generation + 1, isClosed: true)
        }
    }
}

/// The polled pool. The pool owns the monitor, so the monitor releases this reference when it stops, at the latest when
/// the connections are closed.
private final class PolledPool: Sendable {
    private let state: Locked<ConnectionPool?>

    init(_ pool: ConnectionPool) { state = Locked(pool) }

    var pool: ConnectionPool? { state.withLock { $0 } }

    func forget() { _ = state.withLock { $0.take() } }
}

extension ExternalCommitMonitor.State {
    /// Stops polling, and closes the connection before this returns: only the last connection to close deletes the WAL.
    fileprivate func end() {
        alarm?.cancel()
        polled?.forget()
        poll?.connection.isPooled = false
        try? poll?.connection.close()
    }
}

extension ExternalCommitMonitor.Poll {
    init(_ connection: Connection) throws {
        self.connection = connection
        schemas = try connection.observedSchemas()
        queries = SQL.versionQueries("data_version", of: schemas)
        versions = try connection.versions(queries)
    }

    mutating func changedSchemas() -> [String] {
        // A version that cannot be read may have changed.
        guard let current = try? connection.versions(queries) else {
            return schemas
        }
        defer { versions = current }
        return zip(schemas, zip(versions, current)).filter { $1.0 != $1.1 }.map(\.0)
    }
}
