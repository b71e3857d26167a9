import DataLiteC

/// A type that begins and ends transactions.
public protocol TransactionManaging: AnyObject {
    /// Whether no transaction is open, so that each statement commits separately.
    var isAutocommit: Bool { get }

    /// Begins a transaction. Default: runs `BEGIN`.
    ///
    /// - Throws: `SQLITE_BUSY` if the lock does not become available in time; `SQLITE_ERROR` inside
    ///   a transaction.
    func beginTransaction(_ type: TransactionType) throws(SQLiteError)

    /// Commits the transaction. Default: runs `COMMIT`.
    ///
    /// - Throws: `SQLITE_BUSY` while other connections read or a statement writes, and
    ///   `SQLITE_CONSTRAINT` if a deferred foreign key is violated; the transaction then stays
    ///   open. `SQLITE_CONSTRAINT_COMMITHOOK` if a delegate vetoes the commit; the transaction is
    ///   then rolled back.
    func commitTransaction() throws(SQLiteError)

    /// Rolls the transaction back. Queries that SQLite cannot continue fail with
    /// `SQLITE_ABORT_ROLLBACK`. Default: runs `ROLLBACK`.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no transaction.
    func rollbackTransaction() throws(SQLiteError)

    /// Adds closures that are called after a transaction: the requirement behind `afterCommit`, `afterRollback` and
    /// `afterNextTransaction`. Default: throws an error, because they are not supported.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is read-only, closed, or does not support this.
    func _afterTransaction(_ closures: _TransactionClosures) throws(SQLiteError)
}

extension ConnectionProtocol {
    public func beginTransaction(_ type: TransactionType) throws(SQLiteError) {
        try execute(type.beginStatement)
    }

    /// Begins a `.deferred` transaction.
    public func beginTransaction() throws(SQLiteError) {
        try beginTransaction(.deferred)
    }

    public func _afterTransaction(_ closures: _TransactionClosures) throws(SQLiteError) {
        throw SQLiteError.misuse("\(type(of: self)) does not support closures after transactions")
    }

    public func commitTransaction() throws(SQLiteError) {
        try execute(TransactionStatement.commit)
    }

    public func rollbackTransaction() throws(SQLiteError) {
        try rollBack(TransactionStatement.rollback)
    }
}

/// The statements that control transactions, created once.
enum TransactionStatement {
    static let commit: SQL = "COMMIT TRANSACTION"
    static let rollback: SQL = "ROLLBACK TRANSACTION"

    // Savepoints with the same name nest, and the name refers to the innermost.
    static let savepoint: SQL = "SAVEPOINT datalite"
    static let releaseSavepoint: SQL = "RELEASE SAVEPOINT datalite"
    static let rollbackToSavepoint: SQL = "ROLLBACK TO SAVEPOINT datalite"

    fileprivate static let deferred: SQL = "BEGIN DEFERRED TRANSACTION"
    fileprivate static let immediate: SQL = "BEGIN IMMEDIATE TRANSACTION"
    fileprivate static let exclusive: SQL = "BEGIN EXCLUSIVE TRANSACTION"
}

extension TransactionType {
    var beginStatement: SQL {
        switch self {
        case .deferred: TransactionStatement.deferred
        case .immediate: TransactionStatement.immediate
        case .exclusive: TransactionStatement.exclusive
        }
    }
}

/// The type of a transaction, which determines when it takes its locks.
///
/// The raw value is SQLite's keyword in upper case; ``init(rawValue:)`` accepts any letter case. See
/// [Transaction](https://www.sqlite.org/lang_transaction.html).
public enum TransactionType: String, Hashable, Sendable, CaseIterable {
    /// Takes each lock at the first statement that needs it. A transaction that reads first and writes later fails with
    /// `SQLITE_BUSY` at once, ignoring the busy timeout, if another connection has written in between.
    case deferred = "DEFERRED"
    /// Takes the write lock at `BEGIN`, waiting for it up to the busy timeout.
    case immediate = "IMMEDIATE"
    /// Takes the write lock at `BEGIN`. Outside of WAL mode, other connections cannot even read.
    case exclusive = "EXCLUSIVE"

    public init?(rawValue: String) { self.init(keyword: rawValue) }
}

extension TransactionType: CustomStringConvertible {
    /// The keyword.
    public var description: String { rawValue }
}

// MARK: - Transactions

/// The statements of transactions. They are used so often that a connection keeps them apart from its other statements.
struct TransactionStatements {
    var deferred: Statement?
    var immediate: Statement?
    var commit: Statement?
    var attachedRead: Statement?
}

