import DataLiteCore
import Dispatch

/// Notices commits of other connections and processes, while somebody observes.
//
// A connection of its own sees every commit of other connections as a change of its `data_version`: those of
// the database's writer, too. The writer's version changes with the commits of all others. So a change on the
// one is a commit of another process if it is a change on the other, too.
final class ForeignWatch: Sendable {
    fileprivate struct State {
        var poll: Poll?
        var timer: (any DispatchSourceTimer)?
        var polled: PolledPool?
        var interval: Duration?
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

    var isRunning: Bool { state.withLock { $0.timer != nil } }

    /// Begins to watch, so that commits from now on are noticed.
    func start(every interval: Duration, _ pool: ConnectionPool) throws {
        try state.withLock { state in
            guard !state.isClosed else { throw SQLiteError.databaseClosed }
            if state.poll == nil { state.poll = try Poll(pool.source.open(.reader)) }
            guard state.interval.map({ interval < $0 }) ?? true else { return }
            state.interval = interval
            state.timer?.cancel()
            let polled = state.polled ?? PolledPool(pool)
            state.polled = polled
            state.timer = timer(interval, polled)
        }
    }

    private func timer(
        _ interval: Duration, _ polled: PolledPool
    ) -> any DispatchSourceTimer {
        let interval = max(interval, .milliseconds(1)).dispatchInterval
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { polled.pool?.pollForeignCommits() }
        timer.resume()
        return timer
    }

    /// The schemas that were committed to since the last call.
    func changedSchemas() -> [String] {
        state.withLock { $0.poll?.changedSchemas() ?? [] }
    }

    /// Ends watching until it is started again.
    ///
    /// - Parameter condition: Evaluated while nobody can start it.
    func stop(if condition: () -> Bool) {
        state.withLock { state in
            guard condition() else { return }
            state.end()
            state = State(isClosed: state.isClosed)
        }
    }

    /// Ends watching for good.
    func close() {
        state.withLock { state in
            state.end()
            state = State(isClosed: true)
        }
    }
}

/// The pool that a timer polls. The watch belongs to the pool, and forgets it when it ends: no later than when
/// the connections are closed.
private final class PolledPool: Sendable {
    private let state: Locked<ConnectionPool?>

    init(_ pool: ConnectionPool) { state = Locked(pool) }

    var pool: ConnectionPool? { state.withLock { $0 } }

    func forget() { _ = state.withLock { $0.take() } }
}

extension ForeignWatch.State {
    /// Closes the connection before this returns: the WAL is deleted only by the last connection that closes.
    fileprivate func end() {
        timer?.cancel()
        polled?.forget()
        poll?.connection.isPooled = false
        try? poll?.connection.close()
    }
}

extension ForeignWatch.Poll {
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
