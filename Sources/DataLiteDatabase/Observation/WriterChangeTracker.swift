import DataLiteCore

/// The tables that are observed when a write begins.
struct ObservedTables {
    /// The tables and columns that observers have read; `nil` for all.
    var coverage: Coverage?
    /// The tables in which single rows are observed.
    var lookedUp: Set<TableName> = []
    /// The tables whose changed rows are reported by key.
    var streamed: Set<TableName> = []
}

/// Collects the changes that the writer commits.
//
// SAFETY: used only while holding the writer, except `schemas`, which does not change. It is released with the
// writer, or when another tracker replaces it.
final class WriterChangeTracker: @unchecked Sendable {
    private let collector: ChangeCollector
    let schemas: [String]
    private let schemaVersionQueries: [SQL]
    private let dataVersionQueries: [SQL]
    private var schemaVersions: [Int64]
    private var dataVersions: [Int64]

    /// The tables observed in the running write.
    private var observed = ObservedTables()

    /// The schema of the observed tables, until it changes.
    private var schema: ObservedSchema?

    /// The columns with a default value, for the tables that needed them. Reset when the schema changes.
    private var defaults: [TableName: Set<Int>] = [:]

    /// Whether the running write has been collected since it began.
    var isCollecting = false

    /// Whether a commit of the running write was taken.
    private var hasTaken = false

    /// - Parameter didCommit: Called after each commit, even in the middle of a write.
    /// - Returns: `nil` if SQLite was built without the hook.
    init?(on connection: Connection, didCommit: @escaping (Connection) -> Void) throws {
        guard let collector = try ChangeCollector(on: connection) else { return nil }
        self.collector = collector
        schemas = try connection.observedSchemas()
        schemaVersionQueries = SQL.versionQueries("schema_version", of: schemas)
        dataVersionQueries = SQL.versionQueries("data_version", of: schemas)
        schemaVersions = try connection.versions(schemaVersionQueries)
        dataVersions = try connection.versions(dataVersionQueries)
        collector.didCommit = didCommit
    }

    func collects(_ connection: Connection) -> Bool { collector.collects(connection) }

    func begin(_ observed: ObservedTables, on connection: Connection) {
        isCollecting = true
        hasTaken = false
        let isSame =
            collector.observed.schema != nil
            && observed.coverage?.version == self.observed.coverage?.version
            && observed.lookedUp == self.observed.lookedUp
            && observed.streamed == self.observed.streamed
        self.observed = observed
        if !isSame { updateCollected(on: connection) }
        updateKeys(on: connection)
    }

    private func updateCollected(on connection: Connection) {
        var collected = ChangeCollector.Observed()
        collected.version = collector.observed.version + 1
        collected.columns = observed.coverage?.tables
        collected.tablesOfRows = observed.lookedUp
        collected.tablesOfKeys = observed.streamed
        if schema == nil { schema = try? ObservedSchema(of: schemas, on: connection) }
        if let tables = observed.coverage?.tables.keys {
            try? schema?.readColumns(of: tables, on: connection)
        }
        collected.schema = schema
        collector.observed = collected
    }

    /// The changes that were committed since the last call.
    func takeCommit(on connection: Connection) -> Commit {
        // Without a commit there are no changes, unless the commit hook was replaced through the C interface.
        if hasTaken, !collector.hasCommitted { return Commit() }
        hasTaken = true
        let hasCommitted = collector.hasCommitted
        let changes = collector.take()
        // Changes of the tables that store the schema are not reported.
        let versions = (try? connection.versions(schemaVersionQueries)) ?? []
        guard versions == schemaVersions, !versions.isEmpty else {
            schemaVersions = versions
            defaults = [:]
            schema = nil
            collector.observed.schema = nil
            collector.keys = [:]
            updateKeys(on: connection)
            return .unknown
        }
        guard hasCommitted || !changes.isEmpty else { return Commit() }
        return commit(changes, connection)
    }

    /// Whether another connection has committed since the last call. The `data_version` of a connection does not
    /// change with its own commits.
    func detectsForeignCommit(_ connection: Connection) -> Bool {
        let versions = (try? connection.versions(dataVersionQueries)) ?? []
        defer { dataVersions = versions }
        return versions != dataVersions || versions.isEmpty
    }

    private func commit(_ changes: ChangeSet, _ connection: Connection) -> Commit {
        var commit = Commit(changes, rowsOf: observed.lookedUp)
        commit.coverage = observed.coverage
        for (name, table) in changes.tables {
            if !table.nullColumns.isEmpty {
                let columns = table.nullColumns.intersection(columnsWithDefault(name, connection))
                commit.tables[name]?.columns.formUnion(columns)
            }
            if observed.streamed.contains(name) {
                commit.changes[name] = tableChange(name, table, connection)
            }
        }
        return commit
    }

    private func tableChange(
        _ name: TableName, _ table: ChangeSet.Table, _ connection: Connection
    ) -> TableChange {
        // A call that was cancelled after the commit can still report it.
        let keys = connection.ignoringStop { collector.keys[name]?.changedKeys(table.keys) }
        if let keys { return .rows(RowChanges(keys)) }
        // The table may have a different key now.
        collector.keys[name] = nil
        updateKeys(on: connection)
        return .unknown
    }

    /// Reads the keys of the streamed tables.
    private func updateKeys(on connection: Connection) {
        if collector.keys.count > observed.streamed.count {
            collector.keys = collector.keys.filter { observed.streamed.contains($0.key) }
        }
        for name in observed.streamed where collector.keys[name] == nil {
            collector.keys[name] = try? TableKey(of: name, on: connection)
        }
    }

    private func columnsWithDefault(_ name: TableName, _ connection: Connection) -> Set<Int> {
        if let columns = defaults[name] { return columns }
        // If the defaults cannot be read, any column may have one.
        guard let all = try? connection.columns(of: name) else { return Set(0..<1 << 15) }
        let columns = Set(
            all.indices.filter { (all[$0].defaultSQL ?? "null").lowercasedASCII != "null" })
        defaults[name] = columns
        return columns
    }
}

extension Connection {
    /// The schemas that other connections may write to.
    func observedSchemas() throws -> [String] {
        try rows("SELECT name FROM pragma_database_list WHERE name <> 'temp'").map { row in
            row.lenientValue(at: 0) ?? ""
        }
    }

    func versions(_ queries: [SQL]) throws -> [Int64] {
        try queries.map { query in try value(query, as: Int64.self) ?? 0 }
    }
}

extension SQL {
    static func versionQueries(_ pragma: String, of schemas: [String]) -> [SQL] {
        schemas.map { schema in "PRAGMA \(identifier: schema).\(raw: pragma)" }
    }
}

// MARK: - WriterObservation

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
