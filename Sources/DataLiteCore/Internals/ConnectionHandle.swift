import DataLiteC

/// The open `sqlite3` handle, shared by a connection and its statements, and the state that they share. The
/// handle is closed when the last of these objects is released.
final class ConnectionHandle {
    /// An error of Swift code that SQLite is about to report as its own error.
    struct PendingFailure {
        enum Origin: Equatable {
            case function(message: String, code: ResultCode = .error)
            case commitHook
            case authorizer
            case collationNeeded(String)
            /// Code that a virtual table calls, by its kind and name.
            case module(String)
        }

        let origin: Origin
        let error: any Error
    }

    /// The C handle, or `nil` after it is closed.
    private(set) var pointer: OpaquePointer?

    /// The connection of the handle, for functions that run SQL.
    // SAFETY: never dangling, because the connection sets this to nil in its deinit. A weak
    // reference would slow down each retain of a connection: it moves the reference count out of
    // the object.
    unowned(unsafe) var connection: Connection?

    /// The link that functions and collations use to reach this handle.
    let link = CallbackLink()

    var executionBlocks: ExecutionBlock = []

    /// Whether another thread has stopped the connection: see ``StopFlag``.
    let stopFlag: StopFlag

    /// Whether statements run even if the connection was stopped, because they roll back.
    var ignoresStop: Bool {
        get { stopFlag.isIgnored }
        set { stopFlag.isIgnored = newValue }
    }

    /// Whether extensions may be loaded, whose code is unloaded when the connection is closed.
    var hasExtensions = false

    /// The lock waits of statements, if they can be stopped.
    var lockWait: LockWait?

    /// The number of pages in the WAL after the latest commit, if it is tracked.
    var walPages = 0
    var tracksWALPages = false

    /// Whether the library uses the hook of the WAL.
    var hasWALHook = false

    /// Whether the hook calls closures.
    var reportsWALCommits = false

    /// The number of pages in the WAL at which a commit runs a checkpoint, while the library uses the hook of the WAL.
    var automaticCheckpoint: Int32 = 0

    /// Whether a collation in Swift was added.
    var hasCollations = false

    /// The closures to call after the handle is closed.
    var closings = HookList<() -> Void>()

    /// The changes that were made to the connection, if ``notesChanges`` is `true`.
    var changes: ConnectionChanges = []

    /// Whether the changes that statements make to the connection are recorded.
    var notesChanges = false

    /// The settings to restore after such changes.
    var settings: ConnectionSettings?

    /// Whether statements that change the connection are rejected.
    var refusesChanges = false

    /// Whether the statements are those of a method of the library that reads or changes the schema.
    var runsSchemaMethod = false

    /// Whether a commit was begun since commits were last reported to the delegates.
    var hasUnreportedCommits = false

    /// Records the reads of statements, on the connections of an observed database.
    var readRecorder: ReadRecorder?

    /// Records the changes that statements may make, on the writer connection of an observed database.
    var writeRecorder: WriteRecorder?

    /// Decides what statements may contain, if it is set.
    var authorizer: (any StatementAuthorizer)?

    /// The limits of the closure that is running, if it has any.
    var budget: (any StatementBudget)?

    /// Measures the runs of statements; `nil` if there are no logs.
    var runClock: RunClock? {
        didSet {
            if runClock == nil {
                executionBlocks.remove(.timing)
            } else {
                executionBlocks.insert(.timing)
            }
        }
    }

    /// Whether the connection runs `PRAGMA optimize` when it is closed.
    var optimizesAtClose = false

    /// Whether the C interface was used with this connection: it may have replaced the authorizer.
    private(set) var wasUsedUnsafely = false

    /// The running closures of transactions and savepoints.
    var scopes = TransactionScopes()

    /// The errors that SQLite has yet to report, the latest last. There may be several: after a function
    /// fails, SQLite still finalizes the statement's aggregates, which can fail too.
    var pendingFailures: [PendingFailure] = []

    /// Whether a collation has failed, which SQLite cannot know, or a window function at the end of a partition, whose
    /// error SQLite discards in some cases. So each step checks this.
    var hasHiddenFailure = false

    /// The errors of collations whose statements have not ended, of the innermost statement last.
    var collationFailures: [CollationFailure] = []

    /// The statements of a deferred rollback.
    var deferredRollback: [String] = []

    /// Who added or removed the functions.
    var functionOrigins = FunctionOrigins()

    /// The collating sequences that were added or removed.
    var collationOrigins = CollationOrigins()

    /// The geometries of R-trees that were added, by name in lower case.
    var geometries: Set<ExactName> = []

