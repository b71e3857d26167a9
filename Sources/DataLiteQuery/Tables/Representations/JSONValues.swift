/// Stores an array as JSON, whose elements have the form of a column: `@Column(as: JSONValues<UnixTime>.self)`.
///
/// It is the form of `jsonGroupArray()` of a column with a representation, of BLOBs, and of types of the program that
/// are not `Codable`:
///
/// ```swift
/// Event.select { $0.date.jsonGroupArray() }.fetchAll(db)  // [[Date]]
/// ```
///
/// A BLOB is an object with hexadecimal digits, as in ``JSONRow``: `{"hex":"00FF"}`.
public struct JSONValues<Stored: SQLiteRepresentable & Sendable>: ColumnRepresentation, ColumnTyped,
    _JSONSource
where Stored._Plain: Sendable {
    /// The elements.
    public var value: [Stored._Plain]

    public init(_ value: [Stored._Plain]) { self.value = value }

    public static var columnType: ColumnType { .text }

    /// The JSON array.
    public var sqliteValue: SQLiteValue {
        let form = RowJSONForm(storing: Stored.self)
        var elements: [String] = []
        for element in value {
            let stored = Stored(_plain: element).sqliteValue
            guard UnstorableValue(stored) == nil else { return stored }
            elements.append(form.json(of: stored))
        }
        return .text("[\(elements.joined(separator: ","))]")
    }

    /// Reads a JSON array; `nil` if an element is not a value of the column.
    public init?(_ sqliteValue: SQLiteValue) {
        guard let json = RowJSON.text(of: sqliteValue), let elements = JSONParts.elements(of: json)
        else { return nil }
        let form = RowJSONForm(storing: Stored.self)
        var values: [Stored._Plain] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = form.value(of: element, isNullable: Stored.isNullable),
                let stored = Stored(value)
            else { return nil }
            values.append(stored._plain)
        }
        self.init(values)
    }
}

extension JSONValues: EncodesJSON {}
