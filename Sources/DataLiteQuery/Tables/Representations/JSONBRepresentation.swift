import Foundation

/// Stores a `Codable` value in SQLite's binary form of JSON: `@Column(as: [String].JSONBRepresentation.self)`.
///
/// The column contains the bytes that `jsonb()` returns (<https://sqlite.org/jsonb.html>), which SQLite reads faster
/// than text. The functions for JSON work as with a ``JSONRepresentation``, and a change of the column stores the
/// binary form again. Writing with a library before SQLite 3.45, which cannot read the column, is an error that names
/// the version.
public struct JSONBRepresentation<Value: Codable & Sendable>: ColumnRepresentation, ColumnTyped,
    _StoredJSON
{
    public typealias _JSONContent = Value

    /// The value.
    public var value: Value

    public init(_ value: Value) { self.value = value }

    public static var columnType: ColumnType { .blob }

    /// Reads the binary form, or JSON text.
    public init?(_ sqliteValue: SQLiteValue) {
        guard let text = Self.text(of: sqliteValue), let json = JSONRepresentation<Value>(text)
        else { return nil }
        value = json.value
    }

    /// The value as JSON text; `nil` for bytes that are not JSON.
    private static func text(of value: SQLiteValue) -> SQLiteValue? {
        guard case .blob(let bytes) = value else { return value }
        return JSONB.text(of: Array(bytes)).map(SQLiteValue.text)
    }

    /// The value in binary form. Binding a value that cannot be encoded throws `SQLITE_MISMATCH`.
    public var sqliteValue: SQLiteValue {
        guard case .text(let json) = JSONRepresentation(value).sqliteValue,
            let bytes = JSONB.bytes(of: Array(json.utf8))
        else { return UnstorableValue.json.sqliteValue }
        return .blob(Data(bytes))
    }

    public func encode(to values: inout RowWriter) {
        if let error = SQLFeature.function("jsonb", since: 3_045_000).error(with: .linked) {
            return values.fail(error)
        }
        var text = RowWriter()
        JSONRepresentation(value).encode(to: &text)
        if let error = text.error { return values.fail(error) }
        values.append(sqliteValue)
    }
}

extension JSONBRepresentation: NullForming {
    package static func isNullForm(_ value: SQLiteValue) -> Bool {
        // The element `null` has the type 0 and no payload: https://sqlite.org/jsonb.html
        value == .blob(Data([0])) || value.isJSONNull
    }
}

extension JSONBRepresentation: EncodesJSON, StoresJSONB {}

extension JSONBRepresentation: MismatchExplaining {
    package static func mismatchReason(of value: SQLiteValue) -> String? {
        text(of: value).flatMap(JSONRepresentation<Value>.mismatchReason)
    }
}

/// A type whose values are in the binary form of JSON, so that functions that change them return it again.
protocol StoresJSONB {}

extension Optional: StoresJSONB where Wrapped: StoresJSONB {}

extension Decodable where Self: Encodable & Sendable {
    /// The form that stores values of this type in SQLite's binary form of JSON.
    public typealias JSONBRepresentation = DataLiteQuery.JSONBRepresentation<Self>
}

extension Optional where Wrapped: Codable & Sendable {
    /// The form that stores an optional value in SQLite's binary form of JSON, or as NULL.
    public typealias JSONBRepresentation = DataLiteQuery.JSONBRepresentation<Wrapped>?
}
