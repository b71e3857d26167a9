import Foundation

/// The definition of a column: its name, its type and its constraints.
public struct ColumnDefinition: Sendable {
    /// The name of the column.
    public internal(set) var name: String

    /// The name of the property, if the property is a group of columns.
    var group: String?

    /// The group that the column belongs to, and whether the group is optional.
    var groupType: (type: any Selection.Type, isNullable: Bool)?

    /// Whether the column belongs to a case of an enum.
    var isCase = false

    /// The name that the column of a group would have if no other column had it.
    var repeatedName: String?

    /// The type that a created table declares.
    public let type: ColumnType

    /// The type that a `STRICT` table declares, unless the column is the primary key.
    let strictType: ColumnType

    /// Whether the values are numbers stored as text, which a column of numeric affinity would change.
    let storesNumbersAsText: Bool

    /// The form of the values in JSON that is made of rows.
    let jsonForm: RowJSONForm

    /// Whether SQL orders the values as Swift does.
    let isOrdered: Bool

    /// The representation in which the values are stored, if the column has one.
    let representation: Any.Type?

    /// The type of the values that are not NULL.
    let storedValue: any Any.Type

    /// Whether the column may be NULL.
    public internal(set) var isNullable: Bool

    /// Whether the column is the primary key, or part of it.
    public internal(set) var isPrimaryKey = false

    /// Whether no two rows have the same value.
    public internal(set) var isUnique = false

    /// The collation that compares and orders the text of the column, if it is not `BINARY` by default.
    public internal(set) var collation: CollationName?

    /// The default value as an SQL expression.
    public internal(set) var defaultSQL: String?

    /// The computation of the value from other columns; `nil` for a column that stores the value it is given.
    public internal(set) var generated: GeneratedColumn?

    /// The reason the default value cannot be written as SQL, if any.
    private(set) var defaultError: SQLiteError?

    /// The table whose primary key the column references.
    public internal(set) var references: (any Table.Type)?

    /// The action when the referenced row is deleted.
    public internal(set) var onDelete: ForeignKeyAction?

    /// The action when the referenced key changes.
    public internal(set) var onUpdate: ForeignKeyAction?

    init(name: String, type: any RowRepresentable.Type) {
        self.name = name
        let stored: any Any.Type = (type as? any OptionalType.Type)?.wrappedType ?? type
        storedValue = stored
        isNullable = type.isNullable
        isOrdered = type.isOrdered
        representation = type._representation
        self.type = ColumnType(storing: stored)
        strictType = ColumnType(storingStrictly: stored)
        jsonForm = RowJSONForm(storing: stored)
        storesNumbersAsText = ColumnType.storedType(of: stored) is Decimal.Type
    }

    /// The group that a type is or wraps, and whether the type is an optional.
    static func group(of type: any Any.Type) -> (type: any Selection.Type, isNullable: Bool)? {
        if let group = type as? any Selection.Type { return (group, false) }
        // In a generic type, an optional may be wrapped in another one.
        guard let wrapped = (type as? any OptionalType.Type)?.wrappedType else { return nil }
        return group(of: wrapped).map { ($0.type, true) }
    }

    /// Makes a value the default of the column.
    mutating func setDefault(_ value: some RowRepresentable) {
        var values = RowWriter()
        values.append(value)
        defaultError = values.error ?? values.onlyValue.flatMap(UnstorableValue.init)?.error()
        defaultSQL = defaultError == nil ? values.onlyValue?.sqliteLiteral : nil
    }

    mutating func removeDefault() {
        defaultError = nil
        defaultSQL = nil
    }
}

/// The computation of a generated column (<https://sqlite.org/gencol.html>).
public struct GeneratedColumn: Sendable, Equatable {
    /// The time at which the value is computed.
    public enum Storage: String, Sendable, Hashable {
        /// The value is computed when the column is read.
        case virtual = "VIRTUAL"
        /// The value is computed when the row is written. `ALTER TABLE` cannot add such a column.
        case stored = "STORED"
    }

    /// An SQL expression over other columns of the row; `nil` if only the database knows it.
    public let sql: String?

    /// The time at which the value is computed.
    public let storage: Storage
}

/// An optional whose type is known only at run time.
protocol OptionalType {
    static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalType {
    static var wrappedType: any Any.Type { Wrapped.self }
}
