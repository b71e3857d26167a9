extension MockConnection {
    public func add(delegate: any ConnectionDelegate) throws(SQLiteError) {
        try delegates.add(delegate)
    }

    public func remove(delegate: any ConnectionDelegate) { delegates.remove(delegate) }

    public func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        try delegates.add(tracer: traceDelegate)
    }

    public func _afterTransaction(_ closures: _TransactionClosures) throws(SQLiteError) {
        guard !isReadonly else { throw SQLiteError.readOnlyTransactionClosures }
        guard !isClosed else { throw SQLiteError.connectionClosed }
        try delegates.add(closures, isInTransaction: !isAutocommit)
    }

    public func remove(traceDelegate: any ConnectionTraceDelegate) {
        delegates.remove(tracer: traceDelegate)
    }

    /// Notifies the delegates of a change, as if a statement had made it.
    public func simulate(update action: SQLiteAction) { delegates.didUpdate(action) }

    /// Calls the delegates before and after a commit, as if a transaction were committed. If a delegate throws an
    /// error, the delegates are notified of a rollback instead.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_CONSTRAINT_COMMITHOOK` and the delegate's error as its
    ///   `underlyingError`.
    public func simulateCommit() throws(SQLiteError) {
        try askBeforeCommit(nil)
        delegates.didCommit()
        delegates.reportCommits()
    }

    /// Notifies the delegates of a rollback, and ends an open transaction.
    public func simulateRollback() {
        abortTransaction()
        delegates.reportCommits()
    }

    /// Notifies the trace delegates of a statement.
    public func simulate(trace: SQLTrace) { delegates.trace(trace) }
}
