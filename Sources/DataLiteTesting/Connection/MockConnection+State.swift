import DataLiteCore

extension MockConnection {
    /// Whether no transaction is open, after the statements that were run.
    public var isAutocommit: Bool { real?.isAutocommit ?? !transaction.isOpen }

    /// Whether the connection refuses to write. The test can set it, except while spying on a
    /// database, whose own value is returned.
    ///
    /// A read-only mock answers `SQLITE_READONLY` to statements that write or change the schema,
    /// except for temporary tables that are named as such.
    public var isReadonly: Bool {
        get { turn?.isReading == true || (real?.isReadonly ?? refusesWrites) }
        set { refusesWrites = newValue }
    }

    /// The number of rows that the latest write has changed, according to its answer.
    public var changes: Int64 {
        guard let real, !counters.isLatest else { return counters.changes }
        return real.changes
    }

    /// The sum of ``changes`` so far.
    public var totalChanges: Int64 { (real?.totalChanges ?? 0) &+ counters.totalChanges }

    /// The latest row id that an answer has reported.
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
}

// MARK: - Refusals

extension MockConnection {
    func requireOpen() throws(SQLiteError) {
        if turn?.isHeldByCurrentThread == false { throw failed(with: .connectionUsedAfterClosure) }
        guard isClosed else { return }
        throw failed(with: .connectionClosed)
    }

    /// Refuses to run SQL where a real connection would.
    func requireUsable(_ sql: String) throws(SQLiteError) {
        try requireOpen()
        if isInsideDelegate { throw failed(with: .insideDelegate(sql)) }
        if turn?.refusesStatements == true { throw failed(with: .stopped(sql)) }
        if let refusal = transaction.scopes.refusal(of: sql) { throw failed(with: refusal) }
    }

    /// Refuses a statement that SQLite would refuse in this state.
    func requireAllowed(_ text: StatementText) throws(SQLiteError) {
        if let refusal = transaction.refusal(of: text.kind) {
            throw failed(with: SQLiteError(.error, message: refusal, sql: text.sql))
        }
        guard refusesWrites || turn?.isReading == true, text.writesDatabase else { return }
        throw failed(
            with: SQLiteError(
                .readonly, message: "attempt to write a readonly database", sql: text.sql))
    }

    /// Calls delegates, which must not run SQL meanwhile.
    func insideDelegate<R>(_ body: () throws -> R) rethrows -> R {
        // A delegate may cause calls of other delegates, for example with `simulate(trace:)`.
        let wasInside = isInsideDelegate
        isInsideDelegate = true
        defer { isInsideDelegate = wasInside }
        return try body()
    }
}
