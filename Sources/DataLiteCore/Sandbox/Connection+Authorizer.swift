import DataLiteC

extension Connection {
    /// The authorizer of the connection, if one was set with ``setAuthorizer(_:)``.
    public var authorizer: Authorizer? { handle.authorizer as? Authorizer }

    /// Sets the authorizer of the connection, or removes it.
    ///
    /// It applies to every statement: prepared and cached statements are compiled again before their next run, so they
    /// cannot escape it. It also applies to the statements of the library, such as those that read the schema.
    ///
    /// SQLite has one authorizer for each connection, so one that was set with the C interface is replaced. The library's
    /// own use of it, for observation, continues.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is running, because it would run to its end without the authorizer.
    public func setAuthorizer(_ authorizer: Authorizer?) throws(SQLiteError) {
        guard authorizer != nil || handle.authorizer != nil else { return }
        try handle.noteSettingChange("authorizer")
        try replaceAuthorizer(authorizer)
    }
}

extension ConnectionProtocol {
    /// Runs a closure with an authorizer, which applies in addition to the one that is set.
    ///
    /// ```swift
    /// let count: Int? = try db.withAuthorizer(.readOnly) {
    ///     try db.value(SQL(raw: textOfUser))
    /// }
    /// ```
    ///
    /// Statements that the closure leaves running are ended.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is running; `SQLITE_MISUSE` for a connection that is not SQLite's, such
    ///   as a stub; the error of the closure.
    @discardableResult
    public func withAuthorizer<R>(_ authorizer: Authorizer, _ body: () throws -> R) throws -> R {
        guard let connection = runningConnection else {
            throw SQLiteError.misuse("\(type(of: self)) does not support authorizers")
        }
        let outer = connection.authorizer
        try connection.replaceAuthorizer(outer.map { .all($0, authorizer) } ?? authorizer)
        let result: R
        do {
            result = try body()
        } catch {
            connection.restoreAuthorizer(outer)
            throw error
        }
        connection.restoreAuthorizer(outer)
        return result
    }
}

extension Connection {
    fileprivate func replaceAuthorizer(_ authorizer: Authorizer?) throws(SQLiteError) {
        _ = try handle.open()
        handle.performDeferredWork()
        guard !handle.hasRunningStatement else {
            throw SQLiteError(
                .busy, message: "the authorizer cannot be changed while a statement is running")
        }
        clearStatementCache()
        handle.authorizer = authorizer
        handle.updateAuthorizer()
    }

    /// Restores the previous authorizer, after ending all statements.
    fileprivate func restoreAuthorizer(_ outer: Authorizer?) {
        guard !isClosed else { return }
        handle.abortStatements()
        clearStatementCache()
        handle.authorizer = outer
        handle.updateAuthorizer()
    }
}

extension ConnectionHandle {
    /// Sets the callback of SQLite for the authorizer and for the recorders.
    func updateAuthorizer() {
        guard let pointer else { return }
        // Setting a callback expires all statements, including those compiled with ignored columns; removing one
        // does not.
        sqlite3_set_authorizer(
            pointer,
            { context, code, first, second, schema, source in
                guard let context else { return SQLITE_OK }
                // SAFETY: the handle removes the callback before it is released.
                return Unmanaged<ConnectionHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.authorize(code, first, second, schema, source)
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        guard authorizer == nil else { return }
        if let readRecorder {
            readRecorder.install(on: pointer)
        } else if let writeRecorder {
            writeRecorder.install(on: pointer)
        } else {
            sqlite3_set_authorizer(pointer, nil, nil)
        }
    }

    private func authorize(
        _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?
    ) -> Int32 {
        if code == SQLITE_READ, let first { readRecorder?.didRead(first, second, schema) }
        writeRecorder?.note(code, first, second, schema)
        guard let authorizer else { return SQLITE_OK }
        if let budget, !ignoresStop, budget.chargeAuthorization() { return SQLITE_DENY }
        return authorizer.authorize(code, first, second, schema, source, on: self)
    }
}

extension Authorizer: StatementAuthorizer {
    func authorize(
        _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?, _ source: UnsafePointer<CChar>?,
        on handle: ConnectionHandle
    ) -> Int32 {
        let action = SQLAction(
            code, String(repairing: first), String(repairing: second),
            schema: String(repairing: schema), source: String(repairing: source))
        do {
            return try handle.whileRefusingAllUse(of: .insideAuthorizer) {
                try decide(action).code
            }
        } catch {
            handle.willFail(.authorizer, error)
            return SQLITE_DENY
        }
    }
}

extension Authorization {
    fileprivate var code: Int32 {
        switch self {
        case .allow: SQLITE_OK
        case .ignore: SQLITE_IGNORE
        case .deny: SQLITE_DENY
        }
    }
}
