public import Foundation

/// A value as SQLite stores it: one case for each of its five storage classes.
///
/// See [Datatypes in SQLite](https://www.sqlite.org/datatype3.html). Strings are equal if they have the same bytes, as
/// in SQLite: U+00E9 is not equal to `e` followed by U+0301, although Swift's `==` for strings treats both as the same
/// character.
public enum SQLiteValue: Sendable {
    /// `INTEGER`: a signed 64-bit integer.
    case int(Int64)
    /// `REAL`: a 64-bit IEEE 754 number. SQLite stores NaN as NULL.
    case real(Double)
    /// `TEXT`: a string; it may hold NUL characters.
    case text(String)
    /// `BLOB`: bytes; an empty one is not NULL.
    case blob(Data)
    /// `NULL`.
    case null

    /// The five storage classes of SQLite, with the numbers of the C interface.
    public enum StorageClass: Int32, Sendable, CustomStringConvertible {
        /// `SQLITE_INTEGER`
        case integer = 1
        /// `SQLITE_FLOAT`
        case real = 2
        /// `SQLITE_TEXT`
        case text = 3
        /// `SQLITE_BLOB`
        case blob = 4
        /// `SQLITE_NULL`
        case null = 5

        /// The name that SQL's `typeof()` returns, in upper case: `INTEGER`, `REAL`, ...
        public var description: String {
            switch self {
            case .integer: "INTEGER"
            case .real: "REAL"
            case .text: "TEXT"
            case .blob: "BLOB"
            case .null: "NULL"
            }
        }
    }

    /// The storage class of this value.
    public var storageClass: StorageClass {
        switch self {
        case .int: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        case .null: .null
        }
    }

    /// Whether this is NULL.
    @inlinable
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension SQLiteValue: Hashable {
    public static func == (lhs: SQLiteValue, rhs: SQLiteValue) -> Bool {
        switch (lhs, rhs) {
        case (.int(let lhs), .int(let rhs)): lhs == rhs
        case (.real(let lhs), .real(let rhs)): lhs == rhs
        case (.text(let lhs), .text(let rhs)): SQLName.same(lhs, rhs)
        case (.blob(let lhs), .blob(let rhs)): lhs.byteOrder(rhs) == 0
        case (.null, .null): true
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storageClass)
        switch self {
        case .int(let int): hasher.combine(int)
        case .real(let real): hasher.combine(real)
        case .text(let text): SQLName.hash(text, into: &hasher)
        case .blob(let data): data.hashBytes(into: &hasher)
        case .null: break
        }
    }
}

extension SQLiteValue: CustomStringConvertible {
    /// The value as an SQL literal; a REAL in the shortest form that reads back as the same number.
    ///
    /// ``sqliteLiteral`` may be much longer for a REAL, because every version of SQLite has to read it back exactly.
    public var description: String {
        if case .real(let real) = self, real.isFinite { real.description } else { sqliteLiteral }
    }
}

extension SQLiteValue: CustomDebugStringConvertible {
    /// The value as an SQL literal, cut to a readable length.
    public var debugDescription: String {
        let limit = 64
        switch self {
        case .blob(let data) where data.count > limit:
            return "\(SQLiteValue.blob(data.prefix(limit)).sqliteLiteral)... (\(data.count) bytes)"
        case .text(let text) where text.utf8.count > limit:
            // A character may have any number of bytes.
            let start = MessageText.start(of: text, bytes: 4 * limit).prefix(limit)
            return "\(SQLLiteral.text(String(start)))... (\(text.utf8.count) bytes)"
        default:
            return description
        }
    }
}

extension SQLiteValue: SQLiteRepresentable {
    @inlinable
    public static var isNullable: Bool { true }

    @inlinable
    public var sqliteValue: SQLiteValue { self }

    public var sqliteLiteral: String {
        switch self {
        case .int(let value): SQLLiteral.integer(value)
        case .real(let value): SQLLiteral.real(value)
        case .text(let value): SQLLiteral.text(value)
        case .blob(let value): SQLLiteral.blob(value)
        case .null: SQLLiteral.null
        }
    }

    @inlinable
    public init?(_ value: SQLiteValue) { self = value }

    @inlinable
    public init?(_ view: borrowing SQLiteValueView) { self = view.value }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
    @inlinable
    public init(integerLiteral value: Int64) { self = .int(value) }

    @inlinable
    public init(floatLiteral value: Double) { self = .real(value) }

    @inlinable
    public init(stringLiteral value: String) { self = .text(value) }

    @inlinable
    public init(nilLiteral: ()) { self = .null }
}

/// Allows `.int(1)` and so on where any bindable value is expected, as in
/// `["id": .int(1), "name": .null]`.
extension SQLiteBindable where Self == SQLiteValue {
    /// An `INTEGER`.
    @_disfavoredOverload
    public static func int(_ value: Int64) -> SQLiteValue { .int(value) }

    /// A `REAL`.
    @_disfavoredOverload
    public static func real(_ value: Double) -> SQLiteValue { .real(value) }

    /// A `TEXT`.
    @_disfavoredOverload
    public static func text(_ value: String) -> SQLiteValue { .text(value) }

    /// A `BLOB`.
    @_disfavoredOverload
    public static func blob(_ value: Data) -> SQLiteValue { .blob(value) }

    /// `NULL`.
    @_disfavoredOverload
    public static var null: SQLiteValue { .null }
}

// MARK: - Stored values

extension SQLiteValue {
    /// Whether SQLite stores two values as the same bytes in a column that converts neither: NaN is NULL, -0.0 is not
    /// 0.0, and 1 is not 1.0.
    package func isStored(as other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.real(let real), .real(let other)) where !real.isNaN:
            return real.bitPattern == other.bitPattern
        case (.real, .real), (.real, .null), (.null, .real):
            return storesNull && other.storesNull && UnstorableValue(self) == UnstorableValue(other)
        default: return self == other
        }
    }

    private var storesNull: Bool {
        if case .real(let real) = self { real.isNaN } else { isNull }
    }
}
