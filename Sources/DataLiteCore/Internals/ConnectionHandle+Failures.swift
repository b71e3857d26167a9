import DataLiteC
import Foundation

extension ConnectionHandle {
    /// The error of a failed call on this connection, with the underlying Swift error if one of the
    /// library's callbacks made the call fail.
    func error(_ code: Int32, sql: String?) -> SQLiteError {
        if executionBlocks.contains(.collationFailed), let failure = takeCollationFailure(sql) {
            return failure
        }
        if let failure = waitFailure(code, sql: sql) { return failure }
        // Where SQLite asks the authorizer, a limit is reported as its answer.
        if [.interrupt, .auth, .error].contains(ResultCode(code).primary),
            let failure = budget?.error(sql)
        {
            return failure
        }
        var error = SQLiteError(ResultCode(code), lastErrorOn: pointer)
        error.sql = sql
        if error.message.hasSuffix("SQL statements in progress") {
            error = error.naming(error.resultCode == .busy ? runningWriters : runningStatements)
        }
        error = explainReadOnly(error)
        if !pendingFailures.isEmpty {
            // The failures are removed before they are released, because releasing an error may use the
            // connection.
            let failures = pendingFailures
            pendingFailures = []
            if let failure = failures.last(where: { $0.explains(error) }) {
                error = failure.explaining(error)
            }
        }
        return error
    }

    /// Keeps the error of a callback until SQLite reports it. The number of kept errors is limited, because
    /// SQLite may never report some of them.
    func willFail(_ origin: PendingFailure.Origin, _ error: any Error) {
        // Released after the change, because releasing an error may use the connection.
        let oldest = pendingFailures.count == 16 ? pendingFailures.removeFirst() : nil
        pendingFailures.append(PendingFailure(origin: origin, error: error))
        withExtendedLifetime(oldest) {}
    }

    /// Takes the error that code of a module has just thrown, if it threw one.
    func takeModuleFailure() -> (any Error)? {
        guard case .module? = pendingFailures.last?.origin else { return nil }
        return pendingFailures.removeLast().error
    }

    /// Returns the error of a window function that SQLite has discarded, as an error of the statement.
    ///
    /// - Returns: `nil` if SQLite has reported the error: then `code` is an error.
    func takeHiddenFailure(_ code: Int32, sql: String) -> SQLiteError? {
        discardWindowFailure()
        guard !ResultCode(code).isError else { return nil }
        guard let failure = pendingFailures.popLast(),
            case .function(let message, let code) = failure.origin
        else { return nil }
        return SQLiteError(code, message: message, sql: sql, underlyingError: failure.error)
    }

    /// Ignores the failure of a window function. Failures of collations are still to be reported.
    @inline(never)
    func discardWindowFailure() {
        hasHiddenFailure = executionBlocks.contains(.collationFailed)
    }

    /// Whether a statement may run now.
    @inline(__always)
    var canRunStatements: Bool {
        executionBlocks.isEmpty && (!stopFlag.isSet || ignoresStop)
    }

    /// Performs the work that must be done before a statement runs, if that is why ``canRunStatements`` is
    /// false.
    ///
    /// - Parameter statement: The statement that is about to be stepped.
    /// - Returns: Whether a statement may run now.
    @inline(never)
    func canRunAfterDeferredWork(before statement: Statement? = nil) -> Bool {
        if !executionBlocks.isDisjoint(with: .workDeferred) { performDeferredWork() }
        if executionBlocks.contains(.collationFailed) { dropUnreportedCollationFailures() }
        guard executionBlocks.isDisjoint(with: .refusing), !stopFlag.isSet || ignoresStop else {
            return false
        }
        if executionBlocks.contains(.limited), !ignoresStop, budget?.isExceeded() == true {
            return false
        }
        guard let statement else { return true }
        if executionBlocks.contains(.collecting) {
            connection?.delegates.collector?.willStep(statement)
        }
        if let runClock, !statement.isInRun { statement.runStart = runClock.now }
        return true
    }

    /// The error that explains why ``canRunStatements`` is false.
    func refusal(of sql: String?) -> SQLiteError {
        if executionBlocks.contains(.retired) {
            var error = SQLiteError.connectionUsedAfterClosure
            error.sql = sql
            return error
        }
        if executionBlocks.isDisjoint(with: .refusing) {
            return budget?.error(sql) ?? .stopped(sql ?? "")
        }
        if executionBlocks.contains(.insideAuthorizer) { return .insideAuthorizer(sql) }
        if executionBlocks.contains(.insideStrictHook) { return .insideStrictHook(sql) }
        if executionBlocks.contains(.insideBusyHandler) { return .insideBusyHandler(sql) }
        if executionBlocks.contains(.insideProgressHandler) { return .insideProgressHandler(sql) }
        if executionBlocks.contains(.insideBackup) { return .insideBackup(sql) }
        let sql = sql ?? ""
        if executionBlocks.contains(.insideHook) { return .insideDelegate(sql) }
        if executionBlocks.contains(.insideCollation) { return .insideCollation(sql) }
        if executionBlocks.contains(.nestedTooDeep) { return link.nestingError(sql) }
        return scopes.refusal(of: sql)
            ?? SQLiteError(
                .abortRollback,
                message: "a rollback is pending: no statement can run before it",
                sql: sql)
    }
}

