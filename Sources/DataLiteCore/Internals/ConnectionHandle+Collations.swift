import DataLiteC

// Errors of collations. SQLite has no way to report them, so a statement is ended when the step returns in which one
// has occurred. Functions run statements inside the step of another one, so there may be several errors.

/// An error of a collation.
struct CollationFailure {
    let name: String
    let error: any Error
    /// The depth of the statement that has called the collation.
    let depth: Int

    /// The error of the statement.
    func error(of sql: String?) -> SQLiteError {
        let text = MessageText.start(of: error.explanation, bytes: MessageText.messageLimit)
        return SQLiteError(
            (error as? FunctionError)?.reportedCode ?? .error,
            message: "collation \"\(MessageText.name(name))\": \(text)", sql: sql,
            underlyingError: error)
    }
}

extension ConnectionHandle {
    /// The error of a collation in the statement that is being stepped.
    var collationFailure: CollationFailure? {
        guard executionBlocks.contains(.collationFailed), let failure = collationFailures.last,
            failure.depth == link.nesting
        else { return nil }
        return failure
    }

    /// Call this when a collation has thrown an error.
    func collationDidFail(_ name: String, _ error: any Error) {
        collationFailures.append(
            CollationFailure(name: name, error: error, depth: link.nesting))
        hasHiddenFailure = true
        executionBlocks.insert(.collationFailed)
        // The commit hook prevents the commit of a statement outside a transaction.
        connection?.delegates.updateHooks()
        // SQLite can only interrupt all statements of a connection together.
        guard compilations == 0, let pointer, hasSingleRunningStatement else { return }
        sqlite3_interrupt(pointer)
    }

    private var hasSingleRunningStatement: Bool {
        sqliteStatements.count { sqlite3_stmt_busy($0) != 0 } == 1
    }

    /// Returns the error of a collation, as an error of the statement that has called it.
    func takeCollationFailure(_ sql: String?) -> SQLiteError? {
        guard let failure = collationFailure else { return nil }
        removeCollationFailures { $0.depth >= failure.depth }
        return failure.error(of: sql)
    }

    /// Forgets the errors in statements that were stepped with the C interface, when another statement begins.
    @inline(never)
    func dropUnreportedCollationFailures() {
        removeCollationFailures { $0.depth >= link.nesting }
    }

    private func removeCollationFailures(_ isRemoved: (CollationFailure) -> Bool) {
        // Released after the change, because releasing an error may use the connection.
        let failures = collationFailures
        collationFailures.removeAll(where: isRemoved)
        hasHiddenFailure = !collationFailures.isEmpty
        guard collationFailures.isEmpty else { return }
        executionBlocks.remove(.collationFailed)
        connection?.delegates.updateHooks()
        withExtendedLifetime(failures) {}
    }
}
