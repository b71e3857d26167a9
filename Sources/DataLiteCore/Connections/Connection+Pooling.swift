import DataLiteC

// The checks and operations that a connection pool needs after a connection was used.

extension Connection {
    /// Whether the connection may be used. A pool sets this to `false` when the closure that used the
    /// connection returns; then every statement fails with `SQLITE_MISUSE`.
    package var isActive: Bool {
        get { !handle.executionBlocks.contains(.retired) }
        set {
            if newValue {
                handle.executionBlocks.remove(.retired)
            } else {
                handle.executionBlocks.insert(.retired)
            }
        }
    }

    /// Makes the connection belong to a pool, which closes it.
    package func joinPool() {
        isPooled = true
        delegates.hooks.detach(joiningPool: true)
        delegates.keepDelegates()
        pooledWeakReferences = weakReferenceCount(of: self)
    }

    /// Whether the weak or unowned references to the connection have changed since it joined its pool. Code
    /// that keeps such a reference could use the connection later, while it serves another call.
    package var hasNewWeakReference: Bool { weakReferenceCount(of: self) != pooledWeakReferences }

    /// Calls a closure whose statements do not wait for locks of other connections.
    package func withoutLockWaits<R>(
        _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        let wasSuspended = handle.lockWait?.isSuspended ?? false
        handle.lockWait?.isSuspended = true
        defer { handle.lockWait?.isSuspended = wasSuspended }
        return try body()
    }

    /// Ends the runs of all statements and the transaction, if one is open.
    ///
    /// - Returns: Whether no transaction is open afterwards, so that the connection can be used again.
    package func endStatementsAndTransaction() -> Bool {
        if !handle.executionBlocks.isDisjoint(with: .workDeferred) { handle.performDeferredWork() }
        if !isAutocommit {
            closeKeptBlob()
            handle.abortStatements()
            try? rollbackTransaction()
        }
        return isAutocommit && !isRollbackDeferred && !handle.hasLastingInterrupt
    }

    /// Runs statements even if another thread has stopped the connection.
    package func ignoringStop<R>(_ body: () throws -> R) rethrows -> R {
        let ignoresStop = handle.ignoresStop
        handle.ignoresStop = true
        defer { handle.ignoresStop = ignoresStop }
        return try body()
    }

    /// Whether a statement is running: it has returned a row, and was not reset.
    package var hasRunningStatement: Bool { handle.hasRunningStatement }

    /// Ends the runs of all statements. Their next steps fail.
    package func abortStatements() { handle.abortStatements() }

    /// Closes the connection even if objects refer to it or to its statements: the statements are finalized. Later uses
    /// of these objects throw errors. C: `sqlite3_close`.
    ///
    /// - Throws: `SQLITE_BUSY`, and the connection stays open, while a statement, BLOB or backup that was created
    ///   with the C interface exists.
    package func closeAbandoned() throws(SQLiteError) {
        let (wasPooled, wasActive) = (isPooled, isActive)
        (isPooled, isActive) = (false, true)
        defer { (isPooled, isActive) = (wasPooled, wasActive) }
        handle.finalizeStatements()
        do {
            try close()
        } catch {
            guard error.resultCode.primary == .busy else { throw error }
            throw SQLiteError(.busy, message: "\(foreignObjects) keeps a connection open")
        }
    }

    /// A description of the object that keeps the connection open after the library's statements are
    /// finalized.
    private var foreignObjects: String {
        guard let statement = handle.sqliteStatements.first(where: { _ in true }),
            let sql = String(repairing: sqlite3_sql(statement))
        else { return "a BLOB or a backup of the C interface" }
        let text = SQLExcerpt(sql: sql, offset: nil).lines.first ?? ""
        return "a statement of the C interface (\(text))"
    }

    /// Whether the open transaction has written to any database, including temporary ones.
    var hasWritten: Bool { handle.hasWritten }

    /// Returns the number of pages found in the page cache, and the number read into it, since the last call.
    /// C: `sqlite3_db_status`.
    package func takeCacheCounts() -> (hits: Int, misses: Int) {
        guard let pointer = handle.pointer else { return (0, 0) }
        func take(_ counter: Int32) -> Int {
            var (count, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(pointer, counter, &count, &highest, 1)
            return Int(count)
        }
        return (take(SQLITE_DBSTATUS_CACHE_HIT), take(SQLITE_DBSTATUS_CACHE_MISS))
    }
}