extension ConnectionHandle.PendingFailure {
    /// Whether this failure caused an error: SQLite may have ignored the error of one function and reported
    /// the error of another.
    fileprivate func explains(_ error: SQLiteError) -> Bool {
        switch origin {
        case .function(let message, let code): error.resultCode == code && error.message == message
        case .commitHook: error.resultCode == .constraintCommitHook
        // SQLite reports a denied function as SQLITE_ERROR.
        case .authorizer:
            error.resultCode.primary == .auth || error.message.hasPrefix("not authorized")
        case .collationNeeded: error.message.hasPrefix("no such collation sequence")
        // SQLite has no message for it.
        case .module:
            error.resultCode == .error
                && (error.message == "SQL logic error"
                    || error.message.hasSuffix("error in tokenizer constructor"))
        }
    }

    /// The error of SQLite with this failure as its cause.
    fileprivate func explaining(_ error: SQLiteError) -> SQLiteError {
        let code: ResultCode
        let failed: String
        switch origin {
        case .module(let owner):
            (code, failed) = ((self.error as? FunctionError)?.reportedCode ?? .error, owner)
        // SQLite only says "constraint failed".
        case .commitHook: (code, failed) = (error.resultCode, "the commit was refused")
        default:
            var error = error
            error.underlyingError = self.error
            return error
        }
        let text = MessageText.start(of: self.error.explanation, bytes: MessageText.messageLimit)
        return SQLiteError(
            code, message: "\(failed): \(text)", sql: error.sql, underlyingError: self.error)
    }
}

// MARK: - Failures of writes to read-only databases

// Errors of connections that SQLite has opened for reading only. SQLite's messages do not tell the reason.

extension ConnectionHandle {
    /// Explains an error of a connection that cannot write although reading, or its owner, requires it.
    func explainReadOnly(_ error: SQLiteError) -> SQLiteError {
        let code = error.resultCode
        guard code.primary == .readonly || code.primary == .cantOpen, let pointer else {
            return error
        }
        let isReadOnly = sqlite3_db_readonly(pointer, "main") == 1
        // SQLite has opened the WAL for reading only, because it could not open it for writing. A pool replaces the
        // connection.
        if !isReadOnly, notesChanges, code.primary == .readonly { changes.insert(.settings) }
        guard isReadOnly, let path = String(repairing: sqlite3_db_filename(pointer, "main")),
            let explanation = explanation(of: code, path)
        else { return error }
        return SQLiteError(code, message: explanation, sql: error.sql, underlyingError: error)
    }

    private func explanation(of code: ResultCode, _ path: String) -> String? {
        let name = "\"\(MessageText.path(path))\""
        if code == .readonlyRollback {
            let isMain = access(path + "-journal", F_OK) == 0
            return
                "cannot read \(isMain ? name : "an attached file"): a program ended while it was writing to "
                + "the file; open the file for writing once, which undoes its changes"
        }
        // SQLITE_READONLY itself is the error of a write.
        guard code != .readonly, let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            faccessat(AT_FDCWD, String(path[...folder]), W_OK, AT_EACCESS) != 0, isInWALFormat
        else { return nil }
        return
            "cannot read \(name): it is in WAL mode, and SQLite cannot create its -wal and -shm files because "
            + "the directory is read-only; set access to .immutable, or immutable=1 in the URI of a connection, if "
            + "no program changes the file, or change the file to another journal mode before it is shipped"
    }

    /// Whether the header of the main database says that it is in WAL mode. It is read through the open file, because
    /// closing another descriptor of the file would remove the locks of all connections of the process.
    private var isInWALFormat: Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        var versions: [UInt8] = [0, 0]
        guard let file, let methods = file.pointee.pMethods?.pointee,
            methods.xRead(file, &versions, 2, 18) == SQLITE_OK
        else { return false }
        return versions.contains(2)
    }
}

// MARK: - UseCheck

#if DEBUG
    /// Detects two mistakes that may damage a database or the memory of the process: a connection that is used in a
    /// process that `fork` has created, and one that two threads use at the same time. Only debug builds do this.
    final class UseCheck: Sendable {
        private struct User {
            let thread: pthread_t
            var depth: Int
        }

        private let process = getpid()
        private let user = Locked<User?>(nil)

        /// Call this before a use that calls C code, and ``end()`` after it. A use may contain others on its thread.
        ///
        /// - Throws: `SQLITE_MISUSE` if the connection must not be used; do not call ``end()`` then.
        func begin(_ sql: @autoclosure () -> String?) throws(SQLiteError) {
            // First, because another thread of the parent process may have held the lock.
            guard getpid() == process else { throw .usedAfterFork(sql()) }
            let current = pthread_self()
            let isFree = user.withLock { user in
                guard let other = user else {
                    user = User(thread: current, depth: 1)
                    return true
                }
                guard pthread_equal(other.thread, current) != 0 else { return false }
                user = User(thread: current, depth: other.depth + 1)
                return true
            }
            guard isFree else { throw .usedOnTwoThreads(sql()) }
        }

        func end() {
            user.withLock { user in
                guard let current = user else { return }
                user =
                    current.depth > 1
                    ? User(thread: current.thread, depth: current.depth - 1) : nil
            }
        }
    }

    extension SQLiteError {
        /// A use of a connection in a child process.
        fileprivate static func usedAfterFork(_ sql: String?) -> SQLiteError {
            SQLiteError.misuse(
                "the connection was opened before fork(): the child process must not use it, but open its own",
                sql: sql)
        }

        /// A use of a connection while another thread uses it.
        fileprivate static func usedOnTwoThreads(_ sql: String?) -> SQLiteError {
            SQLiteError.misuse(
                "another thread is using the connection: give each thread its own connection",
                sql: sql)
        }
    }
#else
    struct UseCheck {
        @inline(__always)
        func begin(_ sql: @autoclosure () -> String?) throws(SQLiteError) {}

        @inline(__always)
        func end() {}
    }
#endif
