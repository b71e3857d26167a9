import Foundation

/// Stores a `Codable` value as JSON text: `@Column(as: JSONRepresentation<[String]>.self)`.
public struct JSONRepresentation<Value: Codable & Sendable>: ColumnRepresentation, ColumnTyped {
    /// The value.
    public var value: Value

    public init(_ value: Value) { self.value = value }

    public static var columnType: ColumnType { .text }

    /// The value as JSON, or NULL if it cannot be encoded. A query or a change with such a value does not run: it
    /// throws an error.
    public var sqliteValue: SQLiteValue { (try? json).map(SQLiteValue.text) ?? .null }

    public init?(_ sqliteValue: SQLiteValue) {
        let data: Data
        switch sqliteValue {
        case .text(let text): data = Data(text.utf8)
        case .blob(let blob): data = blob
        // A column that is declared as JSON has numeric affinity, which turns the text of a number into
        // a number: https://sqlite.org/datatype3.html#determination_of_column_affinity
        case .int(let int): data = Data(String(int).utf8)
        case .real(let real): data = Data(String(real).utf8)
        case .null: return nil
        }
        guard let value = try? JSONDecoder().decode(Value.self, from: data) else { return nil }
        self.value = value
    }

    public func encode(to values: inout RowWriter) {
        do {
            values.append(SQLiteValue.text(try json))
        } catch {
            values.fail(
                SQLiteError(
                    .mismatch, message: "\(Value.self) cannot be encoded as JSON: \(error)",
                    underlyingError: error))
        }
    }

    private var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }
    }
}

extension Decodable where Self: Encodable & Sendable {
    /// The form that stores values of this type as JSON text: `@Column(as: [String].JSONRepresentation.self)`.
    public typealias JSONRepresentation = DataLiteQuery.JSONRepresentation<Self>
}
