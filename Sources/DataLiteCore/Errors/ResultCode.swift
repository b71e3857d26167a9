import DataLiteC

/// A result code of SQLite: the code returned by a C API call, or the kind of an ``SQLiteError``.
///
/// The low eight bits are the *primary* code, a broad category such as ``busy``. An *extended* code adds
/// detail in the bits above: ``busySnapshot`` is one of the ways to be busy. Patterns match by category, so
/// that an extended code is never compared with a primary one by mistake:
///
/// ```swift
/// switch error {
/// case .constraintUnique: ...  // this code only
/// case .constraint: ...        // any other constraint
/// default: ...
/// }
/// ```
///
/// `==` compares the exact codes: to compare a category without a pattern, write `code.primary == .constraint`.
/// A code that is unknown to this library, from a newer SQLite or an extension, is a valid value.
///
/// See [Result and Error Codes](https://www.sqlite.org/rescode.html).
@frozen
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    /// The number that SQLite uses.
    public let rawValue: Int32

    /// Creates a code from the number that SQLite uses. Every number is a valid code.
    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Creates a code from the number that SQLite uses. Every number is a valid code.
    @inlinable
    package init(_ rawValue: Int32) {
        self.rawValue = rawValue
    }

    // The same formula as in the C header: SQLITE_BUSY | (2 << 8).
    @inlinable
    init(_ primary: ResultCode, _ detail: Int32) {
        self.rawValue = primary.rawValue | (detail << 8)
    }

    /// The category of the code: the low eight bits. The category of a primary code is the code itself.
    @inlinable
    public var primary: ResultCode { ResultCode(rawValue & 0xff) }

    /// Whether the code is an error: any code except ``ok``, ``row``, ``done`` and their extended codes.
    @inlinable
    public var isError: Bool {
        switch primary.rawValue {
        case ResultCode.ok.rawValue, ResultCode.row.rawValue, ResultCode.done.rawValue: false
        default: true
        }
    }
}

extension ResultCode: CustomStringConvertible {
    /// The symbol of the code in C, such as `SQLITE_BUSY_SNAPSHOT`.
    ///
    /// A code without a symbol has the name of its primary code and its number, such as
    /// `SQLITE_BUSY(25349)`, or `SQLITE_UNKNOWN(77)` if the primary code is unknown too.
    public var name: String {
        entry?.name ?? "\(primary.entry?.name ?? "SQLITE_UNKNOWN")(\(rawValue))"
    }

    /// A human-readable explanation of the code, on one line and without a trailing period.
    ///
    /// A code without its own explanation has the explanation of its primary code.
    public var explanation: String {
        (entry ?? primary.entry)?.explanation ?? "SQLite returned a code that it does not document"
    }

    /// The ``name`` of the code.
    public var description: String { name }
}

extension ResultCode {
    /// A known code, its symbol in C, and its explanation.
    typealias Entry = (code: ResultCode, name: String, explanation: String)

    /// The name of a code without its prefix, and its explanation.
    typealias Text = (name: String, explanation: String)

    /// Every code that has a name. The texts are defined next to the static members of the codes.
    static let entries: [Entry] =
        primaryEntries + extended(.ioerr, inputOutputTexts) + extended(.constraint, constraintTexts)
        + extendedTexts.flatMap { extended($0, $1) } + [
            (
                .abortRollback, "SQLITE_ABORT_ROLLBACK",
                "The transaction was rolled back while the statement was running"
            )
        ]

    private static let primaryEntries: [Entry] =
        zip(0..., primaryTexts).map { code, text in
            (ResultCode(code), "SQLITE_\(text.name)", text.explanation)
        } + [
            (.row, "SQLITE_ROW", "A row is ready"),
            (.done, "SQLITE_DONE", "The statement has finished"),
        ]

    /// The entries of the extended codes of a primary one, in the order of their numbers.
    private static func extended(_ primary: ResultCode, _ texts: [Text]) -> [Entry] {
        let prefix = primaryEntries.first { $0.code == primary }?.name ?? ""
        return zip(1..., texts).map { detail, text in
            (ResultCode(primary, detail), "\(prefix)_\(text.name)", text.explanation)
        }
    }

    private static let entriesByCode = Dictionary(
        entries.map { ($0.code, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private var entry: Entry? { Self.entriesByCode[self] }

    // Patterns match by category: a primary code matches all its extended codes, an extended code matches only
    // itself. Without these operators, `case .busy` would compare with `==` and not match the extended code that
    // SQLite actually returned.

    /// Returns whether a code equals the pattern or is one of its extended codes.
    @inlinable
    public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
        pattern == code || pattern == code.primary
    }

    /// Returns whether the code of an error equals the pattern or is one of its extended codes.
    @inlinable
    public static func ~= (pattern: ResultCode, error: SQLiteError) -> Bool {
        pattern ~= error.resultCode
    }

    /// Returns whether an error is an ``SQLiteError`` whose code equals the pattern or is one of its extended
    /// codes. `catch ResultCode.busy` calls this.
    @inlinable
    public static func ~= (pattern: ResultCode, error: any Error) -> Bool {
        guard let error = error as? SQLiteError else { return false }
        return pattern ~= error
    }
}

// MARK: - Check

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
