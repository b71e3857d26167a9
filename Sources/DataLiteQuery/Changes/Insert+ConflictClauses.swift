extension Insert where Model: Table {
    func updating<each Column: Selectable>(
        on target: (Model.Columns) -> (repeat each Column),
        filter: (Model.Columns) -> SQLExpression<Bool> = { _ in SQLExpression(.always) },
        _ update: (inout Updates<Model>, Model.Columns) -> Void,
        _ condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool> = { _, _ in
            SQLExpression(.always)
        }
    ) -> Self {
        var updates = Updates<Model>(Model.columns)
        let condition = EnclosingQuery.during(Model.self) {
            update(&updates, Self.excluded)
            return condition(Model.columns, Self.excluded).node
        }
        var clause = ConflictClause(
            target: Self.nodes(target), assignments: updates.assignments)
        if !condition.isAlways { clause.condition = condition }
        let filter = filter(Model.columns).node
        if !filter.isAlways { clause.filter = filter }
        return adding(clause)
    }

    func adding(_ clause: ConflictClause) -> Self {
        var copy = self
        copy.body.command.conflictClauses.append(clause)
        return copy
    }

    static func nodes<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column)
    ) -> [SQLNode] {
        let columns: (repeat each Column) = target(Model.columns)
        var list = _SelectList()
        repeat (each columns)._appendColumns(to: &list)
        return list.fields.map(\.node)
    }

    /// The new row, which conflicts with an existing one.
    private static var excluded: Model.Columns {
        Model.Columns(_source: ColumnSource(qualifier: "excluded"))
    }
}
