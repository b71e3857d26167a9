import DataLiteC
import DataLiteSyntax

extension ConnectionHandle {
    /// Initializes the library once, before the first connection is opened. Opening would initialize it too, but SQLite
    /// counts as initialized before it has run `SQLITE_EXTRA_INIT`, with which SQLCipher adds its functions: connections
    /// that other threads open at the same moment would lack them.
    private static let initialization = sqlite3_initialize()

    /// C: `sqlite3_open_v2`.
    static func open(
        _ filename: String, flags: Int32, vfs: String?
    ) throws(SQLiteError) -> ConnectionHandle {
        guard !ThreadFlags.isSet(.callingLog) else { throw SQLiteError.insideLog(nil) }
        // If this fails, opening reports it.
        _ = initialization
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(filename, &pointer, flags, vfs)
        guard let pointer else {
            throw SQLiteError(.nomem, message: "cannot open \"\(filename)\": out of memory")
        }
        // SQLite returns a handle even if opening failed; it contains the error.
        let handle = ConnectionHandle(pointer, ownership: .owned)
        sqlite3_extended_result_codes(pointer, 1)
        guard code == SQLITE_OK else {
            let cause = SQLiteError(ResultCode(code), lastErrorOn: pointer)
            var error = SQLiteError(
                cause.resultCode, message: "cannot open \"\(filename)\": \(cause.message)")
            error.systemErrorCode = cause.systemErrorCode
            throw error
        }
        return handle
    }

    /// Turns a feature on or off. Throws if the running SQLite was built without this option. C:
    /// `sqlite3_db_config`.
    func turn(_ option: Int32, on isOn: Bool, _ feature: String) throws(SQLiteError) {
        let pointer = try open()
        var result: Int32 = -1
        try check(datalite_db_config_switch(pointer, option, isOn ? 1 : 0, &result), on: pointer)
        guard (result == 1) != isOn else { return }
        throw SQLiteError(
            .error, message: "the running SQLite cannot turn \(feature) \(isOn ? "on" : "off")")
    }

    /// Releases the closures that nothing calls after the connection was closed. They may retain the connection, or use
    /// it when they are released.
    func releaseClosures() {
        let released = (authorizer, functionOrigins)
        authorizer = nil
        functionOrigins = FunctionOrigins()
        if let lockWait { lockWait.setPolicy(.limit(lockWait.limit)) }
        withExtendedLifetime(released) {}
    }
}

// MARK: - Finding the handle of a connection

extension ConnectionHandle {
    /// The handles of all connections by their `sqlite3 *`, for statements created with the C interface.
    //
    // SAFETY: private, and accessed only within `withLock`. A connection removes its handle when it is
    // released, and a handle is looked up on the thread of its connection, so every reference is valid. If
    // SQLite was built for a single thread, the mutex does nothing, and only one thread may use the library.
    nonisolated(unsafe) private static var handles: [OpaquePointer: Unmanaged<ConnectionHandle>] =
        [:]

    private static func withLock<R>(_ body: () -> R) -> R {
        let mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1)
        sqlite3_mutex_enter(mutex)
        defer { sqlite3_mutex_leave(mutex) }
        return body()
    }

    /// Returns the handle of the connection that uses a `sqlite3 *`, or else a new handle that does not close
    /// it. Call this on the connection's thread.
    static func handle(for pointer: OpaquePointer?) -> ConnectionHandle {
        let known = withLock { pointer.flatMap { handles[$0]?.takeUnretainedValue() } }
        return known ?? ConnectionHandle(pointer, ownership: .borrowed)
    }

    /// Call this when a connection starts to use the handle.
    func attach(_ connection: Connection) {
        self.connection = connection
        guard let pointer else { return }
        Self.withLock { Self.handles[pointer] = .passUnretained(self) }
    }

    /// Call this when the connection is released.
    func detach() {
        connection = nil
        if let pointer { forget(pointer) }
    }

    /// Call this after the handle is closed. Its address may then belong to another handle.
    func forget(_ pointer: OpaquePointer) {
        Self.withLock {
            guard Self.handles[pointer]?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
            else { return }
            Self.handles[pointer] = nil
        }
    }
}

// MARK: - Pragmas

// Pragmas that change, when SQLite compiles them, what the library relies on.

extension ConnectionHandle {
    enum WatchedPragma {
        /// It replaces the hook of the WAL.
        case automaticCheckpoint
        /// SQLite would call collations on several threads at the same time.
        case threads
    }

