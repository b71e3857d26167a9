import DataLiteC
import DataLiteSyntax

/// The open `sqlite3` handle, shared by a connection and its statements, and the state that they
/// share. The handle is closed with the last of them.
final class ConnectionHandle {
    /// Why no statement may run at the moment.
    struct Barrier: OptionSet {
        let rawValue: UInt8

        /// A delegate is being called. SQLite forbids its hooks to run SQL on their connection.
        static let insideHook = Barrier(rawValue: 1)

        /// The transaction of a running closure has ended: a statement would commit by itself.
        static let transactionLost = Barrier(rawValue: 2)

        /// A rollback is deferred until the statement that prevents it has ended.
        static let rollbackDeferred = Barrier(rawValue: 4)

        /// The connection belongs to a pool, and the closure that it was passed to has returned.
        static let retired = Barrier(rawValue: 8)
    }

    /// An error of Swift code that SQLite is about to report as an error of its own.
    struct PendingFailure {
        enum Origin: Equatable {
            case function(message: String)
            case commitHook
        }

        let origin: Origin
        let error: any Error
    }

    /// `nil` once closed.
    private(set) var pointer: OpaquePointer?

    /// The connection of the handle, for functions that run SQL.
    // SAFETY: never dangling, because the connection sets this to nil in its deinit. A weak
    // reference would slow down each retain of a connection: it moves the reference count out of
    // the object.
    unowned(unsafe) var connection: Connection?

    /// Functions and collations that SQLite has destroyed during a C call.
    let releases = ReleaseQueue()

    var barrier: Barrier = []

    /// Whether another thread has stopped the connection: see ``StopFlag``.
    let stopFlag: StopFlag

    /// Whether statements run although the connection was stopped, because they roll back.
    var ignoresStop = false

    /// How statements wait for locks, if that can be stopped.
    var lockWait: LockWait?

    /// The number of pages in the WAL after the latest commit, if it is tracked.
    var walPages = 0
    var tracksWALPages = false

    /// Notes what statements read, on the connections of a database that is observed.
    var readRecorder: ReadRecorder?

    /// The closures of transactions and savepoints that are running.
    private var scopes = TransactionScopes()

    /// The latest is last. There may be several: after a function has failed, SQLite still asks the
    /// aggregates of the statement for their results, and those may fail too.
    private var pendingFailures: [PendingFailure] = []

    /// The statements of a deferred rollback.
    private var deferredRollback: [String] = []

    /// The first in the list of all statements that exist.
    ///
    /// SAFETY: A statement retains this handle and removes itself from the list in its `deinit`, so
    /// every reference in the list is valid.
    private var firstStatement: Unmanaged<Statement>?

    /// Whether closing, or the end of this object, closes the `sqlite3`.
    let ownership: Connection.Ownership

    /// Wraps an open handle.
    init(_ pointer: OpaquePointer?, ownership: Connection.Ownership) {
        self.pointer = pointer
        self.ownership = ownership
        stopFlag = StopFlag()
    }

    deinit {
        if tracksWALPages, let pointer { sqlite3_wal_hook(pointer, nil, nil) }
        if lockWait != nil, let pointer { LockWait.uninstall(from: pointer) }
        guard ownership == .owned else { return }
        // Unlike sqlite3_close(), this one also accepts a handle with statements left that were
        // prepared with the C API: it closes with the last of those.
        _ = releases.during { sqlite3_close_v2(pointer) }
    }
}

// MARK: - Closing

extension ConnectionHandle {
    /// The pointer, for a call that needs an open connection.
    func open() throws(SQLiteError) -> OpaquePointer {
        guard let pointer else { throw SQLiteError.connectionClosed }
        guard !barrier.contains(.retired) else { throw SQLiteError.connectionRetired }
        return pointer
    }

    /// Closes the handle, or only forgets it if it is borrowed. Both are refused while statements
    /// are alive.
    ///
    /// C: `sqlite3_close`, which also fails while BLOB handles or backups are open.
    func close() throws(SQLiteError) {
        let pointer = try open()
        // Closing releases the functions. What they hold may use the connection in its `deinit`,
        // and must find it closed.
        self.pointer = nil
        do {
            switch ownership {
            case .owned: try closeOwned(pointer)
            case .borrowed: try requireNoStatements()
            }
        } catch {
            self.pointer = pointer
            throw error
        }
        forget(pointer)
    }

    private func closeOwned(_ pointer: OpaquePointer) throws(SQLiteError) {
        let code = releases.during { sqlite3_close(pointer) }
        guard code != SQLITE_OK else { return }
        self.pointer = pointer
        throw error(code, sql: nil)
    }

