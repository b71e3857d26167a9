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

    /// Whether the code is an extended code, which adds detail to its primary code.
    @inlinable
    public var isExtended: Bool { self != primary }

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
