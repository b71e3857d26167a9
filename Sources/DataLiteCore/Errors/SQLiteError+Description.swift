import Foundation

extension SQLiteError: CustomStringConvertible {
    /// The code, the message and, if known, the SQL, with a caret under the position of the error if that is
    /// known:
    ///
    /// ```
    /// SQLiteError(1): no such column: agee
    ///     line 2: WHERE agee > 30
    ///                   ^
    /// ```
    public var description: String {
        let summary = "SQLiteError(\(code)): \(message)"
        guard let sql else { return summary }
        let lines = SQLExcerpt(sql: sql, offset: offset).lines
        return ([summary] + lines.map { "    " + $0 }).joined(separator: "\n")
    }
}

extension SQLiteError {
    /// The code of the `NSError` to which the error is bridged: the extended result code. Otherwise it would be 1 for all
    /// errors, and reports of crashes could not tell them apart.
    public var _code: Int { Int(code) }
}

extension SQLiteError: LocalizedError {
    /// The message, or the explanation of the code when there is none.
    public var errorDescription: String? {
        message.isEmpty ? resultCode.explanation : message
    }

    /// The explanation of the code. `nil` for the generic ``ResultCode/error``, whose message is sufficient.
    public var failureReason: String? {
        resultCode == .error ? nil : resultCode.explanation
    }

    /// A suggestion for codes that the user may be able to recover from.
    public var recoverySuggestion: String? {
        switch resultCode {
        case .busySnapshot:
            "Roll back and run the transaction again, beginning it as an immediate one"
        case .busy:
            "Try again later, or set a longer busy timeout"
        case .locked:
            "Finish or reset the statements that use the table, then try again"
        case .readonly:
            "Check the permissions of the database file and its directory, and the open options"
        case .full:
            "Free some space on the disk, or raise PRAGMA max_page_count"
        case .cantOpen:
            "Check that the path is right, its directory exists and may be accessed"
        case .corruptIndex:
            "Run REINDEX, then PRAGMA integrity_check"
        case .corrupt:
            "Run PRAGMA integrity_check, and restore the database from a backup"
        case .notADB:
            "Check that the file is the right one; if it is encrypted, apply its key first"
        case .schema, .protocol, .abortRollback:
            "Try again"
        case .tooBig:
            "Store less in one value, or raise the length limit of the connection"
        default:
            nil
        }
    }
}
