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
