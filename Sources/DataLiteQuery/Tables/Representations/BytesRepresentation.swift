import Foundation

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
