import DataLiteSyntax

// The closures that are called after a transaction. While some wait, the hooks are installed, and
// `ConnectionHandle.ExecutionBlock.awaitingEnd` is set: the end of each run is noted, as for a transaction observer.

extension DelegateList {
    func add(_ closures: TransactionClosures) throws(SQLiteError) {
        _ = try handle.open()
        self.closures.append(closures, isInTransaction: !handle.isAutocommit)
        updateHooks()
        handle.executionBlocks.insert(.awaitingEnd)
    }

    /// Call this at the end of each run, before commits are reported.
    ///
    /// - Parameter statement: The statement, if its run has succeeded.
    func noteRun(of statement: Statement?) {
        if let statement { recorder?.didRun(statement) }
        guard !closures.isEmpty else { return }
        if let statement { closures.didRun(SQLScanner.savepointKind(statement.sql)) }
        // A commit in progress is detected by its hook.
        guard !isCommitting else { return }
        if closures.noteState(isAutocommit: handle.isAutocommit) {
            transactionDate = nil
            handle.hasUnreportedCommits = true
        }
    }

    /// Notes a statement that has succeeded outside a run.
    func noteRun(_ kind: SQLScanner.Kind) {
        recorder?.didRun(kind)
        closures.didRun(kind)
    }

    /// Call this when the connection is closed.
    func closuresDidClose(rollsBack: Bool) {
        guard !closures.isEmpty, let connection else { return }
        let dropped = closures.connectionDidClose(rollsBack: rollsBack)
        callClosures(connection)
        handle.executionBlocks.remove(.awaitingEnd)
        withExtendedLifetime(dropped) {}
    }

    /// Calls the closures whose transaction has ended.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func callClosures(_ connection: Connection) -> Bool {
        let ended = closures.takeEnded()
        for closures in ended { closures.call(connection) }
        if closures.isEmpty, recorder == nil, handle.executionBlocks.contains(.awaitingEnd) {
            handle.executionBlocks.remove(.awaitingEnd)
            updateHooks()
        }
        return !ended.isEmpty
    }
}

extension Connection {
    public func afterTransaction(_ closures: TransactionClosures) throws(SQLiteError) {
        guard !isReadonly else { throw SQLiteError.readOnlyTransactionClosures }
        try delegates.add(closures)
    }
}
