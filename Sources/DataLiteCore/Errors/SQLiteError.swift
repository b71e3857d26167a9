/// An error reported by SQLite, or caused by incorrect use of the library.
///
/// Two errors are equal if their codes and messages are equal. ``sql``, ``offset``, ``underlyingError`` and
/// ``systemErrorCode`` describe the origin of an error and are not compared.
///
/// ``sql`` never contains the values bound to a statement. The message of a mismatch does contain
/// the value that could not be converted, and SQLite's own messages may quote the SQL.
///
/// The value has the size of one reference, so functions with `throws(SQLiteError)` return it in a register
/// and have no extra cost when they succeed.
public struct SQLiteError: Error, Sendable {
    private var storage: Storage

    /// Creates an error without diagnostics.
    ///
    /// - Parameters:
    ///   - code: A result code of SQLite, preferably an extended one.
    ///   - message: A human-readable description of the error.
    public init(code: Int32, message: String) {
        self.init(ResultCode(code), message: message)
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: A result code of SQLite, preferably an extended one.
    ///   - message: A human-readable description of the error.
    ///   - sql: The SQL that failed, without the values bound to it.
    ///   - offset: The position of the error, in UTF-8 bytes from the start of `sql`.
    ///   - underlyingError: The error of the Swift code called by SQLite that made the call fail.
    public init(
        _ code: ResultCode,
        message: String,
        sql: String? = nil,
        offset: Int? = nil,
        underlyingError: (any Error)? = nil
    ) {
        storage = Storage(
            code: code,
            message: message,
            diagnostics: Diagnostics(sql: sql, offset: offset, underlyingError: underlyingError)
        )
    }

    /// The number of the extended result code.
    public var code: Int32 { storage.code.rawValue }

    /// The result code, with its name and explanation.
    public var resultCode: ResultCode { storage.code }

    /// A human-readable description of the error: usually the text of `sqlite3_errmsg()`.
    public var message: String { storage.message }

    /// The SQL that failed, if known. It does not contain the values bound to it.
    public var sql: String? {
        get { diagnostics.sql }
        set { diagnostics.sql = newValue }
    }

    /// The position of the error in ``sql``, in UTF-8 bytes from its start, if SQLite reports it.
    public var offset: Int? {
        get { diagnostics.offset }
        set { diagnostics.offset = newValue }
    }

    /// The error of the Swift code called by SQLite that made the call fail, such as an error thrown by a
    /// function or by a delegate that vetoed a commit.
    public var underlyingError: (any Error)? {
        get { diagnostics.underlyingError }
        set { diagnostics.underlyingError = newValue }
    }

    /// The number of the operating system's error (`errno`) that made opening, reading or writing a file fail, if
    /// known. C: `sqlite3_system_errno`.
    public var systemErrorCode: Int32? {
        get { diagnostics.systemErrorCode }
        set { diagnostics.systemErrorCode = newValue }
    }

    private var diagnostics: Diagnostics {
        get { storage.diagnostics }
        set {
            storage = Storage(code: storage.code, message: storage.message, diagnostics: newValue)
        }
    }
}

extension SQLiteError: Hashable {
    /// Returns whether two errors have the same code and message.
    public static func == (lhs: SQLiteError, rhs: SQLiteError) -> Bool {
        lhs.code == rhs.code && lhs.message == rhs.message
    }

    /// Hashes the code and the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
    }
}

extension SQLiteError {
    private struct Diagnostics: Sendable {
        var sql: String?
        var offset: Int?
        var underlyingError: (any Error)?
        var systemErrorCode: Int32?
    }

    /// Immutable, so errors can share it; changing an error creates another one.
    private final class Storage: Sendable {
        let code: ResultCode
        let message: String
        let diagnostics: Diagnostics

        init(code: ResultCode, message: String, diagnostics: Diagnostics) {
            self.code = code
            self.message = message
            self.diagnostics = diagnostics
        }
    }

    /// The error with another name of a file in its message.
    package func replacing(_ name: String, with path: String) -> SQLiteError {
        guard name != path, message.contains(name) else { return self }
        return replacing(message.replacing(name, with: path))
    }

    /// The error with text before its message.
    package func prefixed(_ prefix: String) -> SQLiteError { replacing(prefix + message) }

    package func suffixed(_ suffix: String) -> SQLiteError { replacing(message + suffix) }

    /// The column that SQLite does not find. Version 3.46 adds to the message.
    package var missingColumn: String? {
        guard resultCode.primary == .error,
            let start = message.firstRange(of: "no such column: ")?.upperBound
        else { return nil }
        let rest = message[start...]
        let end = rest.firstRange(of: " - should this be")?.lowerBound ?? rest.firstIndex(of: ";")
        return rest[..<(end ?? rest.endIndex)].filter { $0 != "\"" }
    }

