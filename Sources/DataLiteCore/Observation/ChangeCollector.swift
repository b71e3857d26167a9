import DataLiteC
import Foundation

/// Collects which tables and columns a connection changes, in whatever way: by statements,
/// triggers, foreign keys, `REPLACE`, a changeset, or code that uses the C interface.
///
/// C: `sqlite3_preupdate_hook`. A `DELETE` without `WHERE` that is compiled while it is set deletes row by row. One
/// that was compiled before deletes all rows at once and calls no hook: clear the statement cache.
package final class ChangeCollector {
    private let handle: ConnectionHandle

    /// What the open transaction has changed.
    private var changes = ChangeSet()

    /// What was committed. Commits that change none of ``separatedTables`` are one.
    private var commits: [ChangeSet] = []

    /// How many changed rows of one table are collected in a transaction.
    package static let rowLimit = 100_000

    /// The tables whose rows are collected.
    package var tablesOfRows: Set<TableName> = []

    /// The tables of which each commit is kept by itself.
    package var separatedTables: Set<TableName> = []

    /// The table of the latest change. SQLite's names stay where they are while the schema does, so
    /// it is nearly always found by its pointer and a glance at its name.
    private var latest: (schema: UnsafePointer<CChar>, table: UnsafePointer<CChar>)?
    private var latestText: [CChar] = []
    private var latestName = TableName("")
    private var latestChange = ChangeSet.Table()
    private var collectsRows = false

    private let functions: PreupdateFunctions

    /// Sets the hook, which replaces one that was set with the C interface.
    ///
    /// - Returns: `nil` if the running SQLite was built without the hook.
    package init?(on connection: Connection) throws(SQLiteError) {
        guard let functions = PreupdateFunctions.shared else { return nil }
        let pointer = try connection.handle.open()
        self.functions = functions
        handle = connection.handle
        _ = functions.hook(
            pointer,
            { context, pointer, operation, schema, table, oldRowID, newRowID in
                guard let context, let pointer, let schema, let table else { return }
                // SAFETY: the collector removes the hook in `stop` and in its `deinit`.
                Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue().didChange(
                    pointer, operation, schema, table, oldRowID: oldRowID, newRowID: newRowID)
            }, Unmanaged.passUnretained(self).toOpaque())
        connection.delegates.collector = self
    }

    deinit { stop() }

    /// Removes the hook.
    package func stop() {
        if let delegates = handle.connection?.delegates, delegates.collector === self {
            delegates.collector = nil
        }
        if let pointer = handle.pointer { _ = functions.hook(pointer, nil, nil) }
    }

    /// Whether this collects the changes of a connection.
    package func collects(_ connection: Connection) -> Bool { handle === connection.handle }

    /// What has changed since the last call, and was not rolled back. Changes of a savepoint or a statement
    /// that was rolled back are included.
    package func take() -> ChangeSet {
        takeCommits().reduce(into: ChangeSet()) { $0.add($1) }
    }

    /// What each transaction has changed since the last call.
    package func takeCommits() -> [ChangeSet] {
        // Nothing is left, unless the C interface was used to replace the hook of commits.
        willCommit()
        defer { commits = [] }
        return commits
    }
}

// MARK: - Transactions

extension ChangeCollector {
    func willCommit() {
        storeLatest()
        guard !changes.isEmpty else { return }
        // A closure without a transaction may commit any number of times.
        if let last = commits.indices.last, !isSeparate(commits[last]), !isSeparate(changes) {
            commits[last].add(changes)
        } else {
            commits.append(changes)
        }
        changes = ChangeSet()
    }

    private func isSeparate(_ changes: ChangeSet) -> Bool {
        !separatedTables.isEmpty && changes.tables.keys.contains(where: separatedTables.contains)
    }

    func didRollback() {
        latest = nil
        latestChange = ChangeSet.Table()
        changes = ChangeSet()
    }
}

// MARK: - One change

extension ChangeCollector {
    private func didChange(
        _ pointer: OpaquePointer, _ operation: Int32, _ schema: UnsafePointer<CChar>,
        _ table: UnsafePointer<CChar>, oldRowID: Int64, newRowID: Int64
    ) {
        if latest?.schema != schema || latest?.table != table || strcmp(table, latestText) != 0 {
            switchTo(schema, table)
        }
        if operation == SQLITE_UPDATE, oldRowID == newRowID {
            noteUpdate(pointer)
        } else {
            latestChange.rows = true
        }
        if collectsRows { collectRow(operation, oldRowID, newRowID) }
    }

    private func collectRow(_ operation: Int32, _ oldRowID: Int64, _ newRowID: Int64) {
        guard latestChange.actions.count < Self.rowLimit else {
            latestChange.actions = []
            latestChange.hasTooManyRows = true
            collectsRows = false
            return
        }
        switch operation {
        case SQLITE_INSERT: latestChange.actions.append(.inserted(rowID: newRowID))
        case SQLITE_DELETE: latestChange.actions.append(.deleted(rowID: oldRowID))
        case _ where oldRowID == newRowID: latestChange.actions.append(.updated(rowID: newRowID))
        default: latestChange.actions += [.deleted(rowID: oldRowID), .inserted(rowID: newRowID)]
        }
    }

    /// A column that has changed once is not compared again.
    private func noteUpdate(_ pointer: OpaquePointer) {
        for column in 0..<functions.count(pointer) {
            guard !latestChange.columns.contains(Int(column)) else { continue }
            if functions.isChanged(pointer, column) { latestChange.columns.insert(Int(column)) }
        }
    }

    private func switchTo(_ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>) {
        storeLatest()
        latest = (schema, table)
        latestText = Array(UnsafeBufferPointer(start: table, count: strlen(table) + 1))
        latestName = TableName(
            schema: String(repairing: schema) ?? "", String(repairing: table) ?? "")
        latestChange = changes.tables.removeValue(forKey: latestName) ?? ChangeSet.Table()
        collectsRows = !latestChange.hasTooManyRows && tablesOfRows.contains(latestName)
    }

    private func storeLatest() {
        guard latest != nil else { return }
        latest = nil
        changes.tables[latestName] = latestChange
        latestChange = ChangeSet.Table()
    }
}
