import Foundation

/// The declared type of a column.
public struct SQLType: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The type as SQL writes it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// `INTEGER`
    public static let integer = SQLType(rawValue: "INTEGER")
    /// `REAL`
    public static let real = SQLType(rawValue: "REAL")
    /// `TEXT`
    public static let text = SQLType(rawValue: "TEXT")
    /// `BLOB`
    public static let blob = SQLType(rawValue: "BLOB")
    /// `ANY`: every value is stored as it is, in a `STRICT` table.
    public static let any = SQLType(rawValue: "ANY")
}

/// A type that tells which type the column of a created table declares.
///
/// The types of the core, and raw-representable types of these, need no conformance. Other types
/// without one are stored in columns of type `ANY`.
public protocol SQLTyped {
    /// The declared type of the column.
    static var sqlType: SQLType { get }
}

extension SQLType {
    /// The type for values of a Swift type.
    init(storing type: any Any.Type) {
        switch type {
        case let typed as any SQLTyped.Type: self = typed.sqlType
        case let raw as any RawRepresentable.Type: self = SQLType(storing: Self.rawType(raw))
        case is any FixedWidthInteger.Type, is Bool.Type: self = .integer
        case is any BinaryFloatingPoint.Type: self = .real
        case is String.Type, is Date.Type, is UUID.Type, is URL.Type, is Decimal.Type: self = .text
        case is Data.Type: self = .blob
        default: self = .any
        }
    }

    private static func rawType<T: RawRepresentable>(_ type: T.Type) -> any Any.Type {
        T.RawValue.self
    }
}
