import DataLiteCore
import DataLiteSyntax

// What happens to a statement when it is first stepped.

extension MockConnection {
    /// Who gives the rows of a run.
    enum Source {
        case answer(MockAnswer)
        case real
    }

    /// Runs a statement.
    func run(_ call: MockCall, isBound: [Bool]) throws(SQLiteError) -> Source {
        try requireUsable(call.sql)
        try strike(.step(row: 0), call.sql)
        log.append(.run(call.sql, call.parameters))
        if real == nil {
            try requireBound(call, isBound)
            trace(call)
        }
        let source = try source(of: call)
        guard case .answer(let answer) = source else {
            if call.kind == .write { realWillWrite() }
            return source
        }
        if let error = answer.error {
            rollBackIfFatal(error, call.sql)
            throw failed(with: error, call.sql)
        }
        if real == nil { try apply(answer, of: call) } else { noteChanges(answer, of: call) }
        return source
    }

    private func requireBound(_ call: MockCall, _ isBound: [Bool]) throws(SQLiteError) {
        guard isBound.contains(false) else { return }
        // Numbers that the text leaves out are no parameters of it.
        let used = SQLText.parameterIndexes(call.sql)
        let unbound = isBound.indices.filter { !isBound[$0] && used.contains($0 + 1) }
            .map(call.label)
        guard !unbound.isEmpty else { return }
        throw unexpected(
            "\(call.sql): no value was bound to \(unbound.joined(separator: ", "))", call.sql)
    }

    /// The script's answer, the stub's, or the real database's; where only a stub is there,
    /// transactions need none.
    private func source(of call: MockCall) throws(SQLiteError) -> Source {
        if let refusal = real == nil ? transaction.refusal(of: call.kind) : nil {
            throw failed(with: SQLiteError(.error, message: refusal, sql: call.sql))
        }
        let event = MockExpectation.Kind.Event.run(call)
        let expectation = try next(for: event)
        if let answer = expectation?.meet(event) { return .answer(answer) }
        if let answer = try stubbed(call) { return .answer(answer) }
        if real != nil { return .real }
        if expectation != nil || isImplied(call.kind) { return .answer(.done) }
        throw unexpected(mismatch(event), call.sql)
    }

    private func isImplied(_ kind: SQLText.Kind) -> Bool {
        guard stub != nil, !script.hasTransactions else { return false }
        switch kind {
        case .begin, .commit, .rollback, .savepoint, .release, .rollbackTo: return true
        default: return false
        }
    }

    private func stubbed(_ call: MockCall) throws(SQLiteError) -> MockAnswer? {
        do {
            return try stub?(call)
        } catch let error as SQLiteError {
            throw failed(with: error, call.sql)
        } catch {
            var failure = SQLiteError(.error, message: "\(error)", sql: call.sql)
            failure.underlyingError = error
            throw failed(with: failure)
        }
    }

    private func apply(_ answer: MockAnswer, of call: MockCall) throws(SQLiteError) {
        if transaction.isCommit(call.kind) { try askBeforeCommit(call.sql) }
        do {
            try checker.run(call.sql, call.kind)
        } catch {
            throw failed(with: error, call.sql)
        }
        noteChanges(answer, of: call)
        if call.kind == .write, isAutocommit {
            try askBeforeCommit(call.sql)
        }
        let wasOpen = transaction.isOpen
        transaction.didRun(call.kind)
        if case .rollback = call.kind, wasOpen { delegates.didRollback() }
    }

    private func noteChanges(_ answer: MockAnswer, of call: MockCall) {
        count(answer, of: call.kind)
        for action in answer.updates { delegates.didUpdate(action) }
    }

    /// A delegate may turn the commit into a rollback.
    func askBeforeCommit(_ sql: String?) throws(SQLiteError) {
        do {
            try delegates.willCommit()
        } catch {
            abortTransaction()
            var failure = SQLiteError(
                .constraintCommitHook, message: "constraint failed", sql: sql)
            failure.underlyingError = error
            throw failed(with: failure)
        }
    }

    /// Ends the transaction without the code that is tested having asked for it.
    func abortTransaction() {
        if let real {
            do {
                try real.execute(sql: "ROLLBACK")
            } catch {
                // An interrupt that is still pending reaches the rollback, too.
                try? (real as? any TransactionScopeTracking)?.forceRollback(["ROLLBACK"])
            }
        } else {
            checker.rollBack()
            transaction.abort()
            delegates.didRollback()
        }
    }

    private func trace(_ call: MockCall) {
        delegates.trace(SQLTrace(unexpandedSQL: call.sql, expandedSQL: call.expandedSQL))
    }
}

// MARK: - What came and what was expected

extension MockConnection {
    /// The expectation that a call meets, if it is its turn.
    ///
    /// - Throws: `SQLITE_ERROR` for a call that must not come.
    func next(
        for event: MockExpectation.Kind.Event
    ) throws(SQLiteError) -> MockExpectation? {
        // A predicate of the test may look at the mock, and change its script: nothing of it is
        // held while it is asked.
        let script = script
        if let (position, expectation) = script.next(for: event) {
            self.script.advance(to: position)
            return expectation
        }
        guard let ban = script.ban(on: event) else { return nil }
        throw unexpected("unexpected call: \(event)\n  must not come: \(ban)", event.sql)
    }

    /// What a call that nobody expects is reported as.
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

    /// Meets an expectation that is no statement; without a script, all is well.
    func note(_ event: MockExpectation.Kind.Event) throws(SQLiteError) {
        if let expectation = try next(for: event) {
            guard let error = expectation.meet(event)?.error else { return }
            throw failed(with: error)
        }
        guard !script.isEmpty, stub == nil, real == nil else { return }
        throw unexpected(mismatch(event))
    }
}