    func watchedPragma(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> WatchedPragma? {
        switch SQLScanner.connectionChange(in: bytes, from: start) {
        case .setting("wal_autocheckpoint"): .automaticCheckpoint
        case .setting("threads"): .threads
        default: nil
        }
    }

    /// Call this after the pragma was compiled.
    func didCompile(_ pragma: WatchedPragma) {
        switch pragma {
        case .automaticCheckpoint: restoreWALHook()
        case .threads: if hasCollations { sortOnOneThread() }
        }
    }

    /// Makes SQLite call the collations of the connection only on the thread that uses the connection.
    func sortOnOneThread() {
        hasCollations = true
        if let pointer { sqlite3_limit(pointer, SQLITE_LIMIT_WORKER_THREADS, 0) }
    }
}

// MARK: - Deferred work

// Work that cannot be done immediately, because a statement is running or SQLite is calling back: a rollback,
// and the end of a run. No statement starts before the work is done.

extension ConnectionHandle {
    /// The end of a run, of a statement, or of hooks.
    enum DeferredEnd {
        case lease(StatementLease)
        case statement(OpaquePointer, ParameterBytes)
        /// Hooks were cancelled by a call in which they cannot be removed.
        case hooks(DelegateList)

        func perform() {
            switch self {
            case .hooks(let list): list.hooksDidChange()
            case .lease(let lease):
                try? lease.end()
            case .statement(let pointer, let parameterBytes):
                sqlite3_finalize(pointer)
                parameterBytes.deallocate()
            }
        }
    }

    /// Ends a run, or a statement, when the collation that is being called returns.
    func endLater(_ end: DeferredEnd) {
        deferredEnds.append(end)
        executionBlocks.insert(.endsDeferred)
    }

    /// Rolls back immediately if possible, otherwise as soon as nothing prevents it.
    ///
    /// - Parameter statements: `ROLLBACK`, or the two statements that undo a savepoint.
    func rollBackWhenPossible(_ statements: [String]) {
        // A rollback of the transaction also undoes its savepoints.
        if statements.count == 1 { deferredRollback = [] }
        deferredRollback += statements
        executionBlocks.insert(.rollbackDeferred)
        performDeferredWork()
    }

    /// Performs the deferred work, unless the reason for deferring it still exists.
    ///
    /// SQLite calls delegates and releases objects during this call. They may end other runs, which calls
    /// this again without effect: the outermost call then continues.
    func performDeferredWork() {
        guard !isPerformingDeferredWork, executionBlocks.isDisjoint(with: .insideCallback) else {
            return
        }
        isPerformingDeferredWork = true
        defer { isPerformingDeferredWork = false }
        performDeferredEnds()
        if executionBlocks.contains(.rollbackDeferred) { performDeferredRollback() }
    }

    private func performDeferredEnds() {
        while !deferredEnds.isEmpty {
            executionBlocks.remove(.endsDeferred)
            let ends = deferredEnds
            deferredEnds = []
            for end in ends { end.perform() }
        }
    }

    private func performDeferredRollback() {
        while let sql = deferredRollback.first, let pointer, !isAutocommit {
            deferredRollback.removeFirst()
            let code = sqlite3_exec(pointer, sql, nil, nil, nil)
            if code == SQLITE_OK { connection?.delegates.noteRun(SQLScanner.kind(sql)) }
            guard code != SQLITE_OK, self.pointer != nil else { continue }
            if code == SQLITE_INTERRUPT, rollBackInterrupted() { continue }
            let undoesSavepoint = sql.contains("SAVEPOINT")
            // The closure itself has ended its savepoint: there is nothing to undo.
            if undoesSavepoint, code == SQLITE_ERROR { continue }
            if hasRunningStatement {
                deferredRollback.insert(sql, at: 0)
                return
            }
            // Any other failure is permanent. If the savepoint cannot be undone, the whole transaction is
            // rolled back.
            deferredRollback = ["ROLLBACK"]
            guard undoesSavepoint else { return }
        }
        deferredRollback = []
        executionBlocks.remove(.rollbackDeferred)
        if link.isNested { noteRollbackWhileWriting() }
        if scopes.depth > 0 { noteTransactionState(.rolledBack) }
    }

    /// Rolls back the transaction while SQLite still reports an interrupt. SQLite reports it until no
    /// statement is running, and a virtual table may keep one running: FTS5 and R-Tree keep a BLOB open from
    /// a write to the end of the transaction.
    ///
    /// An interrupted statement that could write rolls back the transaction
    /// (<https://www.sqlite.org/c3ref/interrupt.html>). `BEGIN IMMEDIATE` is such a statement, and fails
    /// without effect if there is no interrupt. It was prepared earlier, because SQLite compiles nothing
    /// after an interrupt.
    ///
    /// - Returns: Whether no transaction is open.
    private func rollBackInterrupted() -> Bool {
        guard !link.isNested, let begin = connection?.transactionStatements.immediate else {
            return false
        }
        begin.stepAndReset()
        hasLastingInterrupt = hasRunningStatement
        return isAutocommit
    }

    /// Whether a statement is running, including those of the C interface. C: `sqlite3_stmt_busy`.
    var hasRunningStatement: Bool { sqliteStatements.contains { sqlite3_stmt_busy($0) != 0 } }
}
