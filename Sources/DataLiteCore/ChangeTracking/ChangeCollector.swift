import DataLiteC
import Foundation

/// Collects the tables and columns that a connection changes by any means: statements, triggers, foreign
/// keys, `REPLACE`, a changeset, or code that uses the C interface.
///
/// C: `sqlite3_preupdate_hook`. A `DELETE` without `WHERE` deletes row by row if it is compiled while the
/// hook is set. If it was compiled earlier, it deletes all rows at once and calls no hook, so clear the
/// statement cache.
package final class ChangeCollector {
    let handle: ConnectionHandle

    /// The changes made by the open transaction.
    private var changes = ChangeSet()

    /// The changes that were committed since the last call of ``take()``.
    private var committed = ChangeSet()

    /// Whether anything was committed since the last call of ``take()``.
    package private(set) var hasCommitted = false

    /// Called after one or more commits, when no C call that commits is running.
    package var didCommit: ((Connection) -> Void)?

    /// The maximum number of changed rows collected per table in a transaction.
    package static let rowLimit = 100_000

    /// The changes to collect.
    package var observed = Observed() {
        didSet { storeLatest() }
    }

    /// The known primary keys of tables whose changed rows are collected by key.
    package var keys: [TableName: TableKey] = [:]

    /// The table of the latest change. SQLite's name pointers are stable until the schema changes, so the
    /// table is usually found by pointer, then confirmed by name.
    private var latest: (schema: UnsafePointer<CChar>, table: UnsafePointer<CChar>)?
    private var latestText: [CChar] = []
    private var latestName = TableName("")
    private var latestChange = ChangeSet.Table()
    private var collectsRows = false
    private var latestKey: TableKey?

    /// Whether changes of the table are ignored.
    private var isIgnored = false

    /// Whether all changes of the table, or all updates that keep the rowid, are already known.
    private var isDecided = false
    private var updatesAreDecided = false

    /// The columns to compare at the next update of a row: the observed columns that have not changed yet.
    /// `nil` if they are not determined yet.
    private var undecided: [UndecidedColumn]?

    private struct UndecidedColumn {
        let position: Int32
        /// Whether the column is in the set of columns that were NULL before and after an update.
        var isNull: Bool
    }

    let functions: PreupdateFunctions

    /// The statement that was stepped last.
    // SAFETY: never dangling, because a run ends before its statement is released.
    unowned(unsafe) var stepped: Statement?

    /// The changes that the running statement may make, or `nil` if they are not known.
    var running: StatementWrites?

    /// Whether the hook is removed until the run ends.
    var isPaused = false

    /// Whether the open transaction may have written to a virtual table. A virtual table may write to other
    /// tables during any later statement of the transaction, as FTS5 does when a statement begins a
    /// savepoint.
    var mayWriteLater = true

    /// Sets the hook, replacing a hook that was set with the C interface.
    ///
    /// - Returns: `nil` if the running SQLite was built without the hook.
    package init?(on connection: Connection) throws(SQLiteError) {
        guard let functions = PreupdateFunctions.shared else { return nil }
        _ = try connection.handle.open()
        self.functions = functions
        handle = connection.handle
        connection.delegates.collector = self
        setHook(true)
        handle.executionBlocks.insert(.collecting)
        try connection.enableWriteRecording()
        handle.writeRecorder?.collector = self
    }

    /// Installs or removes the hook, which the connection shares with the recorder of transactions.
    func setHook(_ isOn: Bool) {
        if let delegates = handle.connection?.delegates {
            delegates.collectorNeedsHook = isOn
            delegates.updatePreupdateHook()
        } else if !isOn, let pointer = handle.pointer {
            _ = functions.hook(pointer, nil, nil)
        }
    }

    deinit { stop() }

    /// Removes the hook.
    package func stop() {
        if let delegates = handle.connection?.delegates, delegates.collector === self {
            delegates.collector = nil
            handle.executionBlocks.remove(.collecting)
        }
        if let recorder = handle.writeRecorder, recorder.collector === self {
            recorder.collector = nil
        }
        isPaused = false
        // Another collector may have replaced this one.
        if handle.connection?.delegates.collector == nil { setHook(false) }
    }

    /// Whether this collects the changes of a connection.
    package func collects(_ connection: Connection) -> Bool { handle === connection.handle }

    /// Returns the changes committed since the last call, including changes of rolled-back savepoints and
    /// statements.
    package func take() -> ChangeSet {
        handle.connection?.delegates.reportCommits()
        storeLatest()
        // No change is left, unless the commit hook was replaced with the C interface.
        if handle.isAutocommit, !changes.isEmpty { transactionDidCommit() }
        defer {
            committed = ChangeSet()
            hasCommitted = false
        }
        return committed
    }

    // MARK: - Transactions

    func transactionDidCommit() {
        storeLatest()
        hasCommitted = true
        committed.add(changes)
        changes = ChangeSet()
    }

    /// Called when a commit was begun and that transaction, or another one, is open. The changed rows cannot
    /// be read now.
    func transactionMayHaveCommitted() {
        storeLatest()
        hasCommitted = true
        committed.add(changes.withoutRows)
    }

    func transactionDidRollBack() {
        forgetLatest()
        changes = ChangeSet()
    }

    // MARK: - One change

    func didChange(
        _ pointer: OpaquePointer, _ operation: Int32, _ schema: UnsafePointer<CChar>,
        _ table: UnsafePointer<CChar>, oldRowID: Int64, newRowID: Int64
    ) {
        // A commit begun in this C call has succeeded: the change belongs to another transaction.
        if handle.hasUnreportedCommits { handle.connection?.delegates.transactionWillChange() }
        if latest?.schema != schema || latest?.table != table || strcmp(table, latestText) != 0 {
            switchTo(schema, table)
        }
        if isIgnored || isDecided { return }
        if updatesAreDecided, operation == SQLITE_UPDATE, oldRowID == newRowID { return }
        if operation == SQLITE_DELETE, let column = functions.blobColumn(pointer) {
            latestChange.columns.insert(column)
            // The row stays. SQLite does not report its new values.
            collectKeys(pointer, newRowID: nil, oldRowID: oldRowID)
            collectRow(SQLITE_UPDATE, oldRowID, oldRowID)
            return
        }
        if operation == SQLITE_UPDATE, oldRowID == newRowID {
            noteUpdate(pointer)
        } else {
            let isNew = !latestChange.rows
            latestChange.rows = true
            isDecided = !collectsRows && latestKey == nil
            if isNew { pauseIfDecided() }
        }
        collectKeys(
            pointer, newRowID: operation == SQLITE_DELETE ? nil : newRowID,
            oldRowID: operation == SQLITE_INSERT ? nil : oldRowID)
        collectRow(operation, oldRowID, newRowID)
    }

    private func collectKeys(_ pointer: OpaquePointer, newRowID: Int64?, oldRowID: Int64?) {
        guard let columns = latestKey?.columns, !latestChange.keys.areUnknown else { return }
        if let oldRowID {
            let key =
                columns.isEmpty
                ? RowKey(value: .int(oldRowID)) : functions.key(columns, pointer, isOld: true)
            latestChange.keys.add(key, isOld: true)
        }
        if let newRowID {
            let key =
                columns.isEmpty
                ? RowKey(value: .int(newRowID)) : functions.key(columns, pointer, isOld: false)
            latestChange.keys.add(key, isOld: false)
        }
    }

    private func collectRow(_ operation: Int32, _ oldRowID: Int64, _ newRowID: Int64) {
        guard collectsRows else { return }
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

    /// Records an update. A column that has changed once is not compared again, and no column is compared
    /// after a row was inserted or deleted.
    private func noteUpdate(_ pointer: OpaquePointer) {
        guard !latestChange.rows || collectsRows else { return }
        var columns = undecided.take() ?? undecidedColumns(functions.count(pointer))
        let count = columns.count
        var index = 0
        while index < columns.count {
            let position = Int(columns[index].position)
            switch functions.compare(pointer, columns[index].position) {
            case .changed:
                latestChange.columns.insert(position)
                columns.remove(at: index)
                continue
            case .null where !columns[index].isNull:
                latestChange.nullColumns.insert(position)
                columns[index].isNull = true
            case .null, .same: break
            }
            index += 1
        }
        updatesAreDecided = columns.isEmpty && !collectsRows && latestKey == nil
        undecided = columns
        if columns.count < count { pauseIfDecided() }
    }

    private func undecidedColumns(_ count: Int32) -> [UndecidedColumn] {
        let observed = observed.columns.map { $0[latestName] ?? .some([]) } ?? .all
        return (0..<count).filter { position in
            !latestChange.columns.contains(Int(position))
                && observed.isTouched(by: [Int(position)])
        }.map { UndecidedColumn(position: $0, isNull: false) }
    }

    private func switchTo(_ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>) {
        storeLatest()
        latest = (schema, table)
        latestText = Array(UnsafeBufferPointer(start: table, count: strlen(table) + 1))
        latestName = TableName(
            schema: String(repairing: schema) ?? "", String(repairing: table) ?? "")
        latestChange = changes.tables.removeValue(forKey: latestName) ?? ChangeSet.Table()
        collectsRows = !latestChange.hasTooManyRows && observed.tablesOfRows.contains(latestName)
        latestKey = keys[latestName]
        isDecided = latestChange.rows && !collectsRows && latestKey == nil
        isIgnored = observed.ignores(latestName)
    }

    /// The changes to a table since the transaction began.
    func change(of name: TableName) -> ChangeSet.Table {
        latest != nil && name == latestName
            ? latestChange : changes.tables[name] ?? ChangeSet.Table()
    }

    /// Whether anything has changed since the transaction began.
    var hasChanges: Bool { latest != nil || !changes.isEmpty }

    private func storeLatest() {
        if latest != nil, !isIgnored { changes.tables[latestName] = latestChange }
        forgetLatest()
    }

    private func forgetLatest() {
        latest = nil
        latestKey = nil
        isIgnored = false
        isDecided = false
        updatesAreDecided = false
        undecided = nil
        latestChange = ChangeSet.Table()
    }
}
