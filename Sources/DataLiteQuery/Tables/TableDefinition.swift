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

    /// The name of the schema that contains the table; `nil` if it is not specified.
    public let schema: String?

    /// The columns, including the columns of groups.
    public let columns: ColumnDefinitions

    /// The primary key as an expression: a column, or a row value.
    @usableFromInline let key: SQLNode

    /// The columns with the table's name, separated by commas, as a select list.
    let selectList: [UInt8]

    /// `SELECT columns FROM table`
    let selectAll: [UInt8]

    /// ` WHERE key = `, for a primary key of one column
    let whereKey: [UInt8]

    /// `SELECT columns FROM table WHERE key = ?`, for a primary key of one column
    let selectByKey: [UInt8]

    /// The number of columns.
    @usableFromInline let columnCount: Int

    /// The positions of the generated columns, which cannot be written.
    let generatedColumns: [Int]

    /// The name of the table with its schema, quoted.
    let quotedName: [UInt8]

    /// The type whose queries have no default scope, as its identifier; 0 if it is not known.
    ///
    /// SAFETY: the number is read and written only with `RelaxedAtomic`, and freed with the definition.
    nonisolated(unsafe) private let unscopedType: UnsafeMutablePointer<Int>

    /// Defines a table. The closure adds its columns in the order of the properties.
    public convenience init(
        _ name: String, schema: String? = nil, _ columns: (inout ColumnDefinitions) -> Void
    ) {
        self.init(name, schema, ColumnDefinitions(columns))
    }

    /// Defines a table whose rows are an enum. The closure adds the columns in the order of the cases.
    public convenience init(
        cases name: String, schema: String? = nil, _ columns: (inout ColumnDefinitions) -> Void
    ) {
        self.init(name, schema, .cases(columns))
    }

    private init(_ name: String, _ schema: String?, _ definitions: ColumnDefinitions) {
        self.name = name
        self.schema = schema
        unscopedType = .allocate(capacity: 1)
        unscopedType.initialize(to: 0)
        self.columns = definitions
        columnCount = definitions.list.count
        key = definitions.keyNode(qualifier: name)
        generatedColumns = definitions.list.indices.filter {
            definitions.list[$0].generated != nil
        }
        var list = _SQLWriter()
        for (index, column) in definitions.list.enumerated() {
            if index > 0 { list.write(", ") }
            list.writeColumn(name, column.name)
        }
        selectList = list.utf8
        var quoted = _SQLWriter()
        quoted.writeTable(name, schema: schema)
        quotedName = quoted.utf8
        var select = _SQLWriter()
        select.write("SELECT ")
        select.write(bytes: list.utf8)
        select.write(" FROM ")
        select.write(bytes: quoted.utf8)
        selectAll = select.utf8
        var condition = _SQLWriter()
        condition.write(" WHERE ")
        condition.write(key)
        condition.write(" = ")
        whereKey = condition.utf8
        selectByKey = selectAll + whereKey + [UInt8(ascii: "?")]
    }

    deinit { unscopedType.deallocate() }

    /// Records that `all` of a type is the one that `Table` provides: all rows, at any time.
    @usableFromInline
    func setUnscoped(_ type: ObjectIdentifier) {
        RelaxedAtomic.store(Int(bitPattern: type), in: unscopedType)
    }

    /// Whether the queries of a type have no default scope, as far as is known.
    @usableFromInline
    func isUnscoped(_ type: ObjectIdentifier) -> Bool {
        RelaxedAtomic.load(unscopedType) == Int(bitPattern: type)
    }
}

extension ColumnDefinitions {
    /// The primary key of a table: a column, or a row value.
    func keyNode(qualifier: String) -> SQLNode {
        let nodes = list.filter(\.isPrimaryKey).map { SQLNode.column(qualifier, $0.name) }
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }
}
