import DataLiteCore
import Dispatch

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
