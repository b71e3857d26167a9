import DataLiteC

// Errors of collations. SQLite has no way to report them, so the statement is ended when its step returns.

extension ConnectionHandle {
    /// Call this when a collation has thrown an error.
    func collationDidFail(_ name: String, _ error: any Error) {
        willFail(.collation(name: name), error)
        hasHiddenFailure = true
        executionBlocks.insert(.collationFailed)
        // The commit hook prevents the commit of a statement outside a transaction.
        connection?.delegates.updateHooks()
        // SQLite can only interrupt all statements of a connection together.
        guard compilations == 0, let pointer, hasSingleRunningStatement else { return }
        sqlite3_interrupt(pointer)
    }

    private var hasSingleRunningStatement: Bool {
        var count = 0
        var next = sqlite3_next_stmt(pointer, nil)
        while let statement = next, count < 2 {
            if sqlite3_stmt_busy(statement) != 0 { count += 1 }
            next = sqlite3_next_stmt(pointer, statement)
        }
        return count == 1
    }

    /// Returns the error of a collation, as an error of the statement that has called it.
    func takeCollationFailure(_ sql: String?) -> SQLiteError? {
        executionBlocks.remove(.collationFailed)
        hasHiddenFailure = false
        // Released after the change, because releasing an error may use the connection.
        let failures = pendingFailures
        pendingFailures = []
        connection?.delegates.updateHooks()
        for failure in failures {
            guard case .collation(let name) = failure.origin else { continue }
            return .failedCollation(name, failure.error, sql)
        }
        return nil
    }
}

extension SQLiteError {
    fileprivate static func failedCollation(
        _ name: String, _ error: any Error, _ sql: String?
    ) -> SQLiteError {
        let text = MessageText.start(of: error.explanation, bytes: MessageText.messageLimit)
        return SQLiteError(
            (error as? FunctionError)?.reportedCode ?? .error,
            message: "collation \"\(MessageText.name(name))\": \(text)", sql: sql,
            underlyingError: error)
    }
}
