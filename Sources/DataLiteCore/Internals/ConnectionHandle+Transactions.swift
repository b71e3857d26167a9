import DataLiteC
import DataLiteSyntax

extension ConnectionHandle {
    var isAutocommit: Bool {
        pointer.map { sqlite3_get_autocommit($0) != 0 } ?? true
    }

    func beginScope() { scopes.begin() }

    func endScope() -> TransactionScopes.State {
        // In other cases, only the C interface can have ended the transaction undetected.
        noteTransactionState(pointer == nil ? .rolledBack : .ended)
        let state = scopes.end()
        if !scopes.hasLostTransaction { executionBlocks.remove(.transactionLost) }
        return state
    }

    /// Calls delegates that may run SQL. If the closure of a transaction has ended that transaction, its further
    /// statements are refused, but not those of the delegates.
    func outsideScopes(_ body: () -> Void) {
        guard scopes.depth > 0 else { return body() }
        let outer = scopes
        scopes = TransactionScopes()
        executionBlocks.remove(.transactionLost)
        body()
        scopes = outer
        if scopes.hasLostTransaction { executionBlocks.insert(.transactionLost) }
    }

    /// Call this when the run of a statement fails or is ended.
    ///
    /// - Parameters:
    ///   - outcome: The state of the transaction, if it is no longer open.
    ///   - statement: The statement, unless it is being released.
    func runDidEnd(_ outcome: TransactionScopes.State, of statement: Statement? = nil) {
        if !executionBlocks.isDisjoint(with: .workAfterRun) {
            performWorkAfterRun(of: statement, hasSucceeded: false)
        }
        if link.isNested || link.hasUnfinishedWork {
            finishNestedRun(of: statement, hasSucceeded: false)
        }
        if scopes.depth > 0 { noteTransactionState(outcome) }
        if hasUnreportedCommits { connection?.delegates.reportCommits() }
    }

    @inline(never)
    private func performWorkAfterRun(of statement: Statement?, hasSucceeded: Bool) {
        if let statement { logRun(of: statement) }
        if executionBlocks.contains(.collecting) { connection?.delegates.collector?.didEndRun() }
        if !executionBlocks.isDisjoint(with: .workDeferred) { performDeferredWork() }
        if executionBlocks.contains(.awaitingEnd) {
            connection?.delegates.noteRun(of: hasSucceeded ? statement : nil)
        }
    }

    /// Passes the run of a statement that has ended to the logs, unless it was passed before.
    func logRun(of statement: Statement) {
        guard let runClock else { return }
        let start = statement.runStart
        statement.runStart = 0
        guard let duration = runClock.duration(since: start) else { return }
        statement.whileStepping { connection?.delegates.log(statement, duration) }
    }

    /// Call this when a statement has run to its end.
    func runDidEnd(of statement: Statement) {
        if !executionBlocks.isDisjoint(with: .workAfterRun) {
            performWorkAfterRun(of: statement, hasSucceeded: true)
        }
        if link.isNested || link.hasUnfinishedWork {
            finishNestedRun(of: statement, hasSucceeded: true)
        }
        if scopes.depth > 0, isAutocommit {
            noteTransactionState(
                SQLScanner.kind(statement.sql) == .rollback ? .rolledBack : .committed)
        }
        if hasUnreportedCommits { connection?.delegates.reportCommits() }
    }

    /// Releases the objects that the run left to release, and records whether the run undid the changes of a
    /// statement that is writing.
    @inline(never)
    private func finishNestedRun(of statement: Statement?, hasSucceeded: Bool) {
        if let statement {
            statement.whileStepping { link.performReleases() }
        } else {
            link.performReleases()
        }
        if link.hasLostTransaction {
            if !link.isNested || !hasRunningWriter { link.hasLostTransaction = false }
        } else if link.isNested {
            if hasSucceeded {
                if statement?.isRollback == true { noteRollbackWhileWriting() }
            } else if !hasWritten {
                noteRollbackWhileWriting()
            }
        }
    }

