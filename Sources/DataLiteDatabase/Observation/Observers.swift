import DataLiteCore

/// What a pool needs to tell observers of its commits: where they wait, what its writer changes, and what other
/// processes commit.
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

    /// Call this when no closure runs any more, before the connections are closed.
    func releaseConnections() {
        writer.removeTracker()
        foreign.monitor.close()
    }
}
