import DataLiteCore

/// The changes made by one or more commits.
struct Commit: Sendable {
    /// Whether anything may have changed: another process committed, or the schema changed.
    var isUnknown = false
    var tables: [TableName: ChangeSet.Table] = [:]
    /// The changed rows of the tables whose changed rows are all known.
    var rows: [TableName: ChangedRowIDs] = [:]
    /// The changes of the tables whose changed rows are reported by key.
    var changes: [TableName: TableChange] = [:]

    /// The tables and columns whose changes were collected; `nil` for all. Any other table may have changed.
    var coverage: Coverage?

    static let unknown = Commit(isUnknown: true)

    var isEmpty: Bool { !isUnknown && tables.isEmpty && coverage == nil }

    /// Adds the changes of a later commit, without their order.
    mutating func add(_ other: Commit) {
        if isUnknown || other.isUnknown { return self = .unknown }
        coverage = coverage.map { other.coverage?.intersection($0) ?? $0 } ?? other.coverage
        for (name, change) in other.tables {
            addRows(of: name, other)
            tables[name, default: ChangeSet.Table()].rows =
                change.rows || tables[name]?.rows == true
            tables[name, default: ChangeSet.Table()].columns.formUnion(change.columns)
        }
    }

    private mutating func addRows(of name: TableName, _ other: Commit) {
        guard tables[name] != nil else { return rows[name] = other.rows[name] }
        guard let others = other.rows[name], rows[name]?.add(others) == true else {
            return rows[name] = nil
        }
    }
}

extension Commit {
    /// - Parameter lookedUp: The tables in which single rows are observed.
    init(_ changes: ChangeSet, rowsOf lookedUp: Set<TableName>) {
        tables = changes.tables
        for (name, change) in tables where lookedUp.contains(name) {
            rows[name] = ChangedRowIDs(change)
        }
    }
}

/// The rowids of the changed rows of a table.
struct ChangedRowIDs: Sendable {
    /// The largest number of distinguished rows. If more rows were changed, any row may have changed.
    static let limit = 10_000

    /// The rowids of rows that were inserted or deleted, or whose rowid was changed.
    private(set) var moved: Set<Int64> = []
    private(set) var updated: Set<Int64> = []
}

extension ChangedRowIDs {
    /// - Returns: `nil` if the rows were not collected, or there are too many.
    init?(_ change: ChangeSet.Table) {
        let actions = change.actions
        guard !actions.isEmpty, actions.count <= Self.limit, !change.hasTooManyRows else {
            return nil
        }
        for action in actions {
            switch action {
            case .inserted(let rowID), .deleted(let rowID): moved.insert(rowID)
            case .updated(let rowID): updated.insert(rowID)
            }
        }
    }

    /// Adds the rowids of a later commit.
    ///
    /// - Returns: `false` if there would be too many.
    mutating func add(_ other: ChangedRowIDs) -> Bool {
        guard count + other.count <= Self.limit else { return false }
        moved.formUnion(other.moved)
        updated.formUnion(other.updated)
        return true
    }

    /// An upper bound of the number of rows.
    var count: Int { moved.count + updated.count }

    func contains(_ rowID: Int64) -> Bool { moved.contains(rowID) || updated.contains(rowID) }
}

/// The commits since the start of the oldest running fetch. The region of a fetch is known only when it ends, so it is
/// then compared with the commits made in the meantime. Each commit is logged once, however many fetches run.
struct CommitLog {
    /// If there are more commits, pairs of them are merged, so that a long fetch uses no more memory.
    private static let entryLimit = 64

    private var number = 0
    /// The commits, with the number of the last one of merged commits.
    private var entries: [(number: Int, commit: Commit)] = []

    /// The number of fetches that started after each commit, in ascending order of commits.
    private var starts: [(number: Int, count: Int)] = []

    /// - Returns: The number of the last commit. Pass it to ``endFetch(_:_:)``.
    mutating func beginFetch() -> Int {
        if let last = starts.indices.last, starts[last].number == number {
            starts[last].count += 1
        } else {
            starts.append((number, 1))
        }
        return number
    }

    /// Calls a closure with the commits since the start of a fetch.
    mutating func endFetch(_ start: Int, _ body: (Commit) -> Void) {
        for entry in entries.reversed() {
            guard entry.number > start else { break }
            body(entry.commit)
        }
        guard let index = starts.lastIndex(where: { $0.number <= start }) else { return }
        starts[index].count -= 1
        guard index == 0 else { return }
        starts.removeFirst(starts.firstIndex { $0.count > 0 } ?? starts.count)
        let first = starts.first?.number ?? number
        entries.removeFirst(entries.firstIndex { $0.number > first } ?? entries.count)
    }

    mutating func append(_ commit: Commit) {
        guard !starts.isEmpty else { return }
        number += 1
        entries.append((number, commit.withoutKeys))
        guard entries.count > Self.entryLimit else { return }
        entries = stride(from: 0, to: entries.count, by: 2).map { first in
            var entry = entries[first]
            guard first + 1 < entries.count else { return entry }
            entry.commit.add(entries[first + 1].commit)
            entry.number = entries[first + 1].number
            return entry
        }
    }
}

extension Commit {
    /// The commit without the keys and values of its changes, which may take megabytes. A region does not need them.
    fileprivate var withoutKeys: Commit {
        var copy = self
        copy.changes = [:]
        copy.tables = tables.mapValues { table in
            var region = ChangeSet.Table()
            region.rows = table.rows
            region.columns = table.columns
            return region
        }
        return copy
    }
}