    private func replacing(_ message: String) -> SQLiteError {
        var error = SQLiteError(
            resultCode, message: message, sql: sql, offset: offset,
            underlyingError: underlyingError)
        error.systemErrorCode = systemErrorCode
        return error
    }
}

// MARK: - Misuse

// Errors with the same message for an SQLite connection and for any other connection.

extension SQLiteError {
    /// An incorrect use of the library: `SQLITE_MISUSE`.
    package static func misuse(_ message: String, sql: String? = nil) -> SQLiteError {
        SQLiteError(.misuse, message: message, sql: sql)
    }

    /// A call on a closed connection.
    package static var connectionClosed: SQLiteError { misuse("connection is closed") }

    /// A call on a connection of a database outside the closure that it was passed to.
    package static var connectionUsedAfterClosure: SQLiteError {
        misuse("the connection was used after the closure that it belongs to had returned")
    }

    /// An attempt to close a connection inside the closure that it was passed to.
    package static var cannotClosePooledConnection: SQLiteError {
        misuse("the connection belongs to a database: close the database instead")
    }

    /// A statement that begins after another thread has stopped the connection.
    package static func stopped(_ sql: String) -> SQLiteError {
        SQLiteError(
            .interrupt, message: "the connection was stopped: no further statement can run in it",
            sql: sql)
    }

    /// A statement that was interrupted before it got a lock.
    static func interruptedWait(_ sql: String?) -> SQLiteError {
        SQLiteError(
            .interrupt, message: "interrupted while waiting for the lock of another connection",
            sql: sql)
    }

    /// A statement that waits for a connection which waits for this one.
    static func deadlock(_ sql: String?) -> SQLiteError {
        SQLiteError(
            .lockedSharedCache,
            message: "deadlock: two connections with a shared cache wait for each other", sql: sql)
    }

    /// An attempt of a delegate or a hook to run SQL on the connection that is calling it.
    package static func insideDelegate(_ sql: String) -> SQLiteError {
        misuse("a delegate or hook must not run SQL on the connection that is calling it", sql: sql)
    }

    /// The use of a connection in a hook that must not use it.
    static func insideStrictHook(_ sql: String? = nil) -> SQLiteError {
        misuse("this hook must not use the connection that is calling it", sql: sql)
    }

    /// The attempt of a collation, a geometry or a tokenizer to run SQL on the connection that is calling it.
    static func insideCollation(_ sql: String) -> SQLiteError {
        misuse(
            "a collation, geometry or tokenizer must not run SQL on the connection that is calling it",
            sql: sql)
    }

    /// A use of a connection whose contents a backup is replacing.
    static func insideBackup(_ sql: String?) -> SQLiteError {
        misuse("the connection cannot be used while a backup replaces its contents", sql: sql)
    }

    /// An authorizer's attempt to use the connection that is calling it.
    static func insideAuthorizer(_ sql: String? = nil) -> SQLiteError {
        misuse("an authorizer must not use the connection that is calling it", sql: sql)
    }

    /// An attempt of a listener of the log to use SQLite.
    static func insideLog(_ sql: String?) -> SQLiteError {
        misuse("a listener of SQLite's log must not use SQLite", sql: sql)
    }

    /// A busy handler's attempt to use the connection that is calling it.
    static func insideBusyHandler(_ sql: String? = nil) -> SQLiteError {
        misuse("a busy handler must not use the connection that is calling it", sql: sql)
    }

    /// A progress handler's attempt to use the connection that is calling it.
    static func insideProgressHandler(_ sql: String?) -> SQLiteError {
        misuse("a progress handler must not use the connection that is calling it", sql: sql)
    }

    /// SQL that contains no statement.
    package static func noStatement(in sql: String) -> SQLiteError {
        misuse("the text contains no SQL statement", sql: sql)
    }

    /// A parameter index that is out of range.
    package static func noParameter(_ index: Int32, of count: Int32, in sql: String) -> SQLiteError
    {
        SQLiteError(
            .range, message: "no parameter \(index): the statement has \(count)", sql: sql)
    }

    /// An attempt to bind a value while the statement runs, or after its end and before its reset.
    package static func bindingBeforeReset(isAtEnd: Bool, in sql: String) -> SQLiteError {
        let state = isAtEnd ? "has run to its end" : "is running"
        return misuse("the statement \(state): reset it before binding", sql: sql)
    }
}
