/// An error of a function whose result code SQLite reports.
///
/// ```swift
/// throw FunctionError(.constraintFunction, "the number has a wrong check digit")
/// ```
///
/// Any other error of a function is reported as `SQLITE_ERROR`. SQLite handles some codes as its own errors: it would
/// roll back the transaction after `SQLITE_FULL`, for example, and compile the statement again after `SQLITE_SCHEMA`.
/// So only these codes are kept, with their extended codes: `SQLITE_ERROR`, `SQLITE_PERM`, `SQLITE_NOTFOUND`,
/// `SQLITE_TOOBIG`, `SQLITE_CONSTRAINT`, `SQLITE_MISMATCH`, `SQLITE_AUTH` and `SQLITE_RANGE`, and the codes of a program,
/// 102 to 255, which SQLite does not use. C: `sqlite3_result_error_code`.
public struct FunctionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The result code.
    public let resultCode: ResultCode

    /// The message.
    public let message: String

    /// Creates an error.
    public init(_ resultCode: ResultCode = .error, _ message: String) {
        self.resultCode = resultCode
        self.message = message
    }

    public var description: String { message }

    private static let kept: Set<ResultCode> = [
        .error, .perm, .notFound, .tooBig, .constraint, .mismatch, .auth, .range,
    ]

    /// The primary codes that a program may define. Those of SQLite end with `SQLITE_DONE`, which is 101.
    private static let free: ClosedRange<Int32> = 102...255

    /// The code that SQLite reports.
    var reportedCode: ResultCode {
        let primary = resultCode.primary
        let isKept = Self.kept.contains(primary) || Self.free.contains(primary.rawValue)
        return isKept && resultCode.rawValue > 0 ? resultCode : .error
    }
}
