// The steps from a call to its answer: faults, rejections, script, stub, database.

extension MockConnection {
    /// Determines the answer to a statement that begins to run.
    ///
    /// - Returns: The answer of the test; `nil` if the underlying database answers.
    func answer(
        to call: MockCall, unbound: [Int], columns: ResultColumns
    ) throws(SQLiteError) -> MockAnswer? {
        try requireUsable(call.sql)
        try throwFault(at: .step(row: 0), call.text)
        record.append(.run(call.sql, call.parameters))
        if real == nil {
            try requireBound(call, unbound)
            delegates.trace(
                SQLTrace(unexpandedSQL: call.sql, expandedSQL: call.expandedSQL))
            try requireAllowed(call.text)
        }
        guard let answer = try chosenAnswer(to: call) else {
            // After this, `changes` comes from the underlying database.
            if call.text.kind == .write { counters.isLatest = false }
            return nil
        }
        if let error = answer.error {
            rollBackIfFatal(error, call.text)
            throw failed(with: error, call.sql)
        }
        try requireFitting(answer, call, columns)
        if real == nil { try apply(answer, of: call) } else { recordChanges(answer, of: call) }
        return answer
    }

    private func requireBound(_ call: MockCall, _ unbound: [Int]) throws(SQLiteError) {
        guard !unbound.isEmpty else { return }
        // Numbers that the SQL skips are not parameters.
        let used = call.text.parameterIndexes
        let missing = unbound.filter { used.contains($0 + 1) }.map(call.label)
        guard !missing.isEmpty else { return }
        throw unexpected(
            "\(MessageText.sql(call.sql)): no value was bound to "
                + MessageText.list(missing, MessageText.name), call.sql)
    }

    // MARK: - Finding the answer

    /// The answer of the script or the stub; `nil` if the underlying database answers.
    private func chosenAnswer(to call: MockCall) throws(SQLiteError) -> MockAnswer? {
        let event = MockExpectation.Kind.Event.run(call)
        let expectation = try next(for: event)
        if let answer = expectation?.accept(event) { return answer }
        if let answer = try stubbed(call) { return answer }
        guard real == nil else { return nil }
        // With only a stub, and in a `MockDatabase`, transactions need no answer.
        let isImplied =
            (stub != nil || turn != nil) && !script.hasTransactions
            && call.text.isTransactionControl
        guard expectation != nil || isImplied else { throw unexpected(mismatch(event), call.sql) }
        return .done
    }

    private func stubbed(_ call: MockCall) throws(SQLiteError) -> MockAnswer? {
        do {
            return try stub?(call)
        } catch let error as SQLiteError {
            throw failed(with: error, call.sql)
        } catch {
            var failure = SQLiteError(
                .error, message: MessageText.message("\(error)"), sql: call.sql)
            failure.underlyingError = error
            throw failed(with: failure)
        }
    }

    /// The expectation that a call satisfies, if it is due.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` for a forbidden call.
    func next(for event: MockExpectation.Kind.Event) throws(SQLiteError) -> MockExpectation? {
        // A predicate of the test may use the mock and change its script, so the script is copied.
        let script = script
        if let (position, expectation) = script.next(for: event) {
            self.script.advance(to: position)
            return expectation
        }
        guard let prohibition = script.prohibition(of: event) else { return nil }
        throw unexpected("unexpected call: \(event)\n  forbidden: \(prohibition)", event.text?.sql)
    }

    /// The message for an unexpected call.
    func mismatch(_ event: MockExpectation.Kind.Event) -> String {
        let due = script.due
        guard !due.isEmpty else {
            return "unexpected call: \(event)\n  nothing more is expected"
        }
        let lines = due.flatMap { expectation in
            ["  expected: \(expectation)"]
                + expectation.differences(from: event).map { "    \($0)" }
        }
        return (["unexpected call: \(event)"] + lines).joined(separator: "\n")
    }

    /// Satisfies an expectation with a call that runs no statement. Without a script, every call is
    /// accepted.
    func accept(_ event: MockExpectation.Kind.Event) throws(SQLiteError) {
        if let expectation = try next(for: event) {
            guard let error = expectation.accept(event)?.error else { return }
            throw failed(with: error)
        }
        guard !script.isEmpty, stub == nil, real == nil else { return }
        throw unexpected(mismatch(event))
    }

    // MARK: - Applying the answer

    /// Rejects an answer that a database could not return for the statement.
    private func requireFitting(
        _ answer: MockAnswer, _ call: MockCall, _ columns: ResultColumns
    ) throws(SQLiteError) {
        guard let mismatchReason = answer.mismatchReason(call.text, columns) else { return }
        throw unexpected(
            "the answer does not match the statement: \(call.summary)\n  \(mismatchReason)",
            call.sql)
    }

    private func apply(_ answer: MockAnswer, of call: MockCall) throws(SQLiteError) {
        let kind = call.text.kind
        let commits = transaction.isCommit(kind) || kind == .write && isAutocommit
        if transaction.isCommit(kind) { try askBeforeCommit(call.sql) }
        do {
            try checker.checkConstraints(of: call)
            try checker.didRun(call.text)
        } catch {
            rollBackIfFatal(error, call.text)
            throw failed(with: error, call.sql)
        }
        recordChanges(answer, of: call)
        if kind == .write, isAutocommit { try askBeforeCommit(call.sql) }
        let wasOpen = transaction.isOpen
        transaction.didRun(kind)
        delegates.didRun(kind)
        recordTransaction()
        if commits { delegates.didCommit() }
        if case .rollback = kind, wasOpen { delegates.didRollback() }
    }

    private func recordChanges(_ answer: MockAnswer, of call: MockCall) {
        count(answer, of: call)
        for action in answer.updates { delegates.didUpdate(action) }
    }
}
