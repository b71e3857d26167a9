/// The closures of all hooks of a connection.
package struct HookLists {
    var updates = HookList<(SQLiteAction) -> Void>()
    var commits = HookList<() throws -> Void>()
    var rollbacks = HookList<() -> Void>()
    var preupdates = HookList<PreupdateListener>()
    var walCommits = HookList<(WALCommit) -> Void>()
    var autovacuums = HookList<(Autovacuum) -> Autovacuum.Amount>()
    var collations = HookList<(String) throws -> Collation?>()
    var traces = HookList<(SQLTrace) -> Void>()
    var rows = HookList<(TracedRow) -> Void>()
    var profiles = HookList<TimedLog>()
    var closings = HookList<() -> Void>()

    /// Whether SQLite's commit hook and rollback hook are needed.
    var observesTransactions: Bool { !commits.isEmpty || !rollbacks.isEmpty }

    var isEmpty: Bool {
        updates.isEmpty && !observesTransactions && preupdates.isEmpty && walCommits.isEmpty
            && autovacuums.isEmpty && collations.isEmpty && traces.isEmpty && rows.isEmpty
            && profiles.isEmpty && closings.isEmpty
    }

    mutating func removeCancelled() {
        updates.removeCancelled()
        commits.removeCancelled()
        rollbacks.removeCancelled()
        preupdates.removeCancelled()
        walCommits.removeCancelled()
        autovacuums.removeCancelled()
        collations.removeCancelled()
        traces.removeCancelled()
        rows.removeCancelled()
        profiles.removeCancelled()
        closings.removeCancelled()
    }

    /// Adds the hooks of another connection that were not cancelled.
    mutating func append(_ other: HookLists, list: DelegateList?) {
        updates.append(other.updates, list: list)
        commits.append(other.commits, list: list)
        rollbacks.append(other.rollbacks, list: list)
        preupdates.append(other.preupdates, list: list)
        walCommits.append(other.walCommits, list: list)
        autovacuums.append(other.autovacuums, list: list)
        collations.append(other.collations, list: list)
        traces.append(other.traces, list: list)
        rows.append(other.rows, list: list)
        profiles.append(other.profiles, list: list)
        closings.append(other.closings, list: list)
    }

    /// Makes cancelled hooks end at their next event instead of immediately.
    ///
    /// - Parameter joiningPool: Whether the hooks are those of a pool's configuration.
    func detach(joiningPool: Bool = false) {
        updates.detach(joiningPool: joiningPool)
        commits.detach(joiningPool: joiningPool)
        rollbacks.detach(joiningPool: joiningPool)
        preupdates.detach(joiningPool: joiningPool)
        walCommits.detach(joiningPool: joiningPool)
        autovacuums.detach(joiningPool: joiningPool)
        collations.detach(joiningPool: joiningPool)
        traces.detach(joiningPool: joiningPool)
        rows.detach(joiningPool: joiningPool)
        profiles.detach(joiningPool: joiningPool)
        closings.detach(joiningPool: joiningPool)
    }
}
