public import Foundation

/// A value that a query can select: an expression, the columns of a table, or a Swift value, which is bound.
///
/// The Swift values are numbers, text, bytes, dates and other values that can be stored in a column, and values of your
/// types that conform to ``QueryBindable``. For a value of any other type, use `SQLExpression(value)`.
public protocol _SelectableValue<Output>: Sendable {
    /// The type of its values in the result.
    associatedtype Output

    /// Appends the columns to a select list.
    func _appendColumns(to list: inout _SelectList)

    /// Decodes a value from the next columns of a row.
    static func _decode(_ row: inout RowReader) throws(SQLiteError) -> Output

    /// The number of columns.
    static var _selectedColumnCount: Int { get }

    /// Appends the forms in which the columns store their values.
    static func _appendForms(to forms: inout StoredForms)

    /// Whether the value already has the form in which its property is stored, whatever the form is.
    static var _isStoredForm: Bool { get }
}

/// A value that can be selected for an optional property: of the type of the property, or of the wrapped type.
public protocol _SelectableOptional<Wrapped>: _SelectableValue {
    /// The type of its values in the result without NULL.
    associatedtype Wrapped
}

/// An expression, or the columns of a table.
public protocol Selectable<Output>: _SelectableOptional {}

extension _SelectableValue {
    @inlinable
    public static var _isStoredForm: Bool { false }

    @inlinable
    public static func _appendForms(to forms: inout StoredForms) {
        forms.append(columns: _selectedColumnCount)
    }
}

extension _SelectableValue where Output: RowDecodable {
    @inlinable
    public static func _decode(_ row: inout RowReader) throws(SQLiteError) -> Output {
        try row.next()
    }

    @inlinable
    public static var _selectedColumnCount: Int { Output.columnCount }
}

// MARK: - Values

/// A type whose values can be bound to and decoded from one column, as `SQLiteRepresentable`, and also be selected and
/// passed to a function of `@DatabaseFunction` without `SQLExpression(value)`.
///
/// Let an enum in tables conform to `QueryBindable`: `SQLiteRepresentable` is enough only for a column, for values on
/// the right of an operator and for assignments.
///
/// ```swift
/// enum Priority: Int, QueryBindable { case low, high }
///
/// Reminder.select { ($0.title, $describe(Priority.high)) }
/// ```
public protocol QueryBindable: SQLiteRepresentable, _SelectableOptional where Output == Self {
    associatedtype Wrapped = Self
}

extension Int: QueryBindable {}
extension Double: QueryBindable {}
extension String: QueryBindable {}
extension Bool: QueryBindable {}
extension Int8: QueryBindable {}
extension Int16: QueryBindable {}
extension Int32: QueryBindable {}
extension Int64: QueryBindable {}
extension UInt: QueryBindable {}
extension UInt8: QueryBindable {}
extension UInt16: QueryBindable {}
extension UInt32: QueryBindable {}
extension UInt64: QueryBindable {}
extension Float: QueryBindable {}
extension Date: QueryBindable {}
extension Data: QueryBindable {}
extension UUID: QueryBindable {}
extension URL: QueryBindable {}
extension Decimal: QueryBindable {}
extension SQLiteValue: QueryBindable {}
extension Optional: _SelectableValue, _SelectableOptional, QueryBindable
where Wrapped: QueryBindable {}

extension _SelectableValue where Self: RowRepresentable {
    public func _appendColumns(to list: inout _SelectList) { list.append(SQLNode(binding: self)) }
}

/// The columns that a query selects.
public struct _SelectList: Sendable {
    enum Item: Sendable {
        case field(SelectedField)
        /// All columns of a table under its own name.
        case table(TableDefinition)
    }

    var items: [Item] = []

    init() {}

    /// The columns that a value selects.
    init(_ selected: some _SelectableValue) { selected._appendColumns(to: &self) }

    /// Columns without names.
    init(nodes: [SQLNode]) { items = nodes.map { .field(SelectedField(name: "", node: $0)) } }

    /// The columns that several values select.
    init<each Selected: _SelectableValue>(_ selected: repeat each Selected) {
        repeat (each selected)._appendColumns(to: &self)
    }

    mutating func append(_ field: SelectedField) {
        items.append(.field(field))
    }

    mutating func append(_ node: SQLNode) {
        items.append(.field(SelectedField(name: "", node: node)))
    }

    mutating func append(allColumnsOf table: TableDefinition) {
        items.append(.table(table))
    }

    /// The individual columns.
    var fields: [SelectedField] {
        var fields: [SelectedField] = []
        for item in items {
            switch item {
            case .field(let field):
                fields.append(field)
            case .table(let table):
                for column in table.columns.list {
                    fields.append(
                        SelectedField(name: column.name, node: .column(table.name, column.name)))
                }
            }
        }
        return fields
    }
}
