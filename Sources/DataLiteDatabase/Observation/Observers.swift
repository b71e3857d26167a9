import DataLiteCore

/// The parts with which a pool notifies observers of commits: the delivery to the observers, the changes of the writer,
/// and the commits of other processes.
struct Observers: Sendable {
    let delivery: CommitDelivery
    let writer: WriterObservation
    let foreign: ForeignCommits

    init(label: String) {
        delivery = CommitDelivery()
        foreign = ForeignCommits(delivery, label: label)
        writer = WriterObservation(delivery, foreign)
    }

    /// Allows observing again. Call this if the connections could not be closed.
    func reopen() {
        delivery.reopen()
        foreign.monitor.reopen()
    }

    /// Call this when no closure is running, before the connections are closed.
    func releaseConnections() {
        writer.removeTracker()
        foreign.monitor.close()
    }
}

extension ConnectionPool {
    /// Checks for commits of other processes. Called regularly while there are observers.
    func pollForeignCommits() {
        let (foreign, writer) = (observers.foreign, observers.writer)
        foreign.monitor.stop { !observers.delivery.isWatched }
        guard foreign.record(foreign.monitor.changedSchemas(), known: writer.schemas) else {
            return
        }
        // A running write attributes the commits when it ends.
        withIdleConnection(0, .writer) { writer.attributeCommits($0) }
    }
}
