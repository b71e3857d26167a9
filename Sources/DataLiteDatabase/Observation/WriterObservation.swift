import DataLiteCore

/// Collects and delivers the changes that the writer connection commits, while there are observers.
//
// Its functions are called while holding the writer, except `schemas`, and `removeTracker()` when the connections are
// closed.
final class WriterObservation: Sendable {
    private let delivery: CommitDelivery
    private let foreign: ForeignCommits

    /// The tracker that collects the changes of the writer, if there is one.
    let tracker = Locked(WriterChangeTracker?.none)

    init(_ delivery: CommitDelivery, _ foreign: ForeignCommits) {
        self.delivery = delivery
        self.foreign = foreign
    }

    /// The schemas whose versions are known, so that commits of other processes are detected.
    var schemas: [String]? { tracker.withLock { $0?.schemas } }

    /// Call this when a write begins, before its first statement.
    func begin(_ connection: Connection) {
        guard let observed = delivery.observedTables else { return removeTracker() }
        var tracker = tracker.withLock { $0 }
        if tracker?.collects(connection) != true {
            tracker = installTracker(on: connection)
            // A `DELETE` without `WHERE` that is already compiled, even in a trigger, calls no hook.
            connection.clearStatementCache()
        }
        tracker?.begin(observed, on: connection)
    }

    /// Call this after every write, committed or not.
    func end(_ connection: Connection?) {
        let tracker = tracker.withLock { $0 }
        guard tracker != nil || delivery.isWatched, let connection else { return }
        defer { tracker?.isCollecting = false }
        guard let tracker, tracker.isCollecting, tracker.collects(connection),
            connection.isAutocommit
        else {
            return delivery.publish(.unknown)
        }
        publishCommit(of: connection, tracker)
    }

    /// Publishes a commit in the middle of a write.
    private func didCommit(_ connection: Connection) {
        // In all other cases, the commit is published at the end of the write.
        guard let tracker = tracker.withLock({ $0 }), tracker.isCollecting,
            tracker.collects(connection)
        else { return }
        publishCommit(of: connection, tracker)
    }

    private func publishCommit(of connection: Connection, _ tracker: WriterChangeTracker) {
        delivery.publish(tracker.takeCommit(on: connection))
        foreign.attributeCommits(connection, tracker)
    }

    /// Determines whether another process made a detected commit.
    func attributeCommits(_ connection: Connection) {
        foreign.attributeCommits(connection, tracker.withLock { $0 })
    }

    /// Call this when the writer can no longer be used, after its statements were ended.
    func writerWasDropped() {
        removeTracker()
        // Ending a statement may have committed.
        delivery.publish(.unknown)
    }

    func removeTracker() {
        let removed = tracker.withLock { $0.take() }
        withExtendedLifetime(removed) {}
    }

    private func installTracker(on connection: Connection) -> WriterChangeTracker? {
        // The old tracker would remove the hooks of the new one.
        removeTracker()
        let new = try? WriterChangeTracker(on: connection) { [unowned self] connection in
            // The pool owns both the tracker and this.
            didCommit(connection)
        }
        tracker.withLock { $0 = new }
        // Commits of other connections before the tracker read the versions.
        if !foreign.monitor.changedSchemas(countsBusy: true).isEmpty { delivery.publish(.unknown) }
        return new
    }
}
