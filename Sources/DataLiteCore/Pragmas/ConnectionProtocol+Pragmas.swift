import DataLiteC

extension ConnectionProtocol {
    public func get<T: SQLiteRepresentable>(pragma: Pragma) throws(SQLiteError) -> T? {
        let row = try row(SQL(raw: "PRAGMA \(pragma.checked())"))
        // SQLite reports only the timeout of its own busy handler.
        if pragma.isBusyTimeout, let wait = lockWait, row?.lenientValue(at: 0) == 0 {
            return T(SQLiteValue.int(Int64(wait.limit.wholeMilliseconds)))
        }
        return row?.lenientValue(at: 0)
    }

    public func set(pragma: Pragma, value: (any SQLiteBindable)?) throws(SQLiteError) {
        let name = try pragma.checked()
        let value = value?.sqliteValue ?? .null
        // SQLite's own busy handler would replace the one that can be interrupted.
        if pragma.isBusyTimeout, lockWait != nil, case .int(let milliseconds) = value {
            return try setBusyTimeout(.milliseconds(milliseconds))
        }
        try execute(SQL(raw: "PRAGMA \(name) = \(pragma.literal(of: value))"))
    }

    private var lockWait: LockWait? { sqliteConnection?.takeUnretainedValue().handle.lockWait }

    /// Sets a pragma and reads it back.
    ///
    /// - Throws: `SQLITE_ERROR` if the pragma does not have the value afterwards.
    package func setChecked<T: SQLiteRepresentable & Equatable>(
        pragma: Pragma, value: T
    ) throws(SQLiteError) {
        try set(pragma: pragma, value: value)
        let result: T? = try get(pragma: pragma)
        guard result != value else { return }
        throw SQLiteError(
            .error,
            message: "PRAGMA \(pragma) is \(result?.sqliteLiteral ?? "unknown"), "
                + "not \(value.sqliteLiteral)")
    }

    private func required<T: SQLiteRepresentable>(_ pragma: Pragma) throws(SQLiteError) -> T {
        guard let value: T = try get(pragma: pragma) else {
            throw SQLiteError(
                .error, message: "PRAGMA \(pragma) does not return a value of type \(T.self)")
        }
        return value
    }

    // MARK: - By name

    /// The time a statement waits for a lock held by another connection; zero if it does not wait, and while a busy
    /// handler decides.
    public var busyTimeout: Duration {
        get throws(SQLiteError) {
            .milliseconds(try required(.busyTimeout) as Int64)
        }
    }

    /// Sets the time a statement waits for a lock held by another connection. With zero or less, it does not wait. The
    /// time is rounded up to a millisecond. Interrupting the connection ends the wait. Replaces a handler that was set
    /// with ``setBusyHandler(_:)``.
    public func setBusyTimeout(_ timeout: Duration) throws(SQLiteError) {
        let handle = sqliteConnection?.takeUnretainedValue().handle
        guard let handle, handle.lockWait != nil else {
            return try set(pragma: .busyTimeout, value: timeout.wholeMilliseconds)
        }
        if handle.notesChanges { handle.changes.insert(.lockWait) }
        try handle.waitForLocks(.limit(.milliseconds(timeout.wholeMilliseconds)))
    }

    /// A number that identifies the application that the file belongs to.
    public var applicationID: Int32 {
        get throws(SQLiteError) { try required(.applicationID) }
    }

    /// Sets the number that identifies the application that the file belongs to.
    public func setApplicationID(_ id: Int32) throws(SQLiteError) {
        try setChecked(pragma: .applicationID, value: id)
    }

    /// Whether foreign keys are enforced.
    public var foreignKeys: Bool {
        get throws(SQLiteError) { try required(.foreignKeys) }
    }

    /// Sets whether foreign keys are enforced.
    ///
    /// - Throws: `SQLITE_ERROR` inside a transaction, because SQLite does not change the setting there.
    public func setForeignKeys(_ isOn: Bool) throws(SQLiteError) {
        try setChecked(pragma: .foreignKeys, value: isOn)
    }

    /// The journal mode of the main database.
    public var journalMode: JournalMode {
        get throws(SQLiteError) { try required(.journalMode) }
    }

    /// Sets the journal mode of the main database and the attached ones. It waits for locks of other connections up to the
    /// busy timeout, also where SQLite does not wait.
    ///
    /// - Throws: `SQLITE_ERROR` if the mode of the main database did not change: an in-memory database supports only
    ///   `memory` and `off`, and a transaction cannot switch to or from WAL. `SQLITE_BUSY` while
    ///   other connections use the database.
    public func setJournalMode(_ mode: JournalMode) throws(SQLiteError) {
        try setJournalMode(mode, ofMainOnly: false)
    }

