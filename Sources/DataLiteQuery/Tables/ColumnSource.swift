/// The source of the columns of a ``ColumnSet``: a table under its name or an alias, or selected expressions.
public struct ColumnSource: Sendable {
    /// The name before the dot; empty for columns that are not qualified.
    @usableFromInline let qualifier: String

    /// Whether the columns belong to a table under its own name.
    @usableFromInline let isTable: Bool

    /// The origin of the columns, if they do not belong to a table.
    @usableFromInline let origin: Origin?

    /// A class, so that columns of a table, the usual case, cost nothing to copy and release.
    @usableFromInline
    final class Origin: Sendable {
        enum Kind: Sendable {
            /// Expressions, one for each column.
            case fields([SQLNode], ColumnDefinitions)
            /// The columns of an item of `FROM` or `JOIN`.
            case item(FromItem)
        }

        let kind: Kind

        init(_ kind: Kind) { self.kind = kind }
    }

    @inlinable
    init(qualifier: String, isTable: Bool = false) {
        self.qualifier = qualifier
        self.isTable = isTable
        origin = nil
    }

    init(qualifier: String, origin: Origin) {
        self.qualifier = qualifier
        isTable = false
        self.origin = origin
    }

    /// The columns of a table under its own name.
    @inlinable
    public init<T: Table>(_ table: T.Type) {
        self.init(qualifier: T.tableName, isTable: true)
    }

    /// Columns that are expressions, for the memberwise initializer of a ``ColumnSet``.
    public init<Model: Selection>(_ model: Model.Type, _ fields: SelectedFields) {
        let definitions = Model.columnDefinitions
        self.init(
            qualifier: "", origin: Origin(.fields(fields.nodes(of: definitions), definitions)))
    }

    /// The columns of an item of `FROM` or `JOIN`.
    @usableFromInline
    init(of item: FromItem) {
        if case .table = item.kind {
            self.init(qualifier: item.qualifier, isTable: item.alias == nil)
        } else {
            self.init(qualifier: item.qualifier, origin: Origin(.item(item)))
        }
    }

    @inlinable
    func node(_ name: String) -> SQLNode {
        guard let origin else { return .column(qualifier, name) }
        return node(name, from: origin)
    }

    /// - Parameter text: The column as `"table"."column"`, which is used for a table under its own name.
    // Not inlined, because each column of each table would contain a copy.
    @usableFromInline
    func node(_ name: String, _ text: StaticString) -> SQLNode {
        isTable ? .tableColumn(text) : node(name)
    }

    @usableFromInline
    func node(_ name: String, from origin: Origin) -> SQLNode {
        guard case .fields(let fields, let definitions) = origin.kind else {
            return .column(qualifier, name)
        }
        let position = definitions.list.firstIndex { SQLName.same($0.name, name) }
        return position.map { fields[$0] } ?? .failure(.noColumn(name))
    }

    /// The columns of a group.
    ///
    /// - Parameter definitions: The columns of the table or selection; `nil` if they are not known, in which case the
    ///   columns of the group have the names that the group defines.
    func node<Group: Selection>(
        _ name: String, ofGroup group: Group.Type, in definitions: ColumnDefinitions?
    ) -> SQLNode {
        guard let definitions = self.definitions ?? definitions else {
            return .row(Group.columnDefinitions.list.map { .column(qualifier, $0.name) })
        }
        guard let columns = definitions.columns(ofGroup: name) else {
            return .failure(.noColumn(name))
        }
        return .row(Array(nodes(of: definitions)[columns]))
    }

    /// The definitions of the columns, if they do not belong to a table.
    private var definitions: ColumnDefinitions? {
        switch origin?.kind {
        case .fields(_, let definitions): definitions
        case .item(let item): item.columns
        case nil: nil
        }
    }

    /// The individual columns.
    func nodes(of definitions: ColumnDefinitions) -> [SQLNode] {
        if case .fields(let fields, _) = origin?.kind { return fields }
        return definitions.list.map { .column(qualifier, $0.name) }
    }

