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

// MARK: - OpenStatement

/// A statement that keeps a connection from closing: see ``Connection/openStatements``.
public struct OpenStatement: Equatable, Sendable {
    /// The SQL text; empty for a BLOB that is open.
    public let sql: String

    /// Whether a run of the statement has started and has neither ended nor been reset.
    public let isRunning: Bool

    /// Whether the statement was not prepared by this library, but with the C interface or by a virtual table, such as
    /// one of FTS5. A virtual table finalizes its statements when the connection is closed.
    public let isForeign: Bool

    /// A statement, for mocks and tests.
    package init(sql: String, isRunning: Bool = false, isForeign: Bool = false) {
        (self.sql, self.isRunning, self.isForeign) = (sql, isRunning, isForeign)
    }
}

extension Connection {
    /// The statements that are prepared and not finalized, the latest first, except those that are idle in the cache of
    /// the connection.
    ///
    /// ```swift
    /// for statement in connection.openStatements where !statement.isForeign { print(statement.sql) }
    /// ```
    ///
    /// While there are any, ``close()`` throws `SQLITE_BUSY`. Empty if the connection is closed. C:
    /// `sqlite3_next_stmt`.
    public var openStatements: [OpenStatement] {
        handle.openStatements { !$0.isIdleInCache }
    }

    /// The error of a failed close, with the statements that are the reason for it.
    func closingError(_ error: SQLiteError) -> SQLiteError {
        guard error.resultCode.primary == .busy else { return error }
        return error.naming(handle.openStatements { _ in true })
    }
}

extension SQLiteError {
    /// The error with the statements that are the reason for it.
    func naming(_ statements: [OpenStatement]) -> SQLiteError {
        guard !statements.isEmpty else { return self }
        return SQLiteError(
            resultCode, message: message + ": \(OpenStatement.list(statements))", sql: sql)
    }
}

extension OpenStatement {
    /// The first statement and the number of the others, for messages.
    package static func list(_ statements: [OpenStatement]) -> String {
        let first = statements.first.flatMap { statement in
            statement.sql.isEmpty
                ? "an open BLOB" : SQLExcerpt(sql: statement.sql, offset: nil).lines.first
        }
        let others = statements.count - 1
        return (first ?? "") + (others > 0 ? " and \(others.counted("other"))" : "")
    }
}

extension ConnectionHandle {
    /// The statements that are running, including those of other users of the C interface.
    var runningStatements: [OpenStatement] { openStatements { _ in true }.filter(\.isRunning) }

    /// The running statements without those that only read. No transaction can be committed before they end.
    var runningWriters: [OpenStatement] { openStatements { !$0.isReadonly }.filter(\.isRunning) }

    /// The statements of SQLite, without those of the library that are not to be included.
    fileprivate func openStatements(_ isIncluded: (Statement) -> Bool) -> [OpenStatement] {
        var known: [OpaquePointer: Statement] = [:]
        for statement in statements { known[statement.pointer] = statement }
        return sqliteStatements.filter { known[$0].map(isIncluded) ?? true }.map { pointer in
            OpenStatement(
                sql: String(repairing: sqlite3_sql(pointer)) ?? "",
                isRunning: sqlite3_stmt_busy(pointer) != 0,
                isForeign: known[pointer]?.isOwned != true)
        }
    }
}

// MARK: - Memory

extension Connection {
    /// Releases memory that the connection does not need: cached pages and cached statements. C:
    /// `sqlite3_db_release_memory`.
    ///
    /// In the callback of a hook or a collation, this has no effect.
    public func releaseMemory() {
        guard handle.executionBlocks.isDisjoint(with: .insideCallback) else { return }
        clearStatementCache()
        if let pointer = handle.pointer { sqlite3_db_release_memory(pointer) }
    }

    /// Releases memory that all connections of the process use for cached pages. C: `sqlite3_release_memory`.
    ///
    /// - Parameter bytes: The number of bytes to release.
    /// - Returns: The number of bytes that were released, more or less than requested; 0 if the running SQLite was
    ///   built without `SQLITE_ENABLE_MEMORY_MANAGEMENT`.
    @discardableResult
    public static func releaseMemory(bytes: Int) -> Int {
        Int(sqlite3_release_memory(Int32(clamping: max(bytes, 0))))
    }

    /// Writes the changed pages of the open transaction to the file, as far as no statement uses them, which makes the
    /// page cache smaller. The transaction stays open. C: `sqlite3_db_cacheflush`.
    ///
    /// - Throws: `SQLITE_BUSY` if a lock that is needed to write cannot be obtained within the busy timeout; the error
    ///   of a write; `SQLITE_MISUSE` if the connection is closed.
    public func flushCache() throws(SQLiteError) {
        let pointer = try handle.open()
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "flushCache")
        }
        try check(sqlite3_db_cacheflush(pointer), on: pointer)
    }
}

// MARK: - Library

extension Connection {
    /// Initializes the SQLite library. Opening a connection also initializes it. C: `sqlite3_initialize`.
    public static func initialize() throws(SQLiteError) {
        try check(sqlite3_initialize())
    }

    /// Shuts down the SQLite library, for programs that must free all memory. No connection may be open and
    /// no other thread may use SQLite. C: `sqlite3_shutdown`.
    public static func shutdown() throws(SQLiteError) {
        try check(sqlite3_shutdown())
    }

    /// The version of the running SQLite: `3.40.1`. C: `sqlite3_libversion`.
    public static var libraryVersion: String {
        String(repairing: sqlite3_libversion()) ?? ""
    }

    /// The version of the running SQLite as a number: 3040001 for 3.40.1. C:
    /// `sqlite3_libversion_number`.
    public static var libraryVersionNumber: Int32 { sqlite3_libversion_number() }
}
