/// The JSON text that a JSON function returns. As a part of other JSON, it becomes the value that it encodes, not a
/// string.
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

    /// `nil`: the value is stored like a `String`.
    public static var _representation: Any.Type? { nil }
}
