import DataLiteCore
import SQLSyntax

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
        guard case .answer(let answer) = source, real == nil else { return source }
        if let error = answer.error {
            rollBackIfFatal(error)
            throw failed(with: error, call.sql)
        }
        try apply(answer, of: call)
        return source
    }

    private func requireBound(_ call: MockCall, _ isBound: [Bool]) throws(SQLiteError) {
        let unbound = isBound.indices.filter { !isBound[$0] }.map(call.label)
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
        let expectation = script.next(for: event)
        if let answer = expectation?.meet(event) { return try checked(.answer(answer), call) }
        if let answer = try stubbed(call) { return try checked(.answer(answer), call) }
        if real != nil { return .real }
        if expectation != nil || isImplied(call.kind) { return try checked(.answer(.done), call) }
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

    /// In a database that is spied on, an answer that was written for a statement takes its place:
    /// an error is thrown here.
    private func checked(_ source: Source, _ call: MockCall) throws(SQLiteError) -> Source {
        guard real != nil, case .answer(let answer) = source, let error = answer.error else {
            return source
        }
        rollBackIfFatal(error)
        throw failed(with: error, call.sql)
    }

    private func apply(_ answer: MockAnswer, of call: MockCall) throws(SQLiteError) {
        if transaction.isCommit(call.kind) { try askBeforeCommit(call.sql) }
        if call.kind == .schema { try checker.change(call.sql) }
        count(answer, of: call.kind)
        for action in answer.updates { delegates.didUpdate(action) }
        if call.kind == .write, isAutocommit {
            try askBeforeCommit(call.sql)
        }
        let wasOpen = transaction.isOpen
        transaction.didRun(call.kind)
        if case .rollback = call.kind, wasOpen { delegates.didRollback() }
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
            try? real.execute(sql: "ROLLBACK")
        } else {
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
        if let expectation = script.next(for: event) {
            guard let error = expectation.meet(event)?.error else { return }
            throw failed(with: error)
        }
        guard !script.isEmpty, stub == nil, real == nil else { return }
        throw unexpected(mismatch(event))
    }
}
