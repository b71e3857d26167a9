/// Stores a row of a table or a selection as a JSON object: `@Column(as: JSONRow<Address>.self)`.
///
/// The row needs no `Codable`. The keys are the names of the columns, and a group is a nested object. The values have
/// the form of their columns, so that `jsonObject()` of a table in SQL is read as the same row:
///
/// ```swift
/// Reminder.select { $0.jsonObject() }.fetchAll(db)  // [Reminder]
/// ```
///
/// A REAL from 1e-20 to 1e20 keeps all its digits; SQLite itself rounds the last digit of others. Infinity is `9e999`,
/// and a BLOB, for which JSON has no type, is an object with hexadecimal digits: `{"hex":"00FF"}`. A
/// `JSONRepresentation` is a nested value.
public struct JSONRow<Row: Selection>: _RowJSONRepresentation {
    public typealias _JSONContent = Row

    /// The row.
    public var value: Row

    public init(_ value: Row) { self.value = value }
}

/// Stores rows of a table or a selection as a JSON array of objects: `@Column(as: JSONRows<Address>.self)`.
///
/// Each row has the form of ``JSONRow``. It is the form of `jsonGroupArray()` of a table:
///
/// ```swift
/// @Selection struct ListWithReminders {
///     let list: RemindersList
///     @Column(as: JSONRows<Reminder>.self) let reminders: [Reminder]
/// }
/// ```
public struct JSONRows<Row: Selection>: _RowJSONRepresentation {
    public typealias _JSONContent = [Row]

    /// The rows.
    public var value: [Row]

    public init(_ value: [Row]) { self.value = value }
}

/// A representation that stores rows as JSON, by their columns.
public protocol _RowJSONRepresentation: ColumnRepresentation, ColumnTyped, _JSONSource {}

extension _RowJSONRepresentation {
    /// Reads JSON; `nil` if a member is missing or has another type than its column.
    public init?(_ sqliteValue: SQLiteValue) {
        guard let value = RowJSON.attempt(Value.self, from: sqliteValue) else { return nil }
        self.init(value)
    }

    public static var columnType: ColumnType { .text }

    /// The JSON. Binding a value with a column that cannot be encoded throws `SQLITE_MISMATCH`.
    public var sqliteValue: SQLiteValue {
        guard let json = try? RowJSON.encode(value) else { return UnstorableValue.json.sqliteValue }
        return .text(json)
    }

    public func encode(to values: inout RowWriter) {
        do {
            values.append(try RowJSON.encode(value).map(SQLiteValue.text) ?? .null)
        } catch {
            values.fail(error)
        }
    }
}

extension MismatchExplaining where Self: _RowJSONRepresentation {
    package static func mismatchReason(of value: SQLiteValue) -> String? {
        RowJSON.mismatchReason(of: value, as: Value.self)
    }
}

extension NullForming where Self: _RowJSONRepresentation {
    package static func isNullForm(_ value: SQLiteValue) -> Bool { value.isJSONNull }
}

extension JSONRow: MismatchExplaining, NullForming {}
extension JSONRows: MismatchExplaining, NullForming {}

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
