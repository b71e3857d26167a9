import DataLiteC

// The hook of commits to the WAL. SQLite uses the same hook for its automatic checkpoints, so the library runs them
// while it uses the hook.

extension ConnectionHandle {
    /// Installs the hook, or restores SQLite's automatic checkpoints.
    ///
    /// - Parameter reports: Whether there are closures to call.
    func setWALHook(_ isNeeded: Bool, reports: Bool = false, on pointer: OpaquePointer) {
        reportsWALCommits = reports
        guard isNeeded != hasWALHook else { return }
        hasWALHook = isNeeded
        if isNeeded {
            installWALHook(on: pointer)
        } else {
            sqlite3_wal_autocheckpoint(pointer, automaticCheckpoint)
        }
    }

    func installWALHook(on pointer: OpaquePointer) {
        // SAFETY: the handle removes the hook before it is released.
        sqlite3_wal_hook(
            pointer,
            { context, pointer, schema, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<ConnectionHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.didCommitToWAL(pointer, schema, pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func didCommitToWAL(
        _ pointer: OpaquePointer?, _ schema: UnsafePointer<CChar>?, _ pages: Int32
    ) {
        guard let pointer, let schema else { return }
        var limit = automaticCheckpoint
        if tracksWALPages {
            if strcmp(schema, "main") == 0 {
                walPages = Int(pages)
            } else {
                // The pool runs the checkpoints of the main database only. This is SQLite's own limit.
                limit = 1000
            }
        }
        if reportsWALCommits { connection?.delegates.didCommitToWAL(schema, pages) }
        guard limit > 0, pages >= limit else { return }
        sqlite3_wal_checkpoint_v2(pointer, schema, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Reads the number of pages for automatic checkpoints, which SQLite reports only while it uses the hook itself.
    private func readAutomaticCheckpoint(on pointer: OpaquePointer) {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(pointer, "PRAGMA wal_autocheckpoint", -1, &statement, nil)
        if statement != nil, sqlite3_step(statement) == SQLITE_ROW {
            let value = sqlite3_value_int64(sqlite3_column_value(statement, 0))
            automaticCheckpoint = Int32(clamping: value)
        }
        sqlite3_finalize(statement)
    }

    /// Call this before the first hook is added.
    func readAutomaticCheckpoint() throws(SQLiteError) {
        let pointer = try open()
        guard !hasWALHook else { return }
        guard executionBlocks.isDisjoint(with: .insideCallback) else {
            throw refusal(of: "PRAGMA wal_autocheckpoint")
        }
        readAutomaticCheckpoint(on: pointer)
    }

    /// Reads the number that a statement has set, and installs the hook again.
    func restoreWALHook() {
        guard !tracksWALPages, hasWALHook, let pointer else { return }
        readAutomaticCheckpoint(on: pointer)
        installWALHook(on: pointer)
    }
}

extension DelegateList {
    func readAutomaticCheckpoint() throws(SQLiteError) { try handle.readAutomaticCheckpoint() }

    func didCommitToWAL(_ schema: UnsafePointer<CChar>, _ pages: Int32) {
        guard !hooks.walCommits.isEmpty, let connection else { return }
        let commit = WALCommit(
            schema: String(repairing: schema) ?? "", pages: Int(pages), connection)
        callHooks(hooks.walCommits) { $0(commit) }
    }
}
