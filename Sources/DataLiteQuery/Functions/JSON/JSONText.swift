/// The text that a JSON function makes. In other JSON it is the value that it encodes, not a string.
///
/// A query returns it as a `String`.
public struct JSONText: ColumnRepresentation, SQLText, ColumnTyped, _JSONSource {
    /// The text.
    public let value: String

    public init(_ value: String) { self.value = value }

    public init?(_ sqliteValue: SQLiteValue) {
        guard let value = String(sqliteValue) else { return nil }
        self.value = value
    }

    public var sqliteValue: SQLiteValue { .text(value) }

    public static var columnType: ColumnType { .text }

    /// It is stored as a `String` is.
    public static var _representation: Any.Type? { nil }
}