    /// Appends all columns of a table or selection.
    func appendColumns<Model: Selection>(of model: Model.Type, to list: inout _SelectList) {
        if let table = model as? any Table.Type, origin == nil,
            SQLName.same(table.tableName, qualifier)
        {
            list.append(allColumnsOf: table.tableDefinition)
            return
        }
        let definitions = Model.columnDefinitions
        for (column, node) in zip(definitions.list, nodes(of: definitions)) {
            list.append(SelectedField(name: column.name, node: node))
        }
    }

    /// The item of `FROM` or `JOIN` that provides the columns of a table or selection.
    func item<Model: Selection>(of model: Model.Type) -> FromItem {
        switch origin?.kind {
        case .item(let item):
            return item
        case .fields(_, let definitions):
            return FromItem(
                kind: .call(.failure(.selectionIsNoTable(model))), alias: nil, columns: definitions)
        case nil:
            if let table = model as? any Table.Type {
                let isPlain = SQLName.same(qualifier, table.tableName)
                return FromItem(table.tableDefinition, alias: isPlain ? nil : qualifier)
            }
            return FromItem(
                kind: .name(qualifier), alias: nil, columns: model.columnDefinitions)
        }
    }

    func renamed(_ renaming: Renaming) -> ColumnSource {
        switch origin?.kind {
        case .fields(let fields, let definitions):
            let renamed = fields.map { $0.renamed(renaming) }
            return ColumnSource(
                qualifier: qualifier, origin: Origin(.fields(renamed, definitions)))
        case .item(var item):
            guard SQLName.same(qualifier, renaming.old) else { return self }
            item.alias = renaming.new
            return ColumnSource(of: item)
        case nil:
            return SQLName.same(qualifier, renaming.old)
                ? ColumnSource(qualifier: renaming.new) : self
        }
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
///     _source = ColumnSource(Stats.self, fields)
/// }
/// ```
public struct SelectedFields: Sendable {
    private var list: [(name: String, nodes: [SQLNode], forms: StoredForms?)] = []

    /// Creates an empty set of expressions.
    public init() {}

    /// Adds the expression for a property; for a group, the columns of a table or of another group.
    public mutating func add<Value: _SelectableValue>(_ name: String, _ value: Value) {
        let forms = Value._isStoredForm ? nil : StoredForms(selecting: Value.self)
        list.append((name, _SelectList(value).fields.map(\.node), forms))
    }

    /// Adds the expression for an optional property, or NULL.
    ///
    /// - Parameter type: The type of an expression of the property.
    public mutating func add<Value: RowRepresentable>(
        _ name: String, _ value: (any _SelectableValue)?, orNull type: SQLExpression<Value?>.Type
    ) {
        if let value {
            add(name, value)
        } else {
            add(name, SQLExpression<Value?>(nil as Value?))
        }
    }

    /// The expressions for the columns, in the order of the definitions.
    fileprivate func nodes(of definitions: ColumnDefinitions) -> [SQLNode] {
        definitions.properties.flatMap { property -> [SQLNode] in
            let field = list.first { SQLName.same($0.name, property.name) }
            guard let field, field.nodes.count == property.columns.count else {
                return property.columns.map { _ in .failure(.noColumn(property.name)) }
            }
            if field.nodes.count == 1, let forms = field.forms {
                let found = forms.representation(of: 0)
                let expected = definitions.list[property.columns.lowerBound].representation
                return [field.nodes[0].converted(from: found, to: expected)]
            }
            return field.nodes
        }
    }
}

extension SQLiteError {
    static func noColumn(_ name: String) -> SQLiteError {
        SQLiteError(.misuse, message: "the selection has no column \"\(name)\"")
    }

    fileprivate static func selectionIsNoTable(_ model: any Any.Type) -> SQLiteError {
        SQLiteError.misuse(
            "the columns of \(model) are expressions: a query over them is a table, as in "
                + "schema.table(query)")
    }
}
