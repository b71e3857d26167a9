import DataLiteC
import DataLiteSyntax

/// Records the rows that transactions change, while a connection has a ``TransactionObserver``.
///
/// C: `sqlite3_preupdate_hook`.
final class TransactionRecorder {
    /// The limits of what is recorded of one transaction.
    static let rowLimit = 100_000
    static let byteLimit = 64 << 20

    private enum Event {
        case commit
        case rollback
    }

    private let functions: PreupdateFunctions
    private let handle: ConnectionHandle
    private(set) var observers = ObserverList()

    private var known = RecordedSchema()

    /// The table of the latest change, and its names in C.
    private var latest: (text: [CChar], schema: [CChar], table: RecordedTable)?

    private var rowCount = 0
    private var byteCount = 0
    /// Whether a change of the open transaction is not known.
    private var isIncomplete = false
    /// Whether a savepoint of the open transaction was rolled back, which may have undone a change of the schema.
    private var hasUndoneSavepoint = false
    /// Whether a database was attached or detached since the schema was read.
    private var hasOtherDatabases = false
    /// Whether an observer was added after the first change of the open transaction.
    private var hasLateObserver = false
    private var events: [Event] = []

    /// - Returns: `nil` if the running SQLite was built without the hook.
    init?(_ handle: ConnectionHandle) {
        guard let functions = PreupdateFunctions.shared else { return nil }
        self.functions = functions
        self.handle = handle
    }

    // MARK: Observers

    func add(_ registration: ObserverRegistration) {
        if rowCount > 0 {
            registration.firstChange = rowCount
            hasLateObserver = true
            known.recordAgain()
        }
        let released = observers.append(registration)
        withExtendedLifetime(released) {}
    }

    func remove(_ observer: any TransactionObserver) {
        let released = observers.remove(observer)
        withExtendedLifetime(released) {}
    }

    // MARK: The schema

    /// Reads the keys of all tables.
    func readSchema(on connection: Connection) {
        forgetTables()
        hasOtherDatabases = false
        replaceKnown(by: RecordedSchema(reading: connection))
    }

    /// Releases the statements that read rows, so that the connection can be closed.
    func forgetTables() {
        latest = nil
        if known.hasRows { isIncomplete = true }
        replaceKnown(by: RecordedSchema())
    }

    /// Releases the former schema last: its statements can release objects whose deinitializers run SQL, which reads the
    /// property.
    private func replaceKnown(by schema: RecordedSchema) {
        let former = known
        known = schema
        withExtendedLifetime(former) {}
    }

    // MARK: Statements

    /// Notes a statement that has succeeded.
    func didRun(_ statement: Statement) {
        guard sqlite3_column_count(statement.pointer) == 0 else { return }
        // False for those that control savepoints or databases, and for few others.
        guard sqlite3_stmt_readonly(statement.pointer) != 0 else {
            if SQLScanner.isVacuum(sqlite3_sql(statement.pointer)) { didVacuum() }
            return
        }
        var sql = statement.sql
        didRun(SQLScanner.savepointKind(sql))
        guard sql.withUTF8({ SQLScanner.connectionChange(in: $0) }) == .attachment else { return }
        hasOtherDatabases = true
        handle.hasUnreportedCommits = true
        forgetDetachedDatabases()
    }

    /// `VACUUM` may change rowids, and calls no hook.
    private func didVacuum() {
        isIncomplete = true
        events.append(.commit)
        handle.hasUnreportedCommits = true
    }

    /// Notes a statement that has succeeded.
    func didRun(_ kind: SQLScanner.Kind) {
        // Without recorded rows, nothing was undone.
        if case .rollbackTo = kind, rowCount > 0 { hasUndoneSavepoint = true }
    }

    // MARK: Changes

    func didChange(
        _ pointer: OpaquePointer, _ operation: Int32, _ schema: UnsafePointer<CChar>,
        _ table: UnsafePointer<CChar>, oldRowID: Int64, newRowID: Int64
    ) {
        guard !isIncomplete, strcmp(schema, "temp") != 0 else { return }
        guard let table = recordedTable(schema, table) else { return forgetRows() }
        let isBlobWrite = operation == SQLITE_DELETE && functions.blobColumn(pointer) != nil
        if operation != SQLITE_INSERT { record(table, pointer, oldRowID, isOld: true) }
        if operation != SQLITE_DELETE, !isBlobWrite {
            record(table, pointer, newRowID, isOld: false)
        }
    }

    private func record(
        _ table: RecordedTable, _ pointer: OpaquePointer, _ rowID: Int64, isOld: Bool
    ) {
        let size = table.record(
            rowID, pointer, functions, isOld: isOld, order: rowCount, values: observers.wantsValues)
        guard let size else { return forgetRows() }
        guard size > 0 else { return }
        rowCount += 1
        byteCount += size
        if rowCount > Self.rowLimit || byteCount > Self.byteLimit { forgetRows() }
    }

    private func recordedTable(
        _ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>
    ) -> RecordedTable? {
        if let latest, strcmp(table, latest.text) == 0, strcmp(schema, latest.schema) == 0 {
            return latest.table
        }
        let name = TableName(schema: String(cString: schema), String(cString: table))
        guard let found = known.tables[name] else { return nil }
        latest = (
            Array(UnsafeBufferPointer(start: table, count: strlen(table) + 1)),
            Array(UnsafeBufferPointer(start: schema, count: strlen(schema) + 1)), found
        )
        return found
    }

    private func forgetRows() {
        isIncomplete = true
        discard()
    }

