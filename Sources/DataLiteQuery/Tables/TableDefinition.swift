/// The name of a table and its columns.
///
/// ```swift
/// static let tableDefinition = TableDefinition("people") { columns in
///     columns.add("id", Int.self, primaryKey: true)
///     columns.add("name", String.self, default: "")
/// }
/// ```
public final class TableDefinition: Sendable {
    /// The name of the table.
    public let name: String

    /// The name of the schema that contains the table; `nil` if it is not given.
    public let schema: String?

    /// The columns, those of groups included.
    public let columns: ColumnDefinitions

    /// The primary key as an expression: a column, or a row value.
    @usableFromInline let key: SQLNode

    /// The columns with the table's name, separated by commas, as a select list.
    let selectList: [UInt8]

    /// `SELECT columns FROM table`
    let selectAll: [UInt8]

    /// The positions of the columns that are computed, which no row can be written to.
    let generatedColumns: [Int]

    /// The name of the table with its schema, quoted.
    let quotedName: [UInt8]

    /// Defines a table. The closure adds its columns in the order of the properties.
    public init(
        _ name: String, schema: String? = nil, _ columns: (inout ColumnDefinitions) -> Void
    ) {
        self.name = name
        self.schema = schema
        let definitions = ColumnDefinitions(columns)
        self.columns = definitions
        key = definitions.keyNode(qualifier: name)
        generatedColumns = definitions.list.indices.filter {
            definitions.list[$0].generated != nil
        }
        var list = SQLWriter()
        for (index, column) in definitions.list.enumerated() {
            if index > 0 { list.write(", ") }
            list.writeColumn(name, column.name)
        }
        selectList = list.utf8
        var quoted = SQLWriter()
        quoted.writeTable(name, schema: schema)
        quotedName = quoted.utf8
        var select = SQLWriter()
        select.write("SELECT ")
        select.write(bytes: list.utf8)
        select.write(" FROM ")
        select.write(bytes: quoted.utf8)
        selectAll = select.utf8
    }
}

extension ColumnDefinitions {
    /// The primary key of a table: a column, or a row value.
    func keyNode(qualifier: String) -> SQLNode {
        let nodes = list.filter(\.isPrimaryKey).map { SQLNode.column(qualifier, $0.name) }
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }
}

/// A list of columns, in order.
public struct ColumnDefinitions: Sendable {
    /// The columns, those of groups included.
    public internal(set) var list: [ColumnDefinition] = []

    /// Defines columns in the order in which the closure adds them.
    public init(_ add: (inout ColumnDefinitions) -> Void) {
        add(&self)
    }

    /// Adds the column of a property. For a group, all columns of the group are added.
    ///
    /// - Parameters:
    ///   - name: The name of the column. The columns of a group have the names that the group gives
    ///     them.
    ///   - type: The type of the property, or its representation.
    ///   - primaryKey: Whether the column is the primary key.
    ///   - unique: Whether no two rows have the same value.
    ///   - default: The default value of the column.
    ///   - defaultSQL: The default value of the column as an SQL expression.
    ///   - generated: An SQL expression over other columns that computes the value. Inserts and updates
    ///     leave the column out.
    ///   - storage: Whether a computed value is stored.
    ///   - references: The table whose primary key the column refers to.
    ///   - onDelete: What happens when the row that is referred to is deleted.
    ///   - onUpdate: What happens when the key that is referred to changes.
    public mutating func add<Value: RowRepresentable>(
        _ name: String, _ type: Value.Type, primaryKey: Bool = false, unique: Bool = false,
        default: Value? = nil, defaultSQL: String? = nil,
        generated: String? = nil, storage: GeneratedColumn.Storage = .virtual,
        references: (any Table.Type)? = nil,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil
    ) {
        if let group = ColumnDefinition.group(of: type) {
            list += group.columns.map { column in
                var column = column
                column.isPrimaryKey = primaryKey
                column.isNullable = column.isNullable || group.isNullable
                return column
            }
            return
        }
        var column = ColumnDefinition(name: name, type: type)
        column.isPrimaryKey = primaryKey
        column.isUnique = unique
        column.defaultSQL = defaultSQL
        if defaultSQL == nil, generated == nil, let value = `default` {
            column.setDefault(value)
        }
        column.generated = generated.map { GeneratedColumn(sql: $0, storage: storage) }
        column.references = references
        column.onDelete = onDelete
        column.onUpdate = onUpdate
        list.append(column)
    }
}
