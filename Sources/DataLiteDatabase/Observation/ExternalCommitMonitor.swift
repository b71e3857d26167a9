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
        /// The polled pool. The pool owns the monitor, so the monitor releases this reference when it stops, at the latest
        /// when the connections are closed.
        var polled: Locked<ConnectionPool?>?
        var interval: Duration?
        /// The alarm of the next poll.
        var alarm: Alarm?
        /// Distinguishes polls at the current interval from polls at an earlier one.
        var generation = 0
        var isClosed = false
        /// Whether the database is suspended.
        var isSuspended = false
        /// The number of barriers that are running.
        var barriers = 0

        /// Whether nothing is read from the file.
        var isPaused: Bool { isSuspended || barriers > 0 }
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
        // Opening runs code of the program and may wait for locks of SQLite, so no lock is held.
        var opened: Poll?
        if state.withLock({ $0.poll == nil }) { opened = try Poll(pool.source.openMonitor()) }
        defer { opened?.close() }
        let isMissing = try state.withLock { state in
            guard !state.isClosed else { throw SQLiteError.databaseClosed }
            guard state.interval.map({ interval < $0 }) ?? true else { return false }
            if state.poll == nil { state.poll = opened.take() }
            guard state.poll != nil else { return true }
            let polled = state.polled ?? Locked(pool)
            let alarm = try nextLook(after: interval, polled, state.generation + 1)
            state.alarm?.cancel()
            state.alarm = alarm
            state.generation += 1
            state.interval = interval
            state.polled = polled
            return false
        }
        // Another thread has stopped the monitor.
        if isMissing { try start(every: interval, pool) }
    }

    private func nextLook(
        after interval: Duration, _ polled: Locked<ConnectionPool?>, _ generation: Int
    ) throws(SQLiteError) -> Alarm {
        try AlarmClock.shared.schedule(after: max(interval, .milliseconds(1))) { [queue] in
            // Polling reads from the disk.
            queue.async {
                guard let pool = polled.withLock({ $0 }) else { return }
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
    ///
    /// - Parameter countsBusy: Whether all schemas are returned if another connection has a lock. Otherwise, the next
    ///   call returns what was committed until then.
    func changedSchemas(countsBusy: Bool = false) -> [String] {
        state.withLock { state in
            state.isPaused ? [] : state.poll?.changedSchemas(countsBusy: countsBusy) ?? []
        }
    }

    /// Stops or continues to read from the file. A poll in progress ends before this returns.
    ///
    /// - Parameter isSuspended: Evaluated while no other thread changes this.
    func pause(if isSuspended: () -> Bool) { state.withLock { $0.isSuspended = isSuspended() } }

    /// Stops reading from the file until ``endBarrier()``. A poll in progress ends before this returns.
    func beginBarrier() { state.withLock { $0.barriers += 1 } }

    func endBarrier() { state.withLock { $0.barriers -= 1 } }

    /// Stops watching until the monitor is started again.
    ///
    /// - Parameter condition: Evaluated while no other thread can start the monitor.
    func stop(if condition: () -> Bool) {
        state.withLock { state in
            guard condition() else { return }
            state.end()
            state = State(
                generation: state.generation + 1, isClosed: state.isClosed,
                isSuspended: state.isSuspended, barriers: state.barriers)
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

extension ExternalCommitMonitor.State {
    /// Stops polling, and closes the connection before this returns: only the last connection to close deletes the WAL.
    fileprivate func end() {
        alarm?.cancel()
        _ = polled?.withLock { $0.take() }
        poll?.close()
    }
}

extension ExternalCommitMonitor.Poll {
    init(_ connection: Connection) throws {
        self.connection = connection
        schemas = try connection.observedSchemas()
        queries = SQL.versionQueries("data_version", of: schemas)
        versions = try connection.versions(queries)
        // A poll holds a lock that other threads wait for.
        try connection.setBusyTimeout(.zero)
    }

    func close() {
        connection.isPooled = false
        try? connection.close()
    }

    mutating func changedSchemas(countsBusy: Bool) -> [String] {
        let current: [Int64]
        do {
            current = try connection.versions(queries)
        } catch let error as SQLiteError
            where [.busy, .locked].contains(error.resultCode.primary) && !countsBusy
        {
            return []
        } catch {
            // A version that cannot be read may have changed.
            return schemas
        }
        defer { versions = current }
        return zip(schemas, zip(versions, current)).filter { $1.0 != $1.1 }.map(\.0)
    }
}

/// Distinguishes commits of other processes from commits of the pool's writer, and delivers them.
final class ForeignCommits: Sendable {
    /// The time to let a running write account for a commit before attributing it to another process, in nanoseconds.
    private static let attributionTimeout: UInt64 = 1_000_000_000

    let monitor: ExternalCommitMonitor

    private let delivery: CommitDelivery

    /// When a commit of unknown origin was first seen, in nanoseconds.
    private let unattributedSince = Locked(UInt64?.none)

    init(_ delivery: CommitDelivery, label: String) {
        self.delivery = delivery
        monitor = ExternalCommitMonitor(label: label)
    }

    /// Begins to detect commits of other processes.
    func startMonitoring(every interval: Duration?, _ pool: ConnectionPool) throws {
        guard let interval, pool.source.isShared else { return }
        try monitor.start(every: interval, pool)
    }

    /// Determines whether another process made a detected commit. Call this while holding the writer.
    func attributeCommits(_ connection: Connection, _ tracker: WriterChangeTracker?) {
        guard unattributedSince.withLock({ $0.take() }) != nil else { return }
        guard let tracker, tracker.collects(connection), !tracker.detectsForeignCommit(connection)
        else {
            return delivery.publish(.unknown)
        }
    }

    /// Records that commits were detected.
    ///
    /// - Parameters:
    ///   - schemas: The schemas that were committed to.
    ///   - known: The schemas whose versions the writer's tracker has read; `nil` if there is no tracker.
    /// - Returns: Whether the writer must determine the origin.
    func record(_ schemas: [String], known: [String]?) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        let isForeign = unattributedSince.withLock { unattributedSince -> Bool? in
            if !schemas.isEmpty { unattributedSince = unattributedSince ?? now }
            guard let since = unattributedSince else { return nil }
            guard let known, schemas.allSatisfy(known.contains),
                now - since < Self.attributionTimeout
            else {
                unattributedSince = nil
                return true
            }
            return false
        }
        if isForeign == true { delivery.publish(.unknown) }
        return isForeign == false
    }
}
