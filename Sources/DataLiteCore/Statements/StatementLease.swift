/// The use of a statement for one run.
///
/// Every one-line method, every cursor and the modules above the core take their statements through
/// ``ConnectionProtocol/lease(_:)`` and finish with ``end()`` or ``discard()``. A statement of
/// SQLite is then returned to its connection's cache; any other is released.
@usableFromInline
package struct StatementLease {
    @usableFromInline package let statement: any StatementProtocol

    /// The statement, if it is a ``Statement``. It is then called without a witness call and
    /// without retaining it. ``statement`` keeps it alive.
    @usableFromInline package let sqlite: Unmanaged<Statement>?

    init(_ statement: any StatementProtocol) {
        self.statement = statement
        sqlite = statement.sqliteStatement
    }

    init(_ statement: Statement) {
        self.statement = statement
        sqlite = .passUnretained(statement)
    }

    // MARK: - Running

    /// Runs the statement to its next row, or to its end.
    ///
    /// - Returns: Whether there is a row.
    @inlinable
    @inline(__always)
    package func step() throws(SQLiteError) -> Bool {
        guard let sqlite else { return try statement.step() }
        // `_withUnsafeGuaranteedRef` cannot rethrow a typed error.
        return try sqlite._withUnsafeGuaranteedRef { statement in
            Result { () throws(SQLiteError) in try statement.step() }
        }.get()
    }

    /// Runs the statement to its end; its rows are discarded.
    package func stepToEnd() throws(SQLiteError) {
        while try step() {}
    }

    /// Binds a value to a parameter.
    package func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        guard let sqlite else { return try statement.bind(value, at: index) }
        try sqlite._withUnsafeGuaranteedRef { statement in
            Result { () throws(SQLiteError) in try statement.bind(value, at: index) }
        }.get()
    }

    /// The row that the statement is on.
    package func currentRow() -> SQLiteRow? {
        guard let sqlite else { return statement.currentRow() }
        return sqlite._withUnsafeGuaranteedRef { $0.currentRow() }
    }

    /// Whether a step of the statement is running or one of its columns is being read, so that its
    /// run cannot be ended now. This is known only for a ``Statement``.
    package var isHeld: Bool {
        guard let sqlite else { return false }
        return sqlite._withUnsafeGuaranteedRef {
            $0.busyReason == .stepping || $0.busyReason == .reading
        }
    }

    // MARK: - Ending

    /// Resets the statement and returns it to the cache it came from.
    ///
    /// - Throws: An error caused by ending the run: an `INSERT ... RETURNING` that was not read to
    ///   its end commits only now. The statement is returned even if this throws.
    @usableFromInline
    package func end() throws(SQLiteError) {
        guard let sqlite else { return try statement.reset() }
        let result = sqlite._withUnsafeGuaranteedRef { statement in
            Result { () throws(SQLiteError) in try statement.endLease() }
        }
        return try result.get()
    }

    /// Resets and returns the statement after an error. An error of the reset is ignored.
    ///
    /// Outside a transaction, what the statement has written is undone if one of its rows caused the error.
    @usableFromInline
    package func discard() {
        sqlite?._withUnsafeGuaranteedRef { $0.undoWrites() }
        try? end()
    }

    /// Calls `body`, then ends the lease.
    @inlinable
    @inline(__always)
    package func use<R>(
        _ body: (StatementLease) throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        let result: R
        do {
            result = try body(self)
        } catch {
            discard()
            throw error
        }
        try end()
        return result
    }
}

extension Statement {
    /// Rolls back what a run that is on a row has written, unless a transaction or another statement that writes
    /// decides about it: after `BEGIN`, the end of the run does not commit.
    fileprivate func undoWrites() {
        guard isBusy, !isReadonly, handle.isAutocommit, let connection = handle.connection,
            handle.runningWriters.count == 1,
            (try? connection.beginTransaction(.deferred)) != nil
        else { return }
        try? connection.rollbackTransaction()
    }

    /// Resets the statement, releases large bound values of a cached one and makes it available again.
    ///
    /// Small values stay bound: the next lease of a cached statement binds every parameter.
    fileprivate func endLease() throws(SQLiteError) {
        guard !handle.executionBlocks.contains(.insideCollation) else {
            return handle.endLater(.lease(StatementLease(self)))
        }
        defer {
            if holdsCopiedParameters, isCached { try? clearBindings() }
            columnsBeforeRun = nil
            isLeased = false
        }
        try reset()
    }
}

// MARK: - Beginning

extension ConnectionProtocol {
    /// A statement for the text of `sql`, with its parameters not bound.
    @usableFromInline
    package func lease(_ sql: SQL) throws(SQLiteError) -> StatementLease {
        guard let connection = sqliteConnection else {
            return StatementLease(try prepare(sql: sql.text, options: []))
        }
        return try connection._withUnsafeGuaranteedRef { connection in
            sql.withUTF8 { utf8 in
                Result { () throws(SQLiteError) in try connection.leasedStatement(utf8) }
            }
        }.map(StatementLease.init).get()
    }

    /// A statement for an SQL string, with its parameters not bound.
    @usableFromInline
    package func lease(sql: String) throws(SQLiteError) -> StatementLease {
        guard let connection = sqliteConnection else {
            return StatementLease(try prepare(sql: sql, options: []))
        }
        var sql = sql
        return try connection._withUnsafeGuaranteedRef { connection in
            sql.withUTF8 { utf8 in
                Result { () throws(SQLiteError) in try connection.leasedStatement(utf8) }
            }
        }.map(StatementLease.init).get()
    }

    /// This connection as a ``Connection``, if it is one. This is the only place where the library
    /// distinguishes a connection to SQLite from other types.
    @inline(__always)
    package var sqliteConnection: Unmanaged<Connection>? {
        let object = self as AnyObject
        let isSQLite = ObjectIdentifier(type(of: object)) == ObjectIdentifier(Connection.self)
        guard _fastPath(isSQLite) else { return nil }
        // SAFETY: the dynamic type was compared with `Connection`, which is final.
        return .fromOpaque(Unmanaged.passUnretained(object).toOpaque())
    }
}
