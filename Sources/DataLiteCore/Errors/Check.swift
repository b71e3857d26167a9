import DataLiteC

/// Converts the result code of a call of the SQLite C API to a Swift error.
///
/// ```swift
/// try check(sqlite3_wal_checkpoint_v2(db, nil, SQLITE_CHECKPOINT_FULL, nil, nil), on: db)
/// ```
///
/// - Parameters:
///   - code: The code that the call returned.
///   - database: The open connection (`sqlite3 *`) of the call. Call this before any other use of the
///     connection, because SQLite keeps only the latest error.
/// - Returns: The code, when it is not an error: `SQLITE_OK`, `SQLITE_ROW` or `SQLITE_DONE`
///   (see ``ResultCode/isError``).
/// - Throws: Any other code, with the message, the extended code and the position in the SQL that the
///   connection has stored (`sqlite3_errmsg()`, `sqlite3_extended_errcode()`, `sqlite3_error_offset()`).
///   Without a connection, or if it has stored another error, the message is the general one for the code
///   (`sqlite3_errstr()`).
@inlinable
@discardableResult
public func check(
    _ code: Int32,
    on database: OpaquePointer? = nil
) throws(SQLiteError) -> ResultCode {
    let result = ResultCode(code)
    guard result.isError else { return result }
    throw SQLiteError(result, lastErrorOn: database)
}

extension Result where Success == ResultCode, Failure == SQLiteError {
    /// Creates a result from the result code of a call of the SQLite C API.
    ///
    /// - Parameters:
    ///   - code: The code that the call returned.
    ///   - database: The open connection (`sqlite3 *`) of the call; see ``check(_:on:)``.
    @inlinable
    public init(sqlite code: Int32, on database: OpaquePointer? = nil) {
        self.init { () throws(SQLiteError) in try check(code, on: database) }
    }
}

extension SQLiteError {
    /// Creates the error of a failed call, with the details that the connection has stored.
    @usableFromInline
    @inline(never)
    init(_ code: ResultCode, lastErrorOn database: OpaquePointer?) {
        guard let database, let exact = code.refined(by: sqlite3_extended_errcode(database)) else {
            self.init(code, message: Self.text(sqlite3_errstr(code.rawValue), of: code))
            return
        }
        let offset = sqlite3_error_offset(database)
        var message = Self.text(sqlite3_errmsg(database), of: exact)
        let isOfFile = [.cantOpen, .ioerr].contains(exact.primary)
        let number = isOfFile ? sqlite3_system_errno(database) : 0
        // SQLite says the same whether a folder is missing, may not be read, or the path is that of a folder.
        if number != 0, exact.primary == .cantOpen, let reason = strerror(number) {
            message += ": \(String(cString: reason))"
        }
        if message == "parser stack overflow" {
            message +=
                ": an expression or a query is nested too deeply for the parser of SQLite "
                + "\(String(cString: sqlite3_libversion())), which has 100 levels"
        }
        self.init(exact, message: message, offset: offset < 0 ? nil : Int(offset))
        if number != 0 { systemErrorCode = number }
    }

    /// Decodes a C string, repairing invalid UTF-8. SQLite may have no memory left for a message.
    private static func text(_ string: UnsafePointer<CChar>?, of code: ResultCode) -> String {
        guard let text = String(repairing: string) else { return code.explanation }
        return MessageText.start(of: text, bytes: MessageText.messageLimit)
    }
}

extension ResultCode {
    /// The more specific of two codes: this one, which a call returned, and the latest one stored by its
    /// connection. `nil` if they belong to different errors.
    fileprivate func refined(by remembered: Int32) -> ResultCode? {
        let remembered = ResultCode(remembered)
        if self ~= remembered { return remembered }
        if remembered ~= self { return self }
        return nil
    }
}
