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

    /// Tells the delegates of a change, as if another statement had made it.
    public func simulate(update action: SQLiteAction) { delegates.didUpdate(action) }

    /// Asks the delegates before a commit, as if a transaction were being committed. If one of them
    /// throws, they are told of the rollback.
    ///
    /// - Throws: `SQLITE_CONSTRAINT_COMMITHOOK`, with the delegate's error as its `underlyingError`.
    public func simulateCommit() throws(SQLiteError) { try askBeforeCommit(nil) }

    /// Tells the delegates of a rollback, which ends an open transaction.
    public func simulateRollback() { abortTransaction() }

    /// Tells the trace delegates of a statement.
    public func simulate(trace: SQLTrace) { delegates.trace(trace) }
}
