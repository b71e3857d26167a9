import DataLiteC
import DataLiteSyntax

extension ConnectionHandle {
    /// A compiled statement, and the offset at which the SQL continues.
    struct Prepared {
        let statement: OpaquePointer?
        let end: Int
        /// Whether the statement changes the connection, so that each use of it must be compiled.
        var changesConnection = false
        /// Whether the statement cannot run while another one writes.
        var changesStorage = false
    }

    /// Compiles the first statement of `bytes` at or after `start`; the statement is `nil` if only whitespace
    /// and comments are left. C: `sqlite3_prepare_v3`.
    ///
    /// - Parameter isTerminated: Whether a NUL follows the bytes. SQLite then reads the SQL in place, and its
    ///   limit on the length of SQL applies to the statement. Otherwise it first copies everything from
    ///   `start` to the end (<https://sqlite.org/c3ref/prepare.html>).
    func prepare(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, isTerminated: Bool = false,
        options: Statement.Options = []
    ) throws(SQLiteError) -> Prepared {
        try useCheck.begin(String(decoding: bytes[start...], as: UTF8.self))
        defer { useCheck.end() }
        let pointer = try openToPrepare(bytes, from: start)
        guard !ThreadFlags.isSet(.callingLog) else {
            throw SQLiteError.insideLog(String(decoding: bytes[start...], as: UTF8.self))
        }
        guard let base = bytes.baseAddress, start < bytes.count else {
            return Prepared(statement: nil, end: start)
        }
        let count = bytes.count - start + (isTerminated ? 1 : 0)
        guard let length = Int32(exactly: count) else {
            throw SQLiteError(.tooBig, message: "the SQL text is longer than 2 GiB")
        }
        let mayChangeSchema = SQLScanner.mayChangeSchema(in: bytes, from: start)
        let changesStorage =
            mayChangeSchema && SQLScanner.changesStorage(in: bytes, from: start)
        if changesStorage {
            try requireNoWriter(for: String(decoding: bytes[start...], as: UTF8.self))
        }
        let watched = hasWALHook || hasCollations ? watchedPragma(bytes, from: start) : nil
        defer { if let watched { didCompile(watched) } }
        let change = notesChanges ? try noteChange(bytes, from: start) : nil
        let isRecorded = readRecorder?.beginCompiling() ?? false
        var statement: OpaquePointer?
        defer { if isRecorded { readRecorder?.endCompiling(statement, on: connection) } }
        let recordsWrites = writeRecorder?.beginCompiling() ?? false
        defer { if recordsWrites { writeRecorder?.endCompiling() } }
        var tail: UnsafePointer<CChar>?
        compilations += 1
        defer {
            compilations -= 1
            link.releaseDestroyed()
        }
        // A `DELETE` without `WHERE` that is compiled while the hook is removed calls no hook later.
        if executionBlocks.contains(.collecting) { connection?.delegates.collector?.resume() }
        var code = UnsafeRawPointer(base + start).withMemoryRebound(
            to: CChar.self, capacity: count
        ) {
            sqlite3_prepare_v3(pointer, $0, length, options.rawValue, &statement, &tail)
        }
        if code == ResultCode.lockedSharedCache.rawValue {
            code = UnsafeRawPointer(base + start).withMemoryRebound(
                to: CChar.self, capacity: count
            ) { text in
                repeatWhenUnlocked {
                    sqlite3_prepare_v3(pointer, text, length, options.rawValue, &statement, &tail)
                }
            }
        }
        guard code == SQLITE_OK else {
            let text = String(decoding: bytes, as: UTF8.self)
            var error = error(code, sql: text)
            error.offset = error.offset.map { $0 + start }
            throw error
        }
        // The statement would be planned with comparisons that have failed.
        if executionBlocks.contains(.collationFailed), collationFailure != nil {
            sqlite3_finalize(statement)
            statement = nil
            throw error(SQLITE_ERROR, sql: String(decoding: bytes, as: UTF8.self))
        }
        let end = tail.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? bytes.count
        return Prepared(
            statement: statement, end: end,
            changesConnection: change != nil
                || (mayChangeSchema && resolvesNamesAgain(bytes, from: start)),
            changesStorage: changesStorage)
    }

    /// The pointer, for compiling a statement.
    @inline(__always)
    private func openToPrepare(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) throws(SQLiteError) -> OpaquePointer {
        if executionBlocks.isEmpty, let pointer { return pointer }
        let pointer = try open()
        guard canRunAfterDeferredWork(), self.pointer == pointer else {
            throw refusal(of: String(decoding: bytes[start...], as: UTF8.self))
        }
        return pointer
    }

    /// Empties the statement cache for a statement that can give the name of an attached database's table to one that
    /// SQLite finds first. A compiled statement that uses only the attached database does not notice this, because SQLite
    /// compares only the schema versions of the databases that a statement uses. The other statements have to be compiled
    /// again anyway.
    ///
    /// - Returns: Whether it is such a statement.
    private func resolvesNamesAgain(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Bool {
        guard SQLScanner.addsName(in: bytes, from: start) else { return false }
        connection?.clearStatementCache()
        return true
    }

    /// Makes a statement of ``SQLScanner/changesStorage(in:from:)`` fail while another one writes. The
    /// writing statement was compiled before the change, and would continue without the index, or with rows
    /// that have the dropped column. Statements that reload the schema also free its tables, whose names
    /// SQLite then passes to hooks: `ALTER TABLE`, `ATTACH` of a file that is not a database and, when it is
    /// compiled, `PRAGMA writable_schema = reset`. SQLite checks this only for `DROP TABLE` and `DROP INDEX`.
    func requireNoWriter(for sql: @autoclosure () -> String) throws(SQLiteError) {
        guard link.isNested || openBlobWriters > 0, hasRunningWriter else { return }
        throw SQLiteError(
            .locked,
            message:
                "creating an index, altering a table, attaching a database and setting writable_schema are not "
                + "possible in a function that a writing statement calls, or while a BLOB is open for writing",
            sql: sql())
    }

    /// Records the changes that a statement makes to the connection. Call this before the statement is
    /// compiled, because SQLite sets some pragmas during compilation.
    private func noteChange(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) throws(SQLiteError) -> SQLScanner.ConnectionChange? {
        guard let change = SQLScanner.connectionChange(in: bytes, from: start) else { return nil }
        // This pragma lasts until the end of the transaction. Outside of one, it would last until the end of the next.
        if change == .setting("defer_foreign_keys"), !isAutocommit { return change }
        guard !refusesChanges else {
            throw SQLiteError(
                .misuse,
                message:
                    "the connection of a snapshot cannot be changed by PRAGMA, ATTACH, DETACH or "
                    + "CREATE TEMP",
                sql: String(decoding: bytes[start...], as: UTF8.self))
        }
        changes.insert(ConnectionChanges(change))
        return change
    }
}

// MARK: - Statements

// The list of the statements of a connection.

extension ConnectionHandle {
    func register(_ statement: Statement) {
        let added = Unmanaged.passUnretained(statement)
        statement.previousStatement = nil
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

// MARK: - Collations

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
