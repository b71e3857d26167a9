public import Foundation

/// A Swift value that can be written to SQLite and read back: from a result column, and from the
/// argument of an SQL function.
///
/// A type implements ``SQLiteBindable/sqliteValue`` and ``init(_:)-(SQLiteValue)``. A
/// `RawRepresentable` type with a representable raw value only declares the conformance:
///
/// ```swift
/// enum Status: String, SQLiteRepresentable { case open, closed }
/// ```
public protocol SQLiteRepresentable: SQLiteBindable, RowRepresentable {
    /// Converts a value; `nil` if it cannot be converted to this type.
    init?(_ value: SQLiteValue)

    /// Converts a value that is still in SQLite's memory.
    ///
    /// The default creates an ``SQLiteValue`` first. Implement this to read the bytes without a
    /// copy.
    init?(_ view: borrowing SQLiteValueView)
}

extension SQLiteRepresentable {
    /// Converts a copy of the value.
    @inlinable
    public init?(_ view: borrowing SQLiteValueView) { self.init(view.value) }
}

extension SQLiteBindable where Self: RawRepresentable, RawValue: SQLiteBindable {
    /// The raw value as SQLite stores it.
    @inlinable
    public var sqliteValue: SQLiteValue { rawValue.sqliteValue }

    @inlinable
    public var sqliteLiteral: String { rawValue.sqliteLiteral }
}

extension SQLiteRepresentable where Self: RawRepresentable, RawValue: SQLiteRepresentable {
    @inlinable
    public static var isOrdered: Bool { RawValue.isOrdered }

    /// Converts the raw value; `nil` if no case has it.
    @inlinable
    public init?(_ value: SQLiteValue) {
        guard let raw = RawValue(value) else { return nil }
        self.init(rawValue: raw)
    }

    /// Converts the raw value; `nil` if no case has it.
    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let raw = RawValue(view) else { return nil }
        self.init(rawValue: raw)
    }
}

extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
    /// The wrapped value as SQLite stores it, or NULL.
    @inlinable
    public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    public var sqliteLiteral: String { self?.sqliteLiteral ?? SQLLiteral.null }
}

extension Optional: SQLiteRepresentable where Wrapped: SQLiteRepresentable {
    /// Reads NULL as `.some(nil)`; `nil` if the value cannot be converted to `Wrapped`.
    @inlinable
    public init?(_ value: SQLiteValue) {
        if let wrapped = Wrapped(value) {
            self = .some(wrapped)
        } else if value.isNull || isNullForm(value, of: Wrapped.self) {
            self = .none
        } else {
            return nil
        }
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        if let wrapped = Wrapped(view) {
            self = .some(wrapped)
        } else if view.isNull || isNullForm(view.value, of: Wrapped.self) {
            self = .none
        } else {
            return nil
        }
    }
}

/// A type that has another form of a missing value than NULL, such as the JSON text `null`.
package protocol NullForming {
    /// Whether an optional reads a value that is not NULL as `nil`.
    static func isNullForm(_ value: SQLiteValue) -> Bool
}

/// Whether an optional reads a value as `nil` that cannot be converted to the wrapped type.
@usableFromInline
@inline(never)
func isNullForm(_ value: SQLiteValue, of type: any Any.Type) -> Bool {
    (type as? any NullForming.Type)?.isNullForm(value) ?? false
}

// MARK: - SQLiteBindable

/// A Swift value that can be passed to SQLite: as a statement parameter, as the result of an SQL
/// function, or as text in an SQL statement.
///
/// ```swift
/// struct Celsius: SQLiteBindable {
///     var degrees: Double
///     var sqliteValue: SQLiteValue { .real(degrees) }
/// }
/// ```
public protocol SQLiteBindable {
    /// The value as SQLite stores it.
    var sqliteValue: SQLiteValue { get }

    /// The value as an SQL literal that evaluates to ``sqliteValue``.
    ///
    /// Quotes are doubled, BLOBs are written `X'..'`, and REAL values read back bit for bit.
    var sqliteLiteral: String { get }
}

