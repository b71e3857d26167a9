public import DataLiteCore

extension MockConnection {
    public func add(delegate: any ConnectionDelegate) throws(SQLiteError) {
        try delegates.add(delegate)
    }

    public func remove(delegate: any ConnectionDelegate) { delegates.remove(delegate) }

    public func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        try delegates.add(tracer: traceDelegate)
    }

    public func remove(traceDelegate: any ConnectionTraceDelegate) {
        delegates.remove(tracer: traceDelegate)
    }

    /// Notifies the delegates of a change, as if a statement had made it.
    public func simulate(update action: SQLiteAction) { delegates.didUpdate(action) }

    /// Asks the delegates before a commit and calls them after it, as if a transaction were being committed. If
    /// one of them throws, they are notified of the rollback.
    ///
    /// - Throws: `SQLITE_CONSTRAINT_COMMITHOOK`, with the delegate's error as its
    ///   `underlyingError`.
    public func simulateCommit() throws(SQLiteError) {
        try askBeforeCommit(nil)
        delegates.didCommit()
        delegates.reportCommits()
    }

    /// Notifies the delegates of a rollback, and ends an open transaction.
    public func simulateRollback() { abortTransaction() }

    /// Notifies the trace delegates of a statement.
    public func simulate(trace: SQLTrace) { delegates.trace(trace) }
}
