import Foundation

/// A form in which a column stores values of another type, for `@Column(as:)`.
public protocol ColumnRepresentation: SQLiteRepresentable, Sendable where _Plain == Value {
    /// The type of the property.
    associatedtype Value: Sendable

    /// Creates the stored form of a value.
    init(_ value: Value)

    /// The value.
    var value: Value { get }
}

extension Optional: ColumnRepresentation where Wrapped: ColumnRepresentation {
    @inlinable
    public init(_ value: Wrapped.Value?) {
        self = value.map(Wrapped.init)
    }

    @inlinable
    public var value: Wrapped.Value? { self?.value }
}

extension ColumnRepresentation {
    @inlinable
    public static var _representation: Any.Type? { Self.self }

    @inlinable
    public init(_plain: Value) { self.init(_plain) }

    @inlinable
    public var _plain: Value { value }
}

/// Stores an array of bytes as a BLOB. `@Table` and `@Selection` use it for a property of type `[UInt8]`.
public struct BytesRepresentation: ColumnRepresentation, ColumnTyped {
    public let value: [UInt8]

    public init(_ value: [UInt8]) { self.value = value }

    public static var columnType: ColumnType { .blob }

    public var sqliteValue: SQLiteValue { .blob(Data(value)) }

    /// Reads a BLOB.
    public init?(_ sqliteValue: SQLiteValue) {
        guard case .blob(let bytes) = sqliteValue else { return nil }
        value = Array(bytes)
    }
}
