extension MockConnection {
    /// Whether no transaction is open after the statements run so far.
    public var isAutocommit: Bool { real?.isAutocommit ?? !transaction.isOpen }

    /// Whether the connection rejects writes. The test can set it, except on a spy, which returns
    /// the value of the underlying connection.
    ///
    /// A read-only mock fails with `SQLITE_READONLY` for statements that write or change the
    /// schema, except on tables that are explicitly temporary.
    public var isReadonly: Bool {
        get { turn?.isReading == true || (real?.isReadonly ?? refusesWrites) }
        set { refusesWrites = newValue }
    }

    /// The number of rows that the latest write changed, according to its answer.
    public var changes: Int64 {
        guard let real, !counters.isLatest else { return counters.changes }
        return real.changes
    }

    /// The sum of ``changes`` so far.
    public var totalChanges: Int64 { (real?.totalChanges ?? 0) &+ counters.totalChanges }

    /// The latest rowid that an answer reported.
    public var lastInsertRowID: Int64 {
        guard let real, counters.realRowID != real.lastInsertRowID else {
            return counters.lastInsertRowID
        }
        return real.lastInsertRowID
    }

    func count(_ answer: MockAnswer, of call: MockCall) {
        if call.text.kind == .write || answer.changes != nil {
            counters.changes = answer.changes ?? Int64(answer.updates.count)
            counters.totalChanges &+= counters.changes
            counters.isLatest = true
        }
        guard let rowID = answer.lastInsertRowID else { return }
        counters.lastInsertRowID = rowID
        counters.realRowID = real?.lastInsertRowID
    }

    // MARK: - Rejections

    func requireOpen() throws(SQLiteError) {
        if turn?.isHeldByCurrentThread == false { throw failed(with: .connectionUsedAfterClosure) }
        guard isClosed else { return }
        throw failed(with: .connectionClosed)
    }

    /// Rejects SQL in the same states as a real connection.
    func requireUsable(_ sql: String) throws(SQLiteError) {
        try requireOpen()
        if isInsideDelegate { throw failed(with: .insideDelegate(sql)) }
        if turn?.refusesStatements == true { throw failed(with: .stopped(sql)) }
        if let refusal = transaction.scopes.refusal(of: sql) { throw failed(with: refusal) }
    }

    /// Rejects a statement that SQLite would reject in this state.
    func requireAllowed(_ text: StatementText) throws(SQLiteError) {
        if let refusal = transaction.refusal(of: text.kind) {
            throw failed(with: SQLiteError(.error, message: refusal, sql: text.sql))
        }
        guard refusesWrites || turn?.isReading == true, text.writesDatabase else { return }
        throw failed(
            with: SQLiteError(
                .readonly, message: "attempt to write a readonly database", sql: text.sql))
    }

    /// Calls delegates, which must not run SQL during the call.
    func insideDelegate<R>(_ body: () throws -> R) rethrows -> R {
        // A delegate may cause calls of other delegates, for example with `simulate(trace:)`.
        let wasInside = isInsideDelegate
        isInsideDelegate = true
        defer { isInsideDelegate = wasInside }
        return try body()
    }
}