    private func requireNoStatements() throws(SQLiteError) {
        guard firstStatement != nil else { return }
        throw SQLiteError(.busy, message: "unable to close while statements are alive")
    }
}

// MARK: - Statements

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
        // Retained, because ending a run releases what its functions hold, which may be statements.
        var statements: [Statement] = []
        var next = firstStatement
        while let statement = next?.takeUnretainedValue() {
            statements.append(statement)
            next = statement.nextStatement
        }
        for statement in statements { statement.abort() }
    }
}

// MARK: - Errors

extension ConnectionHandle {
    /// The error of a failed call on this connection, with the underlying Swift error if one of the
    /// library's callbacks made the call fail.
    func error(_ code: Int32, sql: String?) -> SQLiteError {
        if let failure = waitFailure(code, sql: sql) { return failure }
        var error = SQLiteError(ResultCode(code), lastErrorOn: pointer)
        error.sql = sql
        if !pendingFailures.isEmpty {
            // Removed before they are released, because releasing an error may use the connection.
            let failures = pendingFailures
            pendingFailures = []
            error.underlyingError = failures.last { $0.explains(error) }?.error
        }
        return error
    }

    /// Keeps the error of a callback until SQLite reports it. The number is limited, because SQLite
    /// may never report it.
    func willFail(_ origin: PendingFailure.Origin, _ error: any Error) {
        // Released after the change, because releasing an error may use the connection.
        let oldest = pendingFailures.count == 16 ? pendingFailures.removeFirst() : nil
        pendingFailures.append(PendingFailure(origin: origin, error: error))
        withExtendedLifetime(oldest) {}
    }

    /// Whether a statement may run now.
    @inline(__always)
    var admitsStatements: Bool {
        barrier.isEmpty && (!stopFlag.isSet || ignoresStop)
    }

    /// Why ``admitsStatements`` is false.
    func refusal(of sql: String) -> SQLiteError {
        if barrier.contains(.retired) {
            var error = SQLiteError.connectionRetired
            error.sql = sql
            return error
        }
        if barrier.isEmpty { return .stopped(sql) }
        if barrier.contains(.insideHook) {
            return .insideDelegate(sql)
        }
        return scopes.refusal(of: sql)
            ?? SQLiteError(
                .abortRollback,
                message: "a rollback is pending: no statement can run before it",
                sql: sql)
    }
}

extension ConnectionHandle.PendingFailure {
    /// SQLite may have ignored an error of one function and reported that of another.
    fileprivate func explains(_ error: SQLiteError) -> Bool {
        switch origin {
        case .function(let message): error.resultCode == .error && error.message == message
        case .commitHook: error.resultCode == .constraintCommitHook
        }
    }
}

// MARK: - Transactions

extension ConnectionHandle {
    var isAutocommit: Bool {
        pointer.map { sqlite3_get_autocommit($0) != 0 } ?? true
    }

    func beginScope() { scopes.begin() }

    func endScope() -> TransactionScopes.State {
        // Otherwise only the C interface can have ended the transaction unnoticed.
        noteTransactionState(pointer == nil ? .rolledBack : .ended)
        let state = scopes.end()
        if !scopes.hasLostTransaction { barrier.remove(.transactionLost) }
        return state
    }

    /// To be called when the run of a statement has failed or has been ended.
    ///
    /// - Parameter outcome: How the transaction has ended, if it is no longer open.
    func runDidEnd(_ outcome: TransactionScopes.State) {
        if barrier.contains(.rollbackDeferred) { performDeferredRollback() }
        if scopes.depth > 0 { noteTransactionState(outcome) }
    }

    /// To be called when a statement has run to its end.
    func runDidEnd(of statement: Statement) {
        if barrier.contains(.rollbackDeferred) { performDeferredRollback() }
        guard scopes.depth > 0, isAutocommit else { return }
        noteTransactionState(SQLText.kind(statement.sql) == .rollback ? .rolledBack : .committed)
    }

    private func noteTransactionState(_ outcome: TransactionScopes.State) {
        guard isAutocommit else { return }
        scopes.transactionDidEnd(outcome)
        if scopes.hasLostTransaction { barrier.insert(.transactionLost) }
    }

    func deferRollback(_ statements: [String]) {
        deferredRollback += statements
        barrier.insert(.rollbackDeferred)
    }

    /// Performs a deferred rollback, unless the reason for deferring it still exists.
    private func performDeferredRollback() {
        while let sql = deferredRollback.first {
            guard isAutocommit || sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else {
                return
            }
            // Do not repeat it: all savepoints have the same name, so it would undo another one.
            deferredRollback.removeFirst()
        }
        barrier.remove(.rollbackDeferred)
    }
}
