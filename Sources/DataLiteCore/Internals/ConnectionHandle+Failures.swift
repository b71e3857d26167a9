extension ConnectionHandle {
    /// The error of a failed call on this connection, with the underlying Swift error if one of the
    /// library's callbacks made the call fail.
    func error(_ code: Int32, sql: String?) -> SQLiteError {
        if executionBlocks.contains(.collationFailed), let failure = takeCollationFailure(sql) {
            return failure
        }
        if let failure = waitFailure(code, sql: sql) { return failure }
        // Where SQLite asks the authorizer, a limit is reported as its answer.
        if [.interrupt, .auth, .error].contains(ResultCode(code).primary),
            let failure = budget?.error(sql)
        {
            return failure
        }
        var error = SQLiteError(ResultCode(code), lastErrorOn: pointer)
        error.sql = sql
        if error.message.hasSuffix("SQL statements in progress") {
            error = error.naming(error.resultCode == .busy ? runningWriters : runningStatements)
        }
        error = explainReadOnly(error)
        if !pendingFailures.isEmpty {
            // The failures are removed before they are released, because releasing an error may use the
            // connection.
            let failures = pendingFailures
            pendingFailures = []
            if let failure = failures.last(where: { $0.explains(error) }) {
                error = failure.explaining(error)
            }
        }
        return error
    }

    /// Keeps the error of a callback until SQLite reports it. The number of kept errors is limited, because
    /// SQLite may never report some of them.
    func willFail(_ origin: PendingFailure.Origin, _ error: any Error) {
        // Released after the change, because releasing an error may use the connection.
        let oldest = pendingFailures.count == 16 ? pendingFailures.removeFirst() : nil
        pendingFailures.append(PendingFailure(origin: origin, error: error))
        withExtendedLifetime(oldest) {}
    }

    /// Takes the error that code of a module has just thrown, if it threw one.
    func takeModuleFailure() -> (any Error)? {
        guard case .module? = pendingFailures.last?.origin else { return nil }
        return pendingFailures.removeLast().error
    }

    /// Returns the error of a window function that SQLite has discarded, as an error of the statement.
    ///
    /// - Returns: `nil` if SQLite has reported the error: then `code` is an error.
    func takeHiddenFailure(_ code: Int32, sql: String) -> SQLiteError? {
        discardWindowFailure()
        guard !ResultCode(code).isError else { return nil }
        guard let failure = pendingFailures.popLast(),
            case .function(let message, let code) = failure.origin
        else { return nil }
        return SQLiteError(code, message: message, sql: sql, underlyingError: failure.error)
    }

    /// Ignores the failure of a window function. Failures of collations are still to be reported.
    @inline(never)
    func discardWindowFailure() {
        hasHiddenFailure = executionBlocks.contains(.collationFailed)
    }

    /// Whether a statement may run now.
    @inline(__always)
    var canRunStatements: Bool {
        executionBlocks.isEmpty && (!stopFlag.isSet || ignoresStop)
    }

    /// Performs the work that must be done before a statement runs, if that is why ``canRunStatements`` is
    /// false.
    ///
    /// - Parameter statement: The statement that is about to be stepped.
    /// - Returns: Whether a statement may run now.
    @inline(never)
    func canRunAfterDeferredWork(before statement: Statement? = nil) -> Bool {
        if !executionBlocks.isDisjoint(with: .workDeferred) { performDeferredWork() }
        if executionBlocks.contains(.collationFailed) { dropUnreportedCollationFailures() }
        guard executionBlocks.isDisjoint(with: .refusing), !stopFlag.isSet || ignoresStop else {
            return false
        }
        if executionBlocks.contains(.limited), !ignoresStop, budget?.isExceeded() == true {
            return false
        }
        if let statement, executionBlocks.contains(.collecting) {
            connection?.delegates.collector?.willStep(statement)
        }
        return true
    }

    /// The error that explains why ``canRunStatements`` is false.
    func refusal(of sql: String?) -> SQLiteError {
        if executionBlocks.contains(.retired) {
            var error = SQLiteError.connectionUsedAfterClosure
            error.sql = sql
            return error
        }
        if executionBlocks.isDisjoint(with: .refusing) {
            return budget?.error(sql) ?? .stopped(sql ?? "")
        }
        if executionBlocks.contains(.insideAuthorizer) { return .insideAuthorizer(sql) }
        if executionBlocks.contains(.insideStrictHook) { return .insideStrictHook(sql) }
        if executionBlocks.contains(.insideBusyHandler) { return .insideBusyHandler(sql) }
        if executionBlocks.contains(.insideProgressHandler) { return .insideProgressHandler(sql) }
        if executionBlocks.contains(.insideBackup) { return .insideBackup(sql) }
        let sql = sql ?? ""
        if executionBlocks.contains(.insideHook) { return .insideDelegate(sql) }
        if executionBlocks.contains(.insideCollation) { return .insideCollation(sql) }
        if executionBlocks.contains(.nestedTooDeep) { return link.nestingError(sql) }
        return scopes.refusal(of: sql)
            ?? SQLiteError(
                .abortRollback,
                message: "a rollback is pending: no statement can run before it",
                sql: sql)
    }
}

extension ConnectionHandle.PendingFailure {
    /// Whether this failure caused an error: SQLite may have ignored the error of one function and reported
    /// the error of another.
    fileprivate func explains(_ error: SQLiteError) -> Bool {
        switch origin {
        case .function(let message, let code): error.resultCode == code && error.message == message
        case .commitHook: error.resultCode == .constraintCommitHook
        // SQLite reports a denied function as SQLITE_ERROR.
        case .authorizer:
            error.resultCode.primary == .auth || error.message.hasPrefix("not authorized")
        case .collationNeeded: error.message.hasPrefix("no such collation sequence")
        // SQLite has no message for it.
        case .module:
            error.resultCode == .error
                && (error.message == "SQL logic error"
                    || error.message.hasSuffix("error in tokenizer constructor"))
        }
    }

    /// The error of SQLite with this failure as its cause.
    fileprivate func explaining(_ error: SQLiteError) -> SQLiteError {
        let code: ResultCode
        let failed: String
        switch origin {
        case .module(let owner):
            (code, failed) = ((self.error as? FunctionError)?.reportedCode ?? .error, owner)
        // SQLite only says "constraint failed".
        case .commitHook: (code, failed) = (error.resultCode, "the commit was refused")
        default:
            var error = error
            error.underlyingError = self.error
            return error
        }
        let text = MessageText.start(of: self.error.explanation, bytes: MessageText.messageLimit)
        return SQLiteError(
            code, message: "\(failed): \(text)", sql: error.sql, underlyingError: self.error)
    }
}
