/// Where the columns of a ``ColumnSet`` come from: a table under its name or an alias, or
/// expressions that were selected.
public struct ColumnSource: Sendable {
    /// The name before the dot; empty for columns that are not qualified.
    @usableFromInline let qualifier: String

    /// The expressions by name, if the columns are expressions.
    @usableFromInline let fields: [SelectedField]?

    @inlinable
    init(qualifier: String) {
        self.qualifier = qualifier
        fields = nil
    }

    /// The columns of a table under its own name.
    @inlinable
    public init<T: Table>(_ table: T.Type) {
        self.init(qualifier: T.tableName)
    }

    /// Columns that are expressions, for a memberwise initializer of a ``ColumnSet``.
    public init(_ fields: SelectedFields) {
        qualifier = ""
        self.fields = fields.list
    }

    init(fields: [SelectedField]) {
        qualifier = ""
        self.fields = fields
    }
}

extension ColumnSource {
    /// The column with a name.
    @_disfavoredOverload
    @inlinable
    public func column<Value: RowRepresentable>(_ name: String) -> SQLExpression<Value> {
        SQLExpression(node(name))
    }

    /// The columns of a group.
    public func column<Group: Selection>(_ name: String) -> SQLExpression<Group> {
        SQLExpression(node(name, of: Group.self))
    }

    /// The columns of an optional group.
    public func column<Group: Selection>(_ name: String) -> SQLExpression<Group?> {
        SQLExpression(node(name, of: Group.self))
    }

    /// The column with a name, whose values are stored in another form.
    public func column<Representation: ColumnRepresentation>(_ name: String) -> RepresentedColumn<
        Representation
    > {
        RepresentedColumn(SQLExpression(node(name)))
    }

    @inlinable
    func node(_ name: String) -> SQLNode {
        guard let fields else { return .column(qualifier, name) }
        return fields.node(name)
    }

    private func node<Group: Selection>(_ name: String, of group: Group.Type) -> SQLNode {
        let names = Group.columnDefinitions.list.map(\.name)
        guard let fields else { return .row(names.map { .column(qualifier, $0) }) }
        // A selection has the group under the name of its property; a group has the columns of the
        // groups in it, one by one.
        if let field = fields.first(where: { SQLName.same($0.name, name) }) {
            if names.count == 1 { return field.node }
            if case .row = field.node { return field.node }
        }
        return .row(
            names.map { name in
                fields.first { SQLName.same($0.name, name) }?.node ?? .failure(.noColumn(name))
            })
    }
}

extension ColumnSource {
    /// Appends all columns of a table or selection.
    func appendColumns<Model: Selection>(of model: Model.Type, to list: inout SelectList) {
        if let fields {
            for field in fields { list.append(field) }
        } else if let table = model as? any Table.Type, table.tableName == qualifier {
            list.append(allColumnsOf: table.tableDefinition)
        } else {
            for column in Model.columnDefinitions.list {
                list.append(SelectedField(name: column.name, node: .column(qualifier, column.name)))
            }
        }
    }
}

extension [SelectedField] {
    @usableFromInline
    func node(_ name: String) -> SQLNode {
        first { SQLName.same($0.name, name) }?.node ?? .failure(.noColumn(name))
    }
}

/// An expression with the name of its column in the result.
@usableFromInline
struct SelectedField: Sendable {
    var name: String
    var node: SQLNode
}

/// The expressions for the properties of a selection, by name.
///
/// ```swift
/// init(total: some Selectable<Int>, average: some Selectable<Double?>) {
///     var fields = SelectedFields()
///     fields.add("total", total)
///     fields.add("average", average)
///     _source = ColumnSource(fields)
/// }
/// ```
public struct SelectedFields: Sendable {
    var list: [SelectedField] = []

    /// No expressions.
    public init() {}

    /// Adds the expression for a property.
    public mutating func add(_ name: String, _ value: some Selectable) {
        var columns = SelectList()
        value.appendColumns(to: &columns)
        let fields = columns.fields
        if fields.count == 1, let field = fields.first {
            list.append(SelectedField(name: name, node: field.node))
        } else {
            list.append(SelectedField(name: name, node: .row(fields.map(\.node))))
        }
    }
}

extension SQLiteError {
    static func noColumn(_ name: String) -> SQLiteError {
        SQLiteError(.misuse, message: "the selection has no column \"\(name)\"")
    }
}
