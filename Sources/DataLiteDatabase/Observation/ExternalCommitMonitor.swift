import DataLiteCore
import Dispatch

/// Detects commits of other connections and processes while there are observers.
//
// A connection of its own sees every commit of other connections as a change of its `data_version`: those of
// the database's writer, too. The writer's version changes with the commits of all others. So a change on the
// one is a commit of another process if it is a change on the other, too.
final class ExternalCommitMonitor: Sendable {
    fileprivate struct State {
        var poll: Poll?
        var polled: PolledPool?
        var interval: Duration?
        /// The next look.
        var alarm: Alarm?
        /// Distinguishes the looks at one interval from those at an earlier one.
        var generation = 0
        var isClosed = false
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

    /// Begins to watch, so that commits from now on are noticed.
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
            // A look reads from the disk.
            queue.async {
                guard let pool = polled.pool else { return }
                pool.pollForeignCommits()
                if !pool.observers.foreign.monitor.continueLooking(generation) {
                    // The observers fetch, begin to watch again, and report the error if that fails, too.
                    pool.observers.delivery.publish(.unknown)
                }
            }
        }
    }

    /// - Returns: `false` if there will be no further look, because no thread can be created.
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
        state.withLock { $0.poll?.changedSchemas() ?? [] }
    }

    /// Ends watching until it is started again.
    ///
    /// - Parameter condition: Evaluated while no other thread can start it.
    func stop(if condition: () -> Bool) {
        state.withLock { state in
            guard condition() else { return }
            state.end()
            state = State(generation: state.generation + 1, isClosed: state.isClosed)
        }
    }

    /// Allows watching again after ``close()``.
    func reopen() { state.withLock { $0.isClosed = false } }

    /// Ends watching until ``reopen()``.
    func close() {
        state.withLock { state in
            state.end()
            state = State(generation: state.generation + 1, isClosed: true)
        }
    }
}

/// The pool that is looked at. The watch belongs to the pool, and forgets it when it ends: no later than when
/// the connections are closed.
private final class PolledPool: Sendable {
    private let state: Locked<ConnectionPool?>

    init(_ pool: ConnectionPool) { state = Locked(pool) }

    var pool: ConnectionPool? { state.withLock { $0 } }

    func forget() { _ = state.withLock { $0.take() } }
}

extension ExternalCommitMonitor.State {
    /// Closes the connection before this returns: the WAL is deleted only by the last connection that closes.
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
        // What cannot be read may have changed.
        guard let current = try? connection.versions(queries) else {
            return schemas
        }
        defer { versions = current }
        return zip(schemas, zip(versions, current)).filter { $1.0 != $1.1 }.map(\.0)
    }
}