    /// The ends of runs and statements that were deferred while a collation was called.
    var deferredEnds: [DeferredEnd] = []

    /// Whether an interrupt outlasts its transaction, because a statement or BLOB of the C interface is still
    /// in use.
    var hasLastingInterrupt = false

    /// Whether ``performDeferredWork()`` is running.
    var isPerformingDeferredWork = false

    /// The number of compilations in progress.
    var compilations = 0

    /// The number of BLOBs that are open for writing.
    var openBlobWriters = 0

    /// The first statement in the list of all existing statements.
    ///
    /// SAFETY: A statement retains this handle and removes itself from the list in its `deinit`, so
    /// every reference in the list is valid.
    var firstStatement: Unmanaged<Statement>?

    /// Whether closing or releasing this object closes the `sqlite3`.
    let ownership: Connection.Ownership

    let useCheck = UseCheck()

    /// Wraps an open handle.
    init(_ pointer: OpaquePointer?, ownership: Connection.Ownership) {
        self.pointer = pointer
        self.ownership = ownership
        wasUsedUnsafely = ownership == .borrowed
        stopFlag = StopFlag()
        link.handle = self
    }

    deinit {
        link.handle = nil
        for end in deferredEnds { end.perform() }
        if let pointer { removeHandlers(from: pointer) }
        defer { closings.forEach { $0() } }
        guard ownership == .owned else { return }
        // Unlike sqlite3_close(), this function accepts a handle with open statements that were prepared with
        // the C API: the handle closes when the last of them is finalized.
        _ = link.releasingDestroyed { sqlite3_close_v2(pointer) }
    }

    // MARK: - Closing

    /// The pointer, for a call that needs an open connection.
    func open() throws(SQLiteError) -> OpaquePointer {
        try useCheck.begin(nil)
        useCheck.end()
        guard executionBlocks.isDisjoint(with: .refusingAllUse) else { throw refusal(of: nil) }
        guard let pointer else { throw SQLiteError.connectionClosed }
        return pointer
    }

    /// Call this before other code receives a pointer of the C interface.
    func willBeUsedUnsafely() {
        wasUsedUnsafely = true
        guard writeRecorder != nil else { return }
        if let pointer { removeRecorders(from: pointer) }
        connection?.delegates.collector?.didEndRun()
    }

    /// Closes the handle, or only discards it if it is borrowed. Both fail while statements are alive.
    ///
    /// C: `sqlite3_close`, which also fails while BLOB handles or backups are open.
    func close() throws(SQLiteError) {
        let pointer = try open()
        try requireNoCallback()
        performDeferredWork()
        guard self.pointer != nil else { throw SQLiteError.connectionClosed }
        // Closing releases the functions. Objects that they retain may use the connection in their `deinit`,
        // when it must already be closed.
        self.pointer = nil
        do {
            switch ownership {
            case .owned: try closeOwned(pointer)
            case .borrowed:
                try requireNoStatements()
                removeHandlers(from: pointer)
            }
        } catch {
            self.pointer = pointer
            throw error
        }
        forget(pointer)
        releaseClosures()
    }

    /// Removes the callbacks that refer to this object.
    private func removeHandlers(from pointer: OpaquePointer) {
        if authorizer != nil || readRecorder != nil || writeRecorder != nil {
            authorizer = nil
            removeRecorders(from: pointer)
        }
        if budget != nil { sqlite3_progress_handler(pointer, 0, nil, nil) }
        setWALHook(false, on: pointer)
        lockWait?.uninstall(from: pointer)
    }

    private func removeRecorders(from pointer: OpaquePointer) {
        // The callback of an authorizer calls the recorders.
        if authorizer == nil { sqlite3_set_authorizer(pointer, nil, nil) }
        writeRecorder = nil
        readRecorder = nil
    }

    private func closeOwned(_ pointer: OpaquePointer) throws(SQLiteError) {
        let code = link.releasingDestroyed { sqlite3_close(pointer) }
        guard code != SQLITE_OK else { return }
        self.pointer = pointer
        throw error(code, sql: nil)
    }

    /// While SQLite compiles SQL or compares keys, it would close without detecting that it is in use.
    private func requireNoCallback() throws(SQLiteError) {
        guard !executionBlocks.contains(.insideBackup) else { throw SQLiteError.insideBackup(nil) }
        guard compilations > 0 || executionBlocks.contains(.insideCollation) else { return }
        throw SQLiteError(.busy, message: "unable to close while SQLite is calling back")
    }

    private func requireNoStatements() throws(SQLiteError) {
        guard firstStatement != nil else { return }
        throw SQLiteError(.busy, message: "unable to close while statements are alive")
    }
}
