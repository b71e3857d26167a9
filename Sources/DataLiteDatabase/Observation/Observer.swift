import DataLiteCore

/// One iteration over the values of a database: the region that its latest fetch read, and the calls that wait for a
/// change.
//
// SAFETY: `pollInterval` is constant. Everything else is accessed only under the lock of the `CommitDelivery`.
final class Observer: @unchecked Sendable {
    let pollInterval: Duration?
    /// The region that the latest fetch read.
    var region = Region.everything
    var reads: ReadSet?
    /// Whether a commit has changed the region, or nothing was fetched yet.
    var isStale = true
    /// Whether the latest fetch failed with an error that may be transient.
    var retries = false
    /// Whether the task of the iteration is cancelled.
    var isCancelled = false
    /// The number of the last commit before the running fetch; `nil` if no fetch is running.
    var fetchStart: Int?
    /// The position among all observers; `nil` if the observation has ended.
    var position: Int?
    /// The calls that wait for a change. There are several only if an iterator was copied.
    var waiters: [CheckedContinuation<Bool, Never>] = []

    init(pollInterval: Duration?) { self.pollInterval = pollInterval }
}

extension Observer: Hashable {
    static func == (lhs: Observer, rhs: Observer) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
