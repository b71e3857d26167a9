import DataLiteCore
import Dispatch

/// Tells commits of other processes from those of the pool's own writer, and delivers them.
final class ForeignCommits: Sendable {
    /// How long a commit may be unattributed before it counts as one of another process: a write that takes
    /// long may have made it.
    private static let attributionTimeout: UInt64 = 1_000_000_000

    let monitor: ExternalCommitMonitor

    private let delivery: CommitDelivery

    /// When a commit of unknown origin was first seen, in nanoseconds.
    private let unattributedSince = Locked(UInt64?.none)

    init(_ delivery: CommitDelivery, label: String) {
        self.delivery = delivery
        monitor = ExternalCommitMonitor(label: label)
    }

    /// Detects the commits of other processes from now on.
    func startMonitoring(every interval: Duration?, _ pool: ConnectionPool) throws {
        guard let interval, !pool.source.isInMemory else { return }
        try monitor.start(every: interval, pool)
    }

    /// Finds out whether another process has made a commit that was noticed. Call this while holding the writer.
    func attributeCommits(_ connection: Connection, _ tracker: WriterChangeTracker?) {
        guard unattributedSince.withLock({ $0.take() }) != nil else { return }
        guard let tracker, tracker.collects(connection), !tracker.detectsForeignCommit(connection)
        else {
            return delivery.publish(.unknown)
        }
    }

    /// Records that commits were noticed.
    ///
    /// - Parameters:
    ///   - schemas: The schemas that were committed to.
    ///   - known: Those whose versions the writer's tracker knows; `nil` without one.
    /// - Returns: whether the writer has to be asked for the origin.
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
