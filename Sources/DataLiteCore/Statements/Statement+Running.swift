import DataLiteC

extension Statement {
    /// Runs the statement to its next row, or to its end. C: `sqlite3_step`.
    ///
    /// - Returns: `true` if there is a row, `false` at the end. A further call runs the statement
    ///   again from the start.
    /// - Throws: An `SQLiteError` if SQLite reports an error; its `underlyingError` is the error that a Swift function
    ///   or a commit veto threw. `SQLITE_MISUSE` during the statement's own step or reset, while one of its columns is
    ///   being read, and from a delegate; `SQLITE_ABORT_ROLLBACK` inside the closure of a transaction that was rolled
    ///   back, and if a rollback ended the run; `SQLITE_SCHEMA` if columns were looked up before the first step and
    ///   have changed since. In that case, a statement that writes has already run; the message states this.
    @discardableResult
    public func step() throws(SQLiteError) -> Bool {
        try handle.useCheck.begin(sql)
        defer { handle.useCheck.end() }
        guard busyReason == .none,
            handle.canRunStatements || handle.canRunAfterDeferredWork(before: self)
        else {
            throw refusal()
        }
        if changesStorage { try handle.requireNoWriter(for: sql) }
        busyReason = .stepping
        rowValues.count = 0
        needsReset = true
        isAtEnd = false
        // A step after a failed one starts a new run.
        hasFailed = false
        let code = sqlite3_step(pointer)
        busyReason = .none
        if code == SQLITE_ROW, !handle.hasHiddenFailure, columnsBeforeRun == nil { return true }
        return try stepDidEnd(code)
    }

    @inline(never)
    private func stepDidEnd(_ code: Int32) throws(SQLiteError) -> Bool {
        if handle.hasHiddenFailure { try requireNoHiddenFailure(code) }
        if columnsBeforeRun != nil { try requireSameColumns(code) }
        guard code == SQLITE_DONE else { return try stepDidStop(code) }
        try endRun(code)
        return false
    }

    private func stepDidStop(_ code: Int32) throws(SQLiteError) -> Bool {
        if code == SQLITE_ROW { return true }
        let code = stepAgain(ifBlocked: code)
        if code == SQLITE_ROW { return true }
        try endRun(code)
        return false
    }

    /// Makes the statement ready to run again. Its bindings are kept. C: `sqlite3_reset`.
    ///
    /// - Throws: An error caused by ending the run, for example if an `INSERT ... RETURNING` that
    ///   was not read to its end cannot commit; an error that ``step()`` has already thrown is not
    ///   thrown again. `SQLITE_MISUSE` during the statement's own step or reset, and while one of
    ///   its columns is being read.
    public func reset() throws(SQLiteError) {
        try handle.useCheck.begin(sql)
        defer { handle.useCheck.end() }
        guard busyReason != .stepping, busyReason != .reading,
            !handle.executionBlocks.contains(.insideCollation)
        else {
            throw refusal()
        }
        busyReason = .stepping
        forgetRow()
        let code = sqlite3_reset(pointer)
        busyReason = .none
        if handle.hasHiddenFailure { handle.discardWindowFailure() }
        needsReset = false
        let failure = hasFailed || code == SQLITE_OK ? nil : failure(code)
        hasFailed = false
        handle.runDidEnd(.ended, of: self)
        if let failure { throw failure }
    }

    /// Runs a statement that has no rows, and makes it ready to run again. This combines ``step()`` and ``reset()``.
    func runOnce() throws(SQLiteError) {
        try handle.useCheck.begin(sql)
        defer { handle.useCheck.end() }
        guard busyReason == .none,
            handle.canRunStatements || handle.canRunAfterDeferredWork(before: self)
        else {
            throw refusal()
        }
        busyReason = .stepping
        var code = sqlite3_step(pointer)
        if code != SQLITE_DONE { code = stepAgain(ifBlocked: code) }
        // The reset of a statement that has succeeded cannot fail.
        if code == SQLITE_DONE { sqlite3_reset(pointer) }
        busyReason = .none
        do {
            try endRun(code)
        } catch {
            needsReset = true
            try? reset()
            throw error
        }
    }

    /// Calls code that must find the statement in use. Otherwise it could begin another run before this one has ended
    /// for the caller.
    func whileStepping(_ body: () -> Void) {
        let previous = busyReason
        busyReason = .stepping
        body()
        busyReason = previous
    }

