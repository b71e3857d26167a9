import Foundation

/// Stores a `Codable` value as JSON text: `@Column(as: JSONRepresentation<[String]>.self)`.
///
/// A table or a selection, and an array of these, is written by its columns, as ``JSONRow`` and ``JSONRows`` do.
/// Therefore the result of `jsonGroupArray()` of a table can be decoded by a property with
/// `@Column(as: [Reminder].JSONRepresentation.self)`.
///
/// A `Date` in the JSON has the form of a column of dates: text, so that SQLite's functions for dates can read it.
///
/// The keys of objects are sorted. The elements of a value that is a set, and the pairs of a dictionary whose keys are
/// not strings or integers, are sorted, too, so a condition such as `$0.tags == tags` finds equal values. A set or such
/// a dictionary inside another type has the order that its `encode(to:)` chooses, which differs from one process to the
/// next.
public struct JSONRepresentation<Value: Codable & Sendable>: ColumnRepresentation, ColumnTyped {
    /// The value.
    public var value: Value

    public init(_ value: Value) { self.value = value }

    public static var columnType: ColumnType { .text }

    /// The value as JSON. Binding a value that cannot be encoded throws `SQLITE_MISMATCH`.
    public var sqliteValue: SQLiteValue {
        (try? json).map(SQLiteValue.text) ?? UnstorableValue.json.sqliteValue
    }

    public init?(_ sqliteValue: SQLiteValue) {
        if RowJSON.contains(Value.self) {
            guard let rows = RowJSON.attempt(Value.self, from: sqliteValue) else { return nil }
            value = rows
            return
        }
        guard let value = try? Self.decode(sqliteValue) else { return nil }
        self.value = value
    }

    /// - Returns: `nil` for NULL.
    private static func decode(_ sqliteValue: SQLiteValue) throws -> Value? {
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
        return try JSONDecoder.storedJSON.decode(Value.self, from: data)
    }

    public func encode(to values: inout RowWriter) {
        do {
            values.append(SQLiteValue.text(try json))
        } catch let error as SQLiteError {
            values.fail(error)
        } catch {
            values.fail(
                SQLiteError(
                    .mismatch, message: "\(Value.self) cannot be encoded as JSON: \(error)",
                    underlyingError: error))
        }
    }

    /// The representation of the rows, if the value consists of rows.
    public static var _representation: Any.Type? {
        RowJSON.representation(of: Value.self) ?? Self.self
    }

    private var json: String {
        get throws {
            if let rows = try RowJSON.encode(value) { return rows }
            return String(decoding: try JSONEncoder.storedJSON.sortedJSON(of: value), as: UTF8.self)
        }
    }
}

extension JSONRepresentation: NullForming {
    package static func isNullForm(_ value: SQLiteValue) -> Bool { value.isJSONNull }
}

extension JSONRepresentation: MismatchExplaining {
    package static func mismatchReason(of value: SQLiteValue) -> String? {
        if RowJSON.contains(Value.self) {
            return RowJSON.mismatchReason(of: value, as: Value.self)
        }
        do {
            _ = try decode(value)
            return nil
        } catch {
            guard let error = error as? DecodingError else { return nil }
            return "expected \(Self.self), found \(value.summary): \(error.reason)"
        }
    }
}

extension DecodingError {
    /// `friends[2].age: Expected to decode Int but found a string instead.`
    fileprivate var reason: String {
        let context: Context? =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context), .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        guard let context else { return MessageText.message("\(self)") }
        var path = ""
        for key in context.codingPath {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        let text = MessageText.message(context.debugDescription)
        return path.isEmpty ? text : "\(MessageText.name(path)): \(text)"
    }
}

extension Decodable where Self: Encodable & Sendable {
    /// The form that stores values of this type as JSON text: `@Column(as: [String].JSONRepresentation.self)`.
    ///
    /// In a table that is itself `Codable`, the name `JSONRepresentation` refers to this type alias, so write
    /// `[String].JSONRepresentation` there, not `JSONRepresentation<[String]>`.
    public typealias JSONRepresentation = DataLiteQuery.JSONRepresentation<Self>
}

extension Optional where Wrapped: Codable & Sendable {
    /// The form that stores an optional value as JSON text, or as NULL: `@Column(as: [String]?.JSONRepresentation.self)`.
    public typealias JSONRepresentation = DataLiteQuery.JSONRepresentation<Wrapped>?
}
