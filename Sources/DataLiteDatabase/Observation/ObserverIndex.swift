import DataLiteCore

/// Finds the observers that a commit may affect, without checking the others.
struct ObserverIndex {
    /// The observers of one table.
    struct Table {
        /// The observers of any row.
        var ofAllRows: Set<Observer> = []
        /// The observers that looked up single rows, by rowid.
        var ofRows: [Int64: ObserverGroup] = [:]
    }

    private(set) var tables: [TableName: Table] = [:]

    /// The observers that any commit may affect, because their regions are not known.
    private(set) var ofEverything: Set<Observer> = []

    /// The tables in which single rows are observed.
    private(set) var lookedUp: Set<TableName> = []

    /// The observed columns of each table, possibly with columns that are no longer observed.
    private(set) var columns: [TableName: ObservedColumns] = [:]

    /// A number that changes when more tables or columns are observed.
    private(set) var version = 0

    mutating func insert(_ observer: Observer) {
        guard let regions = observer.region.tables else {
            ofEverything.insert(observer)
            version += 1
            return
        }
        for (name, region) in regions {
            tables[name, default: Table()].insert(observer, region)
            if columns[name]?.isSuperset(of: region.columns) == true { continue }
            columns[name] = columns[name]?.union(region.columns) ?? region.columns
            version += 1
        }
        updateLookedUp(regions)
    }

    mutating func remove(_ observer: Observer) {
        guard let regions = observer.region.tables else {
            ofEverything.remove(observer)
            return
        }
        for (name, region) in regions {
            tables[name]?.remove(observer, region)
            guard tables[name]?.isEmpty == true else { continue }
            tables[name] = nil
            columns[name] = nil
        }
        updateLookedUp(regions)
    }

    private mutating func updateLookedUp(_ regions: [TableName: Region.Table]) {
        for (name, region) in regions where region.rowIDs != nil {
            if tables[name]?.ofRows.isEmpty == false {
                lookedUp.insert(name)
            } else {
                lookedUp.remove(name)
            }
        }
    }

    /// Calls a closure with the observers that a commit may affect, possibly several times with the same one.
    func forEachConcerned(by commit: Commit, _ body: (Observer) -> Void) {
        for observer in ofEverything { body(observer) }
        for name in commit.tables.keys {
            tables[name]?.forEach(concernedBy: commit.rows[name], body)
        }
        // The columns that are observed since the write began.
        guard let coverage = commit.coverage, coverage.version != version else { return }
        for (name, table) in tables where !coverage.contains(columns[name] ?? .all, of: name) {
            table.forEach(concernedBy: nil, body)
        }
    }
}

extension ObserverIndex.Table {
    var isEmpty: Bool { ofAllRows.isEmpty && ofRows.isEmpty }

    fileprivate mutating func insert(_ observer: Observer, _ region: Region.Table) {
        guard let rowIDs = region.rowIDs else {
            ofAllRows.insert(observer)
            return
        }
        for rowID in rowIDs {
            // Moving the group out avoids a copy.
            var group = ofRows.removeValue(forKey: rowID)
            group?.insert(observer)
            ofRows[rowID] = group ?? .one(observer)
        }
    }

    fileprivate mutating func remove(_ observer: Observer, _ region: Region.Table) {
        guard let rowIDs = region.rowIDs else {
            ofAllRows.remove(observer)
            return
        }
        for rowID in rowIDs {
            guard let group = ofRows.removeValue(forKey: rowID) else { continue }
            ofRows[rowID] = group.removing(observer)
        }
    }

    /// - Parameter rows: The rows that were changed; `nil` if they are not known.
    fileprivate func forEach(concernedBy rows: ChangedRowIDs?, _ body: (Observer) -> Void) {
        for observer in ofAllRows { body(observer) }
        guard !ofRows.isEmpty else { return }
        guard let rows, rows.count < ofRows.count else {
            for (rowID, group) in ofRows where rows?.contains(rowID) ?? true { group.forEach(body) }
            return
        }
        for rowID in rows.moved { ofRows[rowID]?.forEach(body) }
        for rowID in rows.updated { ofRows[rowID]?.forEach(body) }
    }
}

/// The observers of a row, usually one.
enum ObserverGroup {
    case one(Observer)
    case several(Set<Observer>)

    mutating func insert(_ observer: Observer) {
        switch consume self {
        case .one(let other): self = .several([other, observer])
        case .several(var observers):
            observers.insert(observer)
            self = .several(observers)
        }
    }

    /// - Returns: `nil` if no observer is left.
    consuming func removing(_ observer: Observer) -> ObserverGroup? {
        guard case .several(var observers) = self else { return nil }
        observers.remove(observer)
        return observers.isEmpty ? nil : .several(observers)
    }

    func forEach(_ body: (Observer) -> Void) {
        switch self {
        case .one(let observer): body(observer)
        case .several(let observers): observers.forEach(body)
        }
    }
}

/// An iteration over the values of a database: the region that its latest fetch read, and the closure that waits for a
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
    /// Called after a change.
    var waiter: ChangeHandler?

    init(pollInterval: Duration?) { self.pollInterval = pollInterval }

    /// Marks the observer as stale, unless it is fetching: then it compares its reads with the commits when it ends.
    func markStale(_ ready: inout ArraySlice<Observer>) {
        guard fetchStart == nil, !isStale else { return }
        isStale = true
        if waiter != nil { ready.append(self) }
    }
}

extension Observer: Hashable {
    static func == (lhs: Observer, rhs: Observer) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Observers

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
