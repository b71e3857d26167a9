import DataLiteCore

/// One iteration over the values of a database: what its latest fetch has read, and who waits for a change of it.
//
// SAFETY: `pollInterval` is constant. Everything else is accessed only under the lock of the `CommitDelivery`.
final class Observer: @unchecked Sendable {
    let pollInterval: Duration?
    /// What the latest fetch has read.
    var region = Region.everything
    var reads: ReadSet?
    /// Whether a commit has touched the region, or nothing was fetched yet.
    var isStale = true
    /// Whether a fetch has failed that may succeed although nothing changes.
    var retries = false
    /// Whether the task of the iteration is cancelled.
    var isCancelled = false
    /// The number of the last commit before the fetch that runs; `nil` if none runs.
    var fetchStart: Int?
    /// Its position among all observers; `nil` if it has ended.
    var position: Int?
    /// Several only if an iterator was copied.
    var waiters: [CheckedContinuation<Bool, Never>] = []

    init(pollInterval: Duration?) { self.pollInterval = pollInterval }
}

extension Observer: Hashable {
    static func == (lhs: Observer, rhs: Observer) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
