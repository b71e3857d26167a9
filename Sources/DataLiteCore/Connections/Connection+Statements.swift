import DataLiteC
import DataLiteSyntax

extension Connection {
    /// Prepares a statement. C: `sqlite3_prepare_v3`.
    ///
    /// - Throws: An `SQLiteError` with the offset in the SQL if it cannot be compiled; `SQLITE_MISUSE` if it
    ///   contains no statement, or anything but whitespace and comments after the first one.
    public func prepare(
        sql: String, options: Statement.Options = []
    ) throws(SQLiteError) -> Statement {
        try makeStatement(sql: sql, options: options, connection: self)
    }

    /// Prepares a statement, for code that uses the connection through its protocol.
    @_disfavoredOverload
    public func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol {
        try makeStatement(sql: sql, options: options, connection: self)
    }

    /// Prepares a statement and binds the values of the interpolations. Without interpolations, nothing is bound.
    ///
    /// - Throws: The same errors as ``prepare(sql:options:)->Statement``; `SQLITE_RANGE` if there are interpolations
    ///   and other parameters.
    public func prepare(
        _ sql: SQL, options: Statement.Options = []
    ) throws(SQLiteError) -> Statement {
        let statement: Statement = try prepare(sql: sql.text, options: options)
        if !sql.parameters.isEmpty { try statement.bindAll(sql.parameters) }
        return statement
    }

    /// Runs the statements of a script in order. Rows are discarded.
    ///
    /// - Throws: The error of the first statement that fails; the statements before it have been run, and a transaction
    ///   that the script has begun is rolled back. `SQLITE_RANGE` for a statement with parameters, because a script has
    ///   no values for them.
    public func execute(script: String) throws(SQLiteError) {
        try endingFailedTransaction { () throws(SQLiteError) in try statements(in: script).run() }
    }

    /// Runs a script, and rolls back the transaction that it has begun if it fails. Otherwise later statements would
    /// run in that transaction and be lost when the connection is closed.
    package func endingFailedTransaction<Failure: Error>(
        _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        let isOutsideTransaction = isAutocommit
        do {
            try body()
        } catch {
            if isOutsideTransaction, !isAutocommit { _ = try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Finalizes the cached statements that are not in use.
    public func clearStatementCache() {
        let removed = (cache.removeAll(), transactionStatements)
        transactionStatements = TransactionStatements()
        withExtendedLifetime(removed) {}
    }

    /// Returns a statement from the cache, or a new one. Its parameters are not bound.
    func leasedStatement(_ utf8: UnsafeBufferPointer<UInt8>) throws(SQLiteError) -> Statement {
        if let statement = cache.take(utf8) {
            if let recorder = handle.readRecorder { statement.recordReads(recorder) }
            return statement
        }
        let statement = try makeStatement(utf8, options: .persistent, connection: nil)
        // A change of the connection is recorded when its statement is prepared, so it is prepared each time.
        guard !statement.changesConnection else { return statement }
        let removed = cache.adopt(statement, for: utf8)
        withExtendedLifetime(removed) {}
        return statement
    }

    private func makeStatement(
        sql: String, options: Statement.Options, connection: Connection?
    ) throws(SQLiteError) -> Statement {
        var sql = sql
        let result = sql.withUTF8 { bytes in
            Result { () throws(SQLiteError) in
                try makeStatement(bytes, options: options, connection: connection)
            }
        }
        return try result.get()
    }

    func makeStatement(
        _ bytes: UnsafeBufferPointer<UInt8>, options: Statement.Options, connection: Connection?
    ) throws(SQLiteError) -> Statement {
        let prepared = try handle.prepare(bytes, options: options)
        guard let pointer = prepared.statement else {
            try Self.requireEnd(of: bytes, from: prepared.end)
            throw SQLiteError.noStatement(in: String(decoding: bytes, as: UTF8.self))
        }
        let statement = Statement(pointer: pointer, handle: handle, connection: connection)
        statement.changesConnection = prepared.changesConnection
        statement.changesStorage = prepared.changesStorage
        try Self.requireEnd(of: bytes, from: prepared.end)
        return statement
    }

    /// Throws if anything follows the first statement: SQLite stops there, and at a NUL character, without an
    /// error.
    package static func requireEnd(
        of bytes: UnsafeBufferPointer<UInt8>, from end: Int
    ) throws(SQLiteError) {
        guard let offset = SQLTokenizer(bytes).firstToken(from: end) else { return }
        throw SQLiteError(
            .misuse,
            message: bytes[offset] == 0
                ? "the SQL text contains a NUL character"
                : "unexpected text after the first statement: run a script with execute(script:)",
            sql: String(decoding: bytes, as: UTF8.self),
            offset: offset)
    }
}
