import DataLiteC

// What a pool restores after code has used one of its connections.

/// The settings of a connection that can be restored without opening the connection again.
struct ConnectionSettings {
    let limits: [Int32]
    let lockWait: Duration?
}

extension Connection {
    /// The number of limits of a connection. C: `SQLITE_LIMIT_*`.
    private static let limitCount: Int32 = 12

    /// Keeps the current settings for ``restoreSettings()``. C: `sqlite3_limit`.
    package func keepSettings() {
        handle.settings = ConnectionSettings(
            limits: (0..<Self.limitCount).map { limit($0, -1) }, lockWait: handle.lockWait?.limit)
    }

    private func limit(_ id: Int32, _ value: Int32) -> Int32 {
        handle.pointer.map { sqlite3_limit($0, id, value) } ?? -1
    }

    /// Whether anything was changed in the connection since the settings were kept or restored.
    @inline(__always)
    package var isChanged: Bool { !handle.changes.isEmpty }

    /// Restores the settings that were changed.
    ///
    /// - Returns: whether nothing else was changed: otherwise only a new connection has the settings.
    package func restoreSettings() -> Bool {
        let changes = handle.changes
        handle.changes = []
        guard changes.isDisjoint(with: [.settings, .functions]), let settings = handle.settings
        else {
            return false
        }
        if changes.contains(.temporarySchema), hasTemporarySchema { return false }
        if changes.contains(.lockWait), let limit = settings.lockWait {
            handle.lockWait?.limit = limit
        }
        if changes.contains(.unsafeHandle) {
            for (id, value) in zip(0..<Self.limitCount, settings.limits) { _ = limit(id, value) }
        }
        return true
    }

    /// Whether there is a temporary table, view, index or trigger: what a transaction has created is gone after
    /// its rollback.
    private var hasTemporarySchema: Bool {
        do {
            return try row("SELECT 1 FROM sqlite_temp_schema LIMIT 1") != nil
        } catch {
            return true
        }
    }

    /// Makes statements that change the connection fail, and adding and removing functions and collations.
    package func refuseChanges() { handle.refusesChanges = true }
}

extension ConnectionHandle {
    /// Notes that a function or a collation is added or removed.
    func noteFunctionChange() throws(SQLiteError) {
        guard notesChanges else { return }
        guard !refusesChanges else {
            throw SQLiteError(
                .misuse,
                message:
                    "the functions and collations of a snapshot cannot be changed: add them in onOpen"
            )
        }
        changes.insert(.functions)
    }
}