    private func discard() {
        known.forgetRows()
        (rowCount, byteCount) = (0, 0)
    }

    // MARK: Transactions

    func willCommit(_ connection: Connection) throws {
        for registration in observers.current {
            try registration.observer?.transactionWillCommit(on: connection)
        }
    }

    func transactionDidCommit() { events.append(.commit) }

    /// Called when another transaction may have begun since a commit.
    func transactionMayHaveCommitted() { isIncomplete = true }

    func transactionDidRollBack() {
        discard()
        (isIncomplete, hasUndoneSavepoint) = (false, false)
        events.append(.rollback)
    }

    /// Another database may be attached with the name of a detached one, in the same transaction.
    private func forgetDetachedDatabases() {
        guard let connection = handle.connection, !connection.isAutocommit else { return }
        latest = nil
        var schema = known
        connection.ignoringStop { schema.forgetDetachedDatabases(of: connection) }
        replaceKnown(by: schema)
    }

    /// Calls the observers for the transactions that have ended.
    ///
    /// - Returns: Whether there were any.
    func callObservers(_ connection: Connection) -> Bool {
        guard !events.isEmpty else {
            readOtherDatabases(connection)
            return false
        }
        let ended = events
        events = []
        // Changes of several commits in one call of SQLite cannot be distinguished.
        // Observers may begin the next transaction.
        let firsts = takeFirstChanges()
        var changes =
            ended.contains(.commit) ? takeChanges(connection, from: Set(firsts.values)) : [:]
        for event in ended {
            // An observer that another one adds again keeps its place.
            let called = observers.current.map { former in
                let registration = observers.replacement(of: former)
                let told = changes[firsts[registration.id] ?? 0] ?? CommittedChanges()
                call(registration, event, told, connection)
                return registration
            }
            if event == .commit { changes = [:] }
            let released = removeFinished(called)
            withExtendedLifetime(released) {}
        }
        readOtherDatabases(connection)
        return true
    }

    /// Reads databases before their schema can change. In a transaction, reading would keep one from being detached, so a
    /// change of one that was attached in it is not known.
    private func readOtherDatabases(_ connection: Connection) {
        guard hasOtherDatabases, connection.isAutocommit else { return }
        hasOtherDatabases = false
        latest = nil
        var schema = known
        connection.ignoringStop { schema.readDatabases(of: connection) }
        replaceKnown(by: schema)
    }

    private func call(
        _ registration: ObserverRegistration, _ event: Event, _ changes: CommittedChanges,
        _ connection: Connection
    ) {
        guard !registration.isRemoved, let observer = registration.observer else { return }
        switch event {
        case .commit:
            observer.transactionDidCommit(registration.selected(changes), on: connection)
        case .rollback: observer.transactionDidRollback(on: connection)
        }
    }

    private func removeFinished(_ called: [ObserverRegistration]) -> [AnyObject] {
        var released: [AnyObject] = []
        for entry in called where entry.extent == .nextTransaction || entry.observer == nil {
            released += observers.remove(entry)
        }
        return released
    }

    /// The positions of the first changes that late observers are told of.
    private func takeFirstChanges() -> [ObjectIdentifier: Int] {
        guard hasLateObserver else { return [:] }
        hasLateObserver = false
        var firsts: [ObjectIdentifier: Int] = [:]
        for registration in observers.current where registration.firstChange > 0 {
            firsts[registration.id] = registration.firstChange
            registration.firstChange = 0
        }
        return firsts
    }

    /// The changes, by the position of the first one that an observer is told of.
    private func takeChanges(
        _ connection: Connection, from late: Set<Int>
    ) -> [Int: CommittedChanges] {
        let firsts = late.union([0])
        // A call that was cancelled after the commit can still report it.
        return connection.ignoringStop {
            defer { hasUndoneSavepoint = false }
            guard !isIncomplete,
                known.isCurrent(on: connection, checksDatabases: handle.wasUsedUnsafely),
                let changes = compare(connection, from: firsts)
            else {
                let unknown = unknownChanges(connection)
                return Dictionary(uniqueKeysWithValues: firsts.map { ($0, unknown) })
            }
            discard()
            return changes
        }
    }

    private func unknownChanges(_ connection: Connection) -> CommittedChanges {
        discard()
        // A table may be new, or another database attached.
        latest = nil
        hasOtherDatabases = false
        replaceKnown(by: RecordedSchema(reading: connection, keeping: known))
        isIncomplete = false
        return CommittedChanges(isComplete: false)
    }

    /// - Returns: `nil` if the changes are not known.
    private func compare(
        _ connection: Connection, from firsts: Set<Int>
    ) -> [Int: CommittedChanges]? {
        var rows: [Int: [(order: Int, change: CommittedChange)]] = [:]
        for table in known.tables.values where !table.isEmpty {
            for first in firsts {
                let changes = table.changes(
                    from: first, on: connection, values: observers.wantsValues)
                guard let changes else { return nil }
                rows[first, default: []] += changes
            }
            // The versions do not show a change that was undone, but the statement was compiled again. Changes of
            // settings and of temporary tables do that, too, but need no rollback. Statements of the C interface are
            // not noted.
            let wasUndone =
                table.key.schemaHasChanged() && (hasUndoneSavepoint || handle.wasUsedUnsafely)
            if wasUndone { return nil }
        }
        return rows.mapValues { rows in
            CommittedChanges(rows: rows.sorted { $0.order < $1.order }.map(\.change))
        }
    }
}