    /// Whether the open transaction has written to any database, including temporary ones. C:
    /// `sqlite3_txn_state`.
    var hasWritten: Bool {
        pointer.map { sqlite3_txn_state($0, nil) == SQLITE_TXN_WRITE } ?? false
    }

    /// Call this after a rollback of the transaction or of a savepoint inside a nested call.
    func noteRollbackWhileWriting() { link.hasLostTransaction = hasRunningWriter }

    /// Whether a statement that writes has been stepped, and has neither ended nor been reset.
    var hasRunningWriter: Bool {
        sqliteStatements.contains { sqlite3_stmt_busy($0) != 0 && sqlite3_stmt_readonly($0) == 0 }
    }

    /// Records the end of the transaction, if it is no longer open. Closures that run in the transaction then
    /// cannot run further statements.
    func noteTransactionState(_ outcome: TransactionScopes.State) {
        guard isAutocommit else { return }
        scopes.transactionDidEnd(outcome)
        if scopes.hasLostTransaction { executionBlocks.insert(.transactionLost) }
    }
}

// MARK: - ExecutionBlock

extension ConnectionHandle {
    /// Work that must be done before a statement runs, or reasons why no statement may run.
    struct ExecutionBlock: OptionSet {
        let rawValue: UInt32

        /// A delegate is being called. SQLite forbids its hooks to run SQL on their connection.
        static let insideHook = ExecutionBlock(rawValue: 1)

        /// The transaction of a running closure has ended: each statement would commit separately.
        static let transactionLost = ExecutionBlock(rawValue: 2)

        /// A rollback is deferred until the statement that prevents it ends.
        static let rollbackDeferred = ExecutionBlock(rawValue: 4)

        /// The connection belongs to a pool, and the closure that it was passed to has returned.
        static let retired = ExecutionBlock(rawValue: 8)

        /// A collation is being called. SQLite calls it in the middle of a search in a B-tree, whose
        /// pages must not change.
        static let insideCollation = ExecutionBlock(rawValue: 16)

        /// Statements are still to be reset or finalized, because they were released in a collation.
        static let endsDeferred = ExecutionBlock(rawValue: 32)

        /// The depth of nested runs has reached ``CallbackLink/limit``.
        static let nestedTooDeep = ExecutionBlock(rawValue: 64)

        /// A ``ChangeCollector`` is set and must be called before each step.
        static let collecting = ExecutionBlock(rawValue: 128)

        /// An authorizer is being called. Nothing may use the connection.
        static let insideAuthorizer = ExecutionBlock(rawValue: 256)

        /// A ``StatementBudget`` is set and must be checked before each step.
        static let limited = ExecutionBlock(rawValue: 512)

        /// Closures wait for the end of a transaction, or it is observed, so the end of each run is noted.
        static let awaitingEnd = ExecutionBlock(rawValue: 1024)

        /// A backup replaces the contents: <https://www.sqlite.org/c3ref/backup_finish.html>.
        static let insideBackup = ExecutionBlock(rawValue: 2048)

        /// A hook is being called that must not call SQLite. Nothing may use the connection.
        static let insideStrictHook = ExecutionBlock(rawValue: 4096)

        /// A collation has thrown an error, and the statement that called it has not ended.
        static let collationFailed = ExecutionBlock(rawValue: 8192)

        /// The busy handler is being called. Nothing may use the connection.
        static let insideBusyHandler = ExecutionBlock(rawValue: 16384)

        /// A progress handler is being called. Nothing may use the connection.
        static let insideProgressHandler = ExecutionBlock(rawValue: 32768)

        /// A ``RunClock`` is set and must be read at the beginning and the end of each run.
        static let timing = ExecutionBlock(rawValue: 65536)

        /// The reasons why no statement may run.
        static let refusing = ExecutionBlock(rawValue: .max)
            .subtracting([.collecting, .limited, .awaitingEnd, .collationFailed, .timing])

