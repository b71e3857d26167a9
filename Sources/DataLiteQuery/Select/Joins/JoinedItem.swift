/// A table or a select that is about to be joined.
@usableFromInline
struct JoinedItem: Sendable {
    let kind: JoinKind
    let item: FromItem

    /// The conditions of the item. For a derived table, they are part of the table instead.
    let conditions: NodeList

    /// The order of the item. For a derived table, it is part of the table instead.
    var order: NodeList

    /// The condition of the join.
    @usableFromInline var condition: SQLNode?

    /// The values that the item selects; empty if it selects rows.
    var values: [_SelectList.Item] = []

    /// Whether equal rows of the join are left out.
    var isDistinct = false

    /// - Parameter left: The query to which the item is joined.
    @usableFromInline
    init<Other: Selection>(
        _ query: Select<Other, some Any>, _ kind: JoinKind, beside left: SelectCore
    ) {
        self.init(query.core, of: Other.columnDefinitions, kind, beside: left)
    }

    init(
        _ core: SelectCore, of columns: ColumnDefinitions, _ kind: JoinKind,
        beside left: SelectCore
    ) {
        self.kind = kind
        let core = core.scoped.beside(left)
        if core.needsDerivedTable || core.selection != nil {
            item = core.derived(columns)
            (conditions, order) = ([], [])
        } else {
            item = core.from
            (conditions, order) = (core.conditions, core.order)
        }
    }

    /// The values that a query of one table selects. A join combines them with the values that the other query selects.
    init<Value, Columns: ColumnSet>(
        valuesOf query: Select<Value, Columns>, _ kind: JoinKind, beside left: SelectCore
    ) {
        self.kind = kind
        var core = query.core.scoped.beside(left)
        if core.rare != nil {
            isDistinct = core.clauses.isDistinct
            core.clauses.isDistinct = false
        }
        if core.needsDerivedTable {
            (item, values) = core.derivedWithValues(of: Columns.Model.columnDefinitions)
            (conditions, order) = ([], [])
        } else {
            (item, values) = (core.from, core.selection?.items ?? [])
            (conditions, order) = (core.conditions, core.order)
        }
    }

    /// The name of the joined table in the query.
    @usableFromInline
    var qualifier: String { item.qualifier }

    /// The source of the joined table's columns.
    @usableFromInline
    var source: ColumnSource { ColumnSource(of: item) }

    /// The join with its condition.
    @usableFromInline
    func on(beside left: SelectCore, _ condition: () -> SQLExpression<Bool>) -> JoinedItem {
        var (join, left) = (self, left)
        EnclosingQuery.enter(&left, and: qualifier)
        join.condition = condition().node
        EnclosingQuery.leave()
        return join
    }
}

extension SelectCore {
    /// The select as a derived table, with the columns of its table and the selected values, and these values.
    fileprivate func derivedWithValues(
        of columns: ColumnDefinitions
    ) -> (FromItem, [_SelectList.Item]) {
        var (core, columns, list) = (self, columns, _SelectList())
        from._appendColumns(to: &list)
        var names: [String] = []
        for field in selection?.fields ?? [] {
            let name = "value:\(names.count)"
            names.append(name)
            list.append(SelectedField(name: name, node: field.node))
            columns.list.append(ColumnDefinition(name: name, type: SQLiteValue.self))
        }
        core.selection = list
        let item = core.derived(columns)
        let values = names.map { name in
            _SelectList.Item.field(
                SelectedField(name: "", node: .column(item.qualifier, name)))
        }
        return (item, values)
    }
}