    /// Sets the journal mode. SQLite sets that of all databases if the pragma has no schema.
    package func setJournalMode(
        _ mode: JournalMode, ofMainOnly isMainOnly: Bool
    ) throws(SQLiteError) {
        let sql = SQL(raw: "PRAGMA \(isMainOnly ? "main." : "")journal_mode = \(mode)")
        func set() throws(SQLiteError) -> String? { try value(sql) }
        let handle = sqliteConnection?.takeUnretainedValue().handle
        let result = if let handle { try handle.repeatingWhileBusy(set) } else { try set() }
        guard result.flatMap(JournalMode.init) != mode else { return }
        throw SQLiteError(
            .error, message: "the journal mode is \(result?.uppercased() ?? "unknown"), not \(mode)"
        )
    }

    /// The synchronous setting: when SQLite waits for data to reach the disk.
    public var synchronous: Synchronous {
        get throws(SQLiteError) { try required(.synchronous) }
    }

    /// Sets when SQLite waits for data to reach the disk.
    ///
    /// - Throws: `SQLITE_ERROR` inside a transaction, because SQLite does not change the setting there.
    public func setSynchronous(_ level: Synchronous) throws(SQLiteError) {
        try setChecked(pragma: .synchronous, value: level)
    }

    /// A number for the application's own use, often the version of its schema.
    public var userVersion: Int32 {
        get throws(SQLiteError) { try required(.userVersion) }
    }

    /// Sets the number for the application's own use.
    public func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try setChecked(pragma: .userVersion, value: version)
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, from 0 to `Int32.max`.
    var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int32.max }
        guard self > .zero else { return 0 }
        let perMillisecond: Int64 = 1_000_000_000_000_000
        return Int32(seconds * 1000 + (attoseconds + perMillisecond - 1) / perMillisecond)
    }
}

// MARK: - ForeignKeyEnforcement

/// Turns the enforcement of foreign keys on a connection off and on again.
///
/// SQLite ignores the setting inside a transaction
/// (<https://www.sqlite.org/pragma.html#pragma_foreign_keys>). If the connection does not enforce foreign keys, this
/// never changes the setting.
package struct ForeignKeyEnforcement {
    private let connection: any ConnectionProtocol

    /// Whether foreign keys were enforced at the start.
    package let initiallyEnabled: Bool

    private var areOn: Bool

    package init(_ connection: any ConnectionProtocol) throws(SQLiteError) {
        self.connection = connection
        // SQLite without foreign keys returns no row.
        let isOn: Bool? = try connection.get(pragma: .foreignKeys)
        initiallyEnabled = isOn ?? false
        areOn = initiallyEnabled
    }

    package mutating func set(_ isOn: Bool) throws(SQLiteError) {
        guard initiallyEnabled, isOn != areOn else { return }
        if let connection = connection as? Connection {
            // A pool would replace a connection on which a pragma was run.
            try connection.switchForeignKeys(on: isOn)
        } else {
            try connection.setForeignKeys(isOn)
        }
        areOn = isOn
    }

    /// Restores the initial setting.
    package mutating func restore() throws(SQLiteError) {
        try set(initiallyEnabled)
    }

    /// Restores the initial setting after an error, even if the connection was stopped by task cancellation and no
    /// longer runs SQL.
    ///
    /// - Parameter change: What has failed, for the message: `migration`.
    /// - Throws: An `SQLiteError` if the setting cannot be restored. In that case, the connection must no longer be
    ///   used.
    package mutating func restore(after error: any Error, of change: String) throws(SQLiteError) {
        guard areOn != initiallyEnabled else { return }
        if !connection.isAutocommit { try? connection.rollbackTransaction() }
        do {
            try restore()
        } catch let failure {
            throw SQLiteError(
                failure.resultCode,
                message: "foreign keys are off and cannot be turned on again after a failed "
                    + "\(change); close the connection: \(failure.message)",
                underlyingError: error)
        }
    }
}

extension Connection {
    /// Sets whether foreign keys are enforced, even if the connection was stopped and refuses to run SQL. C:
    /// `SQLITE_DBCONFIG_ENABLE_FKEY`.
    package func switchForeignKeys(on isOn: Bool) throws(SQLiteError) {
        try handle.turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: isOn, "foreign keys")
    }
}
