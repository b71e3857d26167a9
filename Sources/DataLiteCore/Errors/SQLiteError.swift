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