        /// The `sqlite3` must not be used until the callback returns.
        static let insideCallback: ExecutionBlock = [
            .insideHook, .insideCollation, .insideAuthorizer, .insideStrictHook,
            .insideBusyHandler, .insideProgressHandler,
        ]

        /// The reasons why nothing may use the `sqlite3`.
        static let refusingAllUse: ExecutionBlock = [
            .retired, .insideAuthorizer, .insideStrictHook, .insideBusyHandler,
            .insideProgressHandler,
        ]

        /// There is work to do before the next statement.
        static let workDeferred: ExecutionBlock = [.rollbackDeferred, .endsDeferred]

        /// There is work to do after a run.
        static let workAfterRun: ExecutionBlock = [
            .workDeferred, .collecting, .awaitingEnd, .timing,
        ]
    }
    /// Calls code of the program in the middle of the work of SQLite. In the call, nothing may use the connection, and
    /// the ends of statements are deferred, as in a collation.
    func whileRefusingAllUse<R>(
        of block: ExecutionBlock, _ body: () throws -> R
    ) rethrows -> R {
        let added: ExecutionBlock = [.insideCollation, block]
        let blocks = executionBlocks
        executionBlocks.formUnion(added)
        defer { executionBlocks.subtract(added.subtracting(blocks)) }
        return try body()
    }
}

// MARK: - ConnectionChanges

/// The changes that were made to a connection, other than to the content of the database.
package struct ConnectionChanges: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A pragma was set, or a database attached or detached.
    package static let settings = ConnectionChanges(rawValue: 1)
    /// An object was created in the schema `temp`.
    package static let temporarySchema = ConnectionChanges(rawValue: 2)
    package static let journalMode = ConnectionChanges(rawValue: 4)
    package static let synchronous = ConnectionChanges(rawValue: 8)
    /// The limit of the connection's own lock waits.
    package static let lockWait = ConnectionChanges(rawValue: 16)
    /// The C interface was used, which can change anything.
    package static let unsafeHandle = ConnectionChanges(rawValue: 32)
    /// A function or a collation was added or removed. SQLite cannot restore a replaced one.
    package static let functions = ConnectionChanges(rawValue: 64)
    /// A delegate was added to a reader of a pool.
    static let delegates = ConnectionChanges(rawValue: 128)
    static let limits = ConnectionChanges(rawValue: 256)
    /// The journal mode of an attached database.
    static let attachedJournalMode = ConnectionChanges(rawValue: 512)

    init(_ change: SQLScanner.ConnectionChange) {
        switch change {
        case .setting("journal_mode"): self = [.settings, .journalMode]
        case .setting(let name) where name.hasSuffix(".journal_mode"):
            self = [.settings, .attachedJournalMode]
        case .setting("synchronous"): self = [.settings, .synchronous]
        case .setting, .attachment: self = .settings
        case .temporarySchema: self = .temporarySchema
        }
    }
}

// MARK: - StatementControls

// What the sandbox sets on a handle to control the statements of the connection.

/// Decides which actions the statements of a connection may contain.
protocol StatementAuthorizer: Sendable {
    /// The answer to SQLite, which asks for each action of a statement that it compiles.
    func authorize(
        _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?,
        on handle: ConnectionHandle
    ) -> Int32
}

/// The limits of a closure that is running.
protocol StatementBudget: AnyObject {
    /// Whether a limit is exceeded.
    func isExceeded() -> Bool

    /// Counts the instructions since the last call.
    ///
    /// - Returns: Whether the statement ends.
    func charge(_ handle: ConnectionHandle) -> Bool

    /// Counts a call of the authorizer.
    ///
    /// - Returns: Whether a limit is exceeded.
    func chargeAuthorization() -> Bool

    /// The error of a statement, if a limit is exceeded.
    func error(_ sql: String?) -> SQLiteError?
}
