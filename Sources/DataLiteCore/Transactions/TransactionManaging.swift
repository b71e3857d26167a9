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