extension SQLiteBindable {
    public var sqliteLiteral: String { sqliteValue.sqliteLiteral }
}

// MARK: - Text

extension String: SQLiteRepresentable, _OperatorValue {
    @inlinable
    public var sqliteValue: SQLiteValue { .text(self) }

    @inlinable
    public init?(_ value: SQLiteValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let text = view.text else { return nil }
        self = text
    }
}

extension Substring: SQLiteBindable {
    @inlinable
    public var sqliteValue: SQLiteValue { .text(String(self)) }
}

extension URL: SQLiteRepresentable {
    public var sqliteValue: SQLiteValue { .text(absoluteString) }

    public init?(_ value: SQLiteValue) {
        guard case .text(let text) = value else { return nil }
        // Newer versions of Foundation would escape the characters that are not allowed in a URL.
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
            self.init(string: text)
            return
        }
        self.init(string: text, encodingInvalidCharacters: false)
    }
}

extension UUID: SQLiteRepresentable {
    /// Upper-case text, as in `uuidString`.
    public var sqliteValue: SQLiteValue { .text(uuidString) }

    /// Reads text in either case, or a BLOB of 16 bytes.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .text(let text): self.init(whole: text)
        case .blob(let data): self.init(bytes: data)
        default: return nil
        }
    }

    /// Foundation's parser ignores a NUL character and everything after it.
    private init?(whole text: String) {
        guard text.utf8.count == 36 else { return nil }
        self.init(uuidString: text)
    }

    private init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        let tuple = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        self.init(uuid: tuple)
    }
}

extension Decimal: SQLiteRepresentable {
    public typealias _Condition = NoNumericOrder

    /// `false`: SQL compares the text of numbers character by character.
    @inlinable
    public static var isOrdered: Bool { false }

    /// Decimal text, exact; NaN is NULL. Equal numbers have the same text.
    ///
    /// Store it in a column of type `TEXT`: a column of INTEGER, NUMERIC or REAL affinity converts the text to a
    /// number, and keeps 15 digits of it.
    public var sqliteValue: SQLiteValue { isNaN ? .null : .text(description) }

    /// Reads text that is entirely a decimal number, an INTEGER exactly, or a REAL by its shortest
    /// decimal form.
    public init?(_ value: SQLiteValue) {
        switch value {
        case .int(let int64): self.init(int64)
        case .real(let double) where double.isFinite: self.init(whole: double.description)
        case .text(let text): self.init(whole: text)
        default: return nil
        }
    }

    /// Foundation's parser ignores the first invalid byte and everything after it, so the form is
    /// checked first.
    private init?(whole text: String) {
        guard Self.isNumber(text.utf8) else { return nil }
        self.init(string: text)
        if isNaN { return nil }
    }

    private static func isNumber(_ utf8: String.UTF8View) -> Bool {
        var rest = utf8[...]
        func takeSign() {
            if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
        }
        func takeDigits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...]
            return digits.count
        }
        takeSign()
        var mantissaDigits = takeDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            mantissaDigits += takeDigits()
        }
        guard mantissaDigits > 0 else { return false }
        guard let mark = rest.first else { return true }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
        rest.removeFirst()
        takeSign()
        let exponentDigits = takeDigits()
        return exponentDigits > 0 && rest.isEmpty
    }
}

// MARK: - Text that is not UTF-8

extension String {
    /// A string of the C interface, with invalid UTF-8 repaired; `nil` for a null pointer.
    @inlinable
    init?(repairing bytes: UnsafePointer<CChar>?) {
        guard let bytes else { return nil }
        self.init(cString: bytes)
    }
}

// MARK: - Data

extension Data: SQLiteRepresentable {
    @inlinable
    public var sqliteValue: SQLiteValue { .blob(self) }

    @inlinable
    public init?(_ value: SQLiteValue) {
        guard case .blob(let data) = value else { return nil }
        self = data
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let data = view.blob else { return nil }
        self = data
    }
}