extension Connection {
    public func beginTransaction(_ type: TransactionType) throws(SQLiteError) {
        switch type {
        case .deferred:
            if let statement = transactionStatements.deferred { return try statement.runOnce() }
            let statement = try makeStatement(type.beginStatement)
            transactionStatements.deferred = statement
            prepareInterruptedRollback()
            try statement.runOnce()
        case .immediate:
            if let statement = transactionStatements.immediate { return try statement.runOnce() }
            let statement = try makeStatement(type.beginStatement)
            transactionStatements.immediate = statement
            try statement.runOnce()
        case .exclusive:
            prepareInterruptedRollback()
            try execute(type.beginStatement)
        }
    }

    /// Prepares the statement that rolls back a transaction after an interrupt.
    private func prepareInterruptedRollback() {
        guard transactionStatements.immediate == nil else { return }
        transactionStatements.immediate = try? makeStatement(
            TransactionType.immediate.beginStatement)
    }

    public func commitTransaction() throws(SQLiteError) {
        if let statement = transactionStatements.commit { return try statement.runOnce() }
        let statement = try makeStatement(TransactionStatement.commit)
        transactionStatements.commit = statement
        try statement.runOnce()
    }

    func makeStatement(_ sql: SQL) throws(SQLiteError) -> Statement {
        // The connection owns the statement, so the statement does not own the connection.
        try sql.withUTF8 { utf8 in
            Result { () throws(SQLiteError) in
                try makeStatement(utf8, options: .persistent, connection: nil)
            }
        }.get()
    }
}

extension Connection: TransactionScopeTracking {
    package func transactionScopeWillBegin() {
        handle.beginScope()
        prepareInterruptedRollback()
    }

    package func transactionScopeDidEnd() -> TransactionScopes.State { handle.endScope() }

    package var isRollbackDeferred: Bool { handle.executionBlocks.contains(.rollbackDeferred) }

    /// Ends what may prevent a rollback, and tries again: after an interrupt, SQLite runs nothing,
    /// not even `ROLLBACK`, until every statement has ended; a savepoint is not released while a
    /// statement writes; and memory may be short. Statements that are ended this way fail with
    /// `SQLITE_ABORT_ROLLBACK` at their next step.
    ///
    /// A statement whose step is in progress cannot be ended. If a function that it calls rolls back, the rollback is
    /// deferred until the statement ends, and no statement can start before. If nothing prevents the rollback of a
    /// savepoint and it still fails, the transaction is rolled back.
    package func forceRollback(_ statements: [SQL]) throws(SQLiteError) {
        handle.abortStatements()
        // Not the statements of transactions: one of them may be needed for the rollback.
        withExtendedLifetime(cache.removeAll()) {}
        // Ending runs may have closed the connection.
        if let pointer = handle.pointer { sqlite3_db_release_memory(pointer) }
        handle.rollBackWhenPossible(statements.map(\.text))
        guard isRollbackDeferred else { return }
        throw handle.refusal(of: statements.first?.text ?? "")
    }
}

/// The state of the transaction of a connection in one database, or in all.
///
/// See [Transaction states](https://www.sqlite.org/c3ref/c_txn_none.html).
public enum TransactionState: Sendable, Comparable {
    /// No transaction: after `BEGIN`, too, until the first statement reads. C: `SQLITE_TXN_NONE`.
    case none
    /// A transaction that has read. C: `SQLITE_TXN_READ`.
    case read
    /// A transaction that has the write lock. C: `SQLITE_TXN_WRITE`.
    case write
}

extension Connection {
    /// The state of the transaction in one database, or the highest state in any database. C: `sqlite3_txn_state`.
    ///
    /// Unlike ``isAutocommit``, it tells whether locks are held: `BEGIN` alone takes none, and a running `SELECT` holds
    /// one without `BEGIN`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database; `nil` for all.
    /// - Returns: `nil` if no database has this name, or the connection is closed.
    public func transactionState(of schema: String? = nil) -> TransactionState? {
        guard let pointer = handle.pointer, schema?.utf8.contains(0) != true else { return nil }
        return switch sqlite3_txn_state(pointer, schema) {
        case SQLITE_TXN_NONE: TransactionState.none
        case SQLITE_TXN_READ: .read
        case SQLITE_TXN_WRITE: .write
        default: nil
        }
    }

    /// Whether a database can only be read. C: `sqlite3_db_readonly`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database.
    /// - Returns: `nil` if no database has this name, or the connection is closed.
    public func isReadonly(_ schema: String) -> Bool? {
        guard let pointer = handle.pointer, !schema.utf8.contains(0) else { return nil }
        let state = sqlite3_db_readonly(pointer, schema)
        guard state >= 0 else { return nil }
        return state == 1 || (hasReadonlyCopy && schema.lowercased() == "main")
    }
}