    /// Runs the statement and ignores errors. A delegate that it calls cannot end the run.
    func stepAndReset() {
        busyReason = .stepping
        forgetRow()
        sqlite3_step(pointer)
        sqlite3_reset(pointer)
        busyReason = .none
    }

    /// Ends a run, unless a step of it is in progress. The next step fails.
    func abort() {
        guard busyReason == .none, isBusy else { return }
        busyReason = .stepping
        forgetRow()
        sqlite3_reset(pointer)
        if handle.hasHiddenFailure { handle.discardWindowFailure() }
        handle.logRun(of: self)
        busyReason = .aborted
        hasFailed = true
    }

    private func endRun(_ code: Int32) throws(SQLiteError) {
        forgetRow()
        isAtEnd = code == SQLITE_DONE
        guard code != SQLITE_DONE else { return handle.runDidEnd(of: self) }
        hasFailed = true
        let failure = failure(code)
        if sqlite3_stmt_busy(pointer) != 0 { resetUnstarted() }
        handle.runDidEnd(.rolledBack, of: self)
        throw failure
    }

    /// Resets a statement that lacked a lock at its beginning. It stays in progress otherwise, and then the connection
    /// cannot commit.
    private func resetUnstarted() {
        busyReason = .stepping
        sqlite3_reset(pointer)
        busyReason = .none
        needsReset = false
        hasFailed = false
    }

    /// Runs a statement again that a connection with the same shared cache has blocked, when that has ended its
    /// transaction. SQLite blocks a statement at its beginning, before it has done anything
    /// (<https://www.sqlite.org/unlock_notify.html>).
    @inline(never)
    private func stepAgain(ifBlocked code: Int32) -> Int32 {
        guard code == ResultCode.lockedSharedCache.rawValue else { return code }
        let previous = busyReason
        busyReason = .stepping
        defer { busyReason = previous }
        return handle.repeatWhenUnlocked {
            sqlite3_reset(pointer)
            return sqlite3_step(pointer)
        }
    }

    /// Reports the error of a collation, or of a window function at the end of a partition if SQLite discards it.
    @inline(never)
    private func requireNoHiddenFailure(_ code: Int32) throws(SQLiteError) {
        if let failure = handle.collationFailure { try end(with: failure, code) }
        guard let failure = handle.takeHiddenFailure(code, sql: sql) else { return }
        columnsBeforeRun = nil
        try? reset()
        throw failure
    }

    /// Ends a run in which a collation has failed. The rows that it has written may be in a wrong order, so they are
    /// undone: the commit hook refuses their commit, and in a transaction, the transaction is rolled back, as SQLite
    /// does when it interrupts a statement.
    private func end(with failure: CollationFailure, _ code: Int32) throws(SQLiteError) {
        // SQLite has undone the rows, and the error is reported instead of its own.
        guard !ResultCode(code).isError else { return }
        columnsBeforeRun = nil
        let writes = !isReadonly
        try? reset()
        if writes, !handle.isAutocommit { handle.rollBackWhenPossible(["ROLLBACK"]) }
        throw handle.takeCollationFailure(sql) ?? failure.error(of: sql)
    }

    /// SQLite does not prevent a function that a statement calls from stepping or resetting that
    /// statement, so the library does.
    private func refusal() -> SQLiteError {
        switch busyReason {
        case _ where handle.executionBlocks.contains(.retired), .none:
            handle.refusal(of: sql)
        case .stepping:
            SQLiteError.misuse("the statement is being stepped or reset", sql: sql)
        case .reading:
            SQLiteError.misuse("a column of the statement is being read", sql: sql)
        case .aborted:
            SQLiteError(.abortRollback, message: "query aborted by a rollback", sql: sql)
        }
    }

    /// The next row can have other columns, in another place.
    @inline(__always)
    private func forgetRow() {
        columnsAreCurrent = false
        rowValues.count = 0
        rowValues.stride = 0
    }

    func failure(_ code: Int32) -> SQLiteError {
        handle.error(code, sql: sql)
    }

    /// The error for a parameter that cannot be bound at the moment.
    var bindingRefusal: SQLiteError {
        .bindingBeforeReset(isAtEnd: isAtEnd, in: sql)
    }
}
