import DataLiteC
import DataLiteSyntax

extension Connection {
    /// Prepares a statement. C: `sqlite3_prepare_v3`.
    ///
    /// - Throws: what SQLite reports, with the offset in the text; `SQLITE_MISUSE` if the text
    ///   contains no statement, or anything but white space and comments after the first one.
    public func prepare(
        sql: String, options: Statement.Options = []
    ) throws(SQLiteError) -> Statement {
        try makeStatement(sql: sql, options: options, connection: self)
    }

    /// Prepares a statement, for code that knows the connection only by its protocol.
    @_disfavoredOverload
    public func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol {
        try makeStatement(sql: sql, options: options, connection: self)
    }

    /// Prepares a statement and binds its parameters.
    ///
    /// - Throws: as ``prepare(sql:options:)->Statement``; `SQLITE_RANGE` if the parameters and their values do
    ///   not match.
    public func prepare(
        _ sql: SQL, options: Statement.Options = []
    ) throws(SQLiteError) -> Statement {
        let statement: Statement = try prepare(sql: sql.text, options: options)
        try statement.bindAll(sql.parameters)
        return statement
    }

    /// Runs every statement of a script, one after the other. Rows are discarded.
    ///
    /// - Throws: the error of the first statement that fails; the ones before it have been run.
    ///   `SQLITE_RANGE` for a statement with parameters, because a script has no values for them.
    public func execute(script: String) throws(SQLiteError) {
        try statements(in: script).run()
    }

    /// Finalises the statements in the cache that are not in use.
    public func clearStatementCache() {
        let removed = (cache.removeAll(), transactionStatements)
        transactionStatements = TransactionStatements()
        withExtendedLifetime(removed) {}
    }

    /// A statement from the cache, or a new one. Its parameters are not bound.
    func leasedStatement(_ utf8: UnsafeBufferPointer<UInt8>) throws(SQLiteError) -> Statement {
        if let statement = cache.take(utf8) {
            if let recorder = handle.readRecorder { statement.recordReads(recorder) }
            return statement
        }
        let statement = try makeStatement(utf8, options: .persistent, connection: nil)
        // What changes the connection is noted when it is prepared, so it is prepared each time.
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

    /// SQLite stops at the end of the first statement, and at a NUL character, without an error.
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
