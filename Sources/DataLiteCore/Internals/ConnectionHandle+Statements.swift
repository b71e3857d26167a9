import DataLiteC

// The list of the statements of a connection.

extension ConnectionHandle {
    func register(_ statement: Statement) {
        let added = Unmanaged.passUnretained(statement)
        statement.nextStatement = firstStatement
        firstStatement?._withUnsafeGuaranteedRef { $0.previousStatement = added }
        firstStatement = added
    }

    func unregister(_ statement: Statement) {
        let (previous, next) = (statement.previousStatement, statement.nextStatement)
        next?._withUnsafeGuaranteedRef { $0.previousStatement = previous }
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.nextStatement = next }
        } else {
            firstStatement = next
        }
    }

    /// Ends the runs of all statements, except those in the middle of a step.
    func abortStatements() {
        guard executionBlocks.isDisjoint(with: .insideCallback) else { return }
        for statement in statements { statement.abort() }
        link.performReleases()
        // Outside a transaction, the end of a run may commit.
        if hasUnreportedCommits { connection?.delegates.reportCommits() }
    }

    /// Finalizes all statements, even if objects refer to them.
    func finalizeStatements() {
        for statement in statements { statement.finalize() }
    }

    /// All statements. They are retained, because ending a run releases the objects that its functions
    /// retain, which may be statements.
    var statements: [Statement] {
        var statements: [Statement] = []
        var next = firstStatement
        while let statement = next?.takeUnretainedValue() {
            statements.append(statement)
            next = statement.nextStatement
        }
        return statements
    }

    /// The statements that SQLite knows, also those of other users of the C interface. C: `sqlite3_next_stmt`.
    var sqliteStatements: some Sequence<OpaquePointer> {
        sequence(state: nil as OpaquePointer?) { [pointer] last in
            last = pointer.flatMap { sqlite3_next_stmt($0, last) }
            return last
        }
    }
}
