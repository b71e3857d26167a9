import Foundation

/// The declared type of a column.
public struct ColumnType: Equatable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The type name in SQL.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// `INTEGER`
    public static let integer = ColumnType(rawValue: "INTEGER")
    /// `REAL`
    public static let real = ColumnType(rawValue: "REAL")
    /// `TEXT`
    public static let text = ColumnType(rawValue: "TEXT")
    /// `BLOB`
    public static let blob = ColumnType(rawValue: "BLOB")
    /// `ANY`: every value is stored as it is, in a `STRICT` table.
    public static let any = ColumnType(rawValue: "ANY")

    /// The type for values of a Swift type.
    init(storing type: any Any.Type) {
        switch Self.storedType(of: type) {
        case let typed as any ColumnTyped.Type: self = typed.columnType
        case is any FixedWidthInteger.Type, is Bool.Type: self = .integer
        case is any BinaryFloatingPoint.Type: self = .real
        case is String.Type, is Date.Type, is UUID.Type, is URL.Type, is Decimal.Type: self = .text
        case is Data.Type: self = .blob
        default: self = .any
        }
    }

    /// The type for values of a Swift type in a `STRICT` table, in which an `INTEGER` column rejects the BLOBs of
    /// large unsigned integers.
    init(storingStrictly type: any Any.Type) {
        let integer = Self.storedType(of: type) as? any FixedWidthInteger.Type
        self = integer?.exceedsInt64 == true ? .any : ColumnType(storing: type)
    }

    /// The type of the raw values of a type, if it has raw values, or the type itself. An optional stands for its
    /// values.
    static func storedType(of type: any Any.Type) -> any Any.Type {
        if let optional = type as? any OptionalType.Type {
            return storedType(of: optional.wrappedType)
        }
        guard !(type is any ColumnTyped.Type), let raw = type as? any RawRepresentable.Type else {
            return type
        }
        return storedType(of: rawType(raw))
    }

    private static func rawType<T: RawRepresentable>(_ type: T.Type) -> any Any.Type {
        T.RawValue.self
    }
}

/// A type that specifies the declared type of its column in a created table.
///
/// The standard library and Foundation types that the core supports, and raw-representable types based on them, need no
/// conformance. Values of other types without a conformance are stored in columns of type `ANY`.
public protocol ColumnTyped {
    /// The declared type of the column.
    static var columnType: ColumnType { get }
}

/// The type of a column, for generated code: `_StoredColumn<Point>.Value` is `Point`.
///
/// The compiler reports a type that cannot be stored where generated code names it here, and only there.
public enum _StoredColumn<Stored: RowRepresentable> {
    /// The type itself.
    public typealias Value = Stored
}
