import DataLiteC

// The settings that a pool restores after one of its connections was used.

/// The settings of a connection that can be restored without reopening it.
struct ConnectionSettings {
    let limits: [Int32]
    let lockWait: LockWait.Policy?
}

extension Connection {
    /// The number of limits of a connection. C: `SQLITE_LIMIT_*`.
    private static let limitCount: Int32 = 12

    /// Saves the current settings for ``restoreSettings()``. C: `sqlite3_limit`.
    package func keepSettings() {
        handle.settings = ConnectionSettings(
            limits: (0..<Self.limitCount).map { limit($0, -1) }, lockWait: handle.lockWait?.policy)
    }

    private func limit(_ id: Int32, _ value: Int32) -> Int32 {
        handle.pointer.map { sqlite3_limit($0, id, value) } ?? -1
    }

    /// Whether anything was changed in the connection since its settings were saved or restored.
    @inline(__always)
    package var isChanged: Bool { !handle.changes.isEmpty }

    /// Restores the settings that were changed.
    ///
    /// - Parameter keepsTriggers: Whether temporary triggers stay.
    /// - Returns: `false` if something else was changed, so that the connection must be replaced.
    package func restoreSettings(keepsTriggers: Bool = false) -> Bool {
        let changes = handle.changes
        handle.changes = []
        guard changes.isDisjoint(with: [.settings, .functions]), let settings = handle.settings
        else {
            return false
        }
        if changes.contains(.temporarySchema), hasTemporarySchema(besidesTriggers: keepsTriggers) {
            return false
        }
        if changes.contains(.lockWait), let policy = settings.lockWait {
            handle.lockWait?.setPolicy(policy)
        }
        // Anything may have been changed: pragmas, hooks, functions. A snapshot's connection cannot be replaced.
        if changes.contains(.unsafeHandle), !handle.refusesChanges { return false }
        if !changes.isDisjoint(with: [.limits, .unsafeHandle]) {
            for (id, value) in zip(0..<Self.limitCount, settings.limits) { _ = limit(id, value) }
        }
        if changes.contains(.delegates) { delegates.removeDelegatesOfCall() }
        return true
    }

    /// Whether a temporary table, view, index or, unless they are excepted, trigger exists. A rollback removes those that
    /// its transaction created.
    private func hasTemporarySchema(besidesTriggers: Bool) -> Bool {
        do {
            let excepted = besidesTriggers ? "trigger" : ""
            return try row("SELECT 1 FROM sqlite_temp_schema WHERE type <> \(excepted) LIMIT 1")
                != nil
        } catch {
            return true
        }
    }

    /// Makes statements that change the connection fail, as well as adding and removing functions and
    /// collations.
    package func refuseChanges() { handle.refusesChanges = true }
}

extension ConnectionHandle {
    /// Records that a function or a collation is added or removed.
    func noteFunctionChange() throws(SQLiteError) {
        guard notesChanges else { return }
        guard !refusesChanges else {
            throw SQLiteError.misuse(
                "the functions and collations of a snapshot cannot be changed: add them in onOpen")
        }
        changes.insert(.functions)
    }
}
