/// A Swift value that SQLite can store and give back: in a result column, and as the argument of
/// an SQL function.
///
/// A type needs ``SQLiteBindable/sqliteValue`` and ``init(_:)-(SQLiteValue)``; one that is
/// `RawRepresentable` by a representable raw value needs nothing but the conformance:
///
/// ```swift
/// enum Status: String, SQLiteRepresentable { case open, closed }
/// ```
public protocol SQLiteRepresentable: SQLiteBindable {
    /// The Swift value that `value` stands for, or `nil` if it stands for none.
    init?(_ value: SQLiteValue)

    /// The same, from a value that still lives inside SQLite.
    ///
    /// The default builds an ``SQLiteValue`` first. Implement it where the bytes can be read where
    /// they lie. The view is valid only during the call.
    init?(_ view: borrowing SQLiteValueView)
}

extension SQLiteRepresentable {
    @inlinable
    public init?(_ view: borrowing SQLiteValueView) { self.init(view.value) }
}

extension SQLiteBindable where Self: RawRepresentable, RawValue: SQLiteBindable {
    @inlinable
    public var sqliteValue: SQLiteValue { rawValue.sqliteValue }

    @inlinable
    public var sqliteLiteral: String { rawValue.sqliteLiteral }
}

extension SQLiteRepresentable where Self: RawRepresentable, RawValue: SQLiteRepresentable {
    @inlinable
    public init?(_ value: SQLiteValue) {
        guard let raw = RawValue(value) else { return nil }
        self.init(rawValue: raw)
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        guard let raw = RawValue(view) else { return nil }
        self.init(rawValue: raw)
    }
}

extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
    /// The wrapped value's, or NULL.
    @inlinable
    public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    public var sqliteLiteral: String { self?.sqliteLiteral ?? SQLLiteral.null }
}

extension Optional: SQLiteRepresentable where Wrapped: SQLiteRepresentable {
    /// `.some(nil)` for NULL; `nil` where a value is there but is none of `Wrapped`.
    @inlinable
    public init?(_ value: SQLiteValue) {
        if let wrapped = Wrapped(value) {
            self = .some(wrapped)
        } else if value.isNull {
            self = .none
        } else {
            return nil
        }
    }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) {
        if let wrapped = Wrapped(view) {
            self = .some(wrapped)
        } else if view.isNull {
            self = .none
        } else {
            return nil
        }
    }
}
