// `ON CONFLICT`. The closures take the existing row as `$0` and, optionally, the new row as `$1`. A closure cannot
// have fewer parameters than its type, so each method exists for an update with one row, for an update with both, and
// for an update and a condition with both. A condition before `doUpdate` is that of a partial index; a method of its
// own takes it, because the compiler would pass a `where` after `doUpdate` to the first parameter of this name.

extension InsertStatement {
    /// If a new row conflicts with an existing one in a unique column, updates the existing row instead.
    ///
    /// ```swift
    /// Reminder.insert { drafts }.onConflict { $0.title } doUpdate: { $0.position += 1 }
    /// ```
    ///
    /// - Parameters:
    ///   - target: The columns of a primary key or a unique index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        _insert.updating(on: target, { row, _ in update(&row) }) { row, _ in condition(row) }
    }

    /// If a new row conflicts with an existing one, updates the existing row with values of the new row.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        _insert.updating(on: target, update) { row, _ in condition(row) }
    }

    /// If a new row conflicts with an existing one, and a condition on both rows is true, updates the existing row
    /// with values of the new row.
    ///
    /// ```swift
    /// insert.onConflict { $0.title } doUpdate: { row, _ in row.position += 1 } where: { $0.notes != $1.notes }
    /// ```
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        _insert.updating(on: target, update, condition)
    }

    /// If a new row conflicts with an existing one in a partial unique index, updates the existing row instead.
    ///
    /// - Parameters:
    ///   - target: The columns of the index.
    ///   - filter: The condition of the index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Model.Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        _insert.updating(on: target, filter: filter, { row, _ in update(&row) }) { row, _ in
            condition(row)
        }
    }

    /// If a new row conflicts with an existing one in a partial unique index, updates the existing row with values of
    /// the new row.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Model.Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        _insert.updating(on: target, filter: filter, update) { row, _ in condition(row) }
    }

    /// If a new row conflicts with an existing one in a partial unique index, and a condition on both rows is true,
    /// updates the existing row with values of the new row.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Model.Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        _insert.updating(on: target, filter: filter, update, condition)
    }

    /// If a new row conflicts with an existing one in any unique column, updates the existing row instead.
    public func onConflictDoUpdate(
        _ update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        onConflict({ _ in () }, doUpdate: update, where: condition)
    }

    /// If a new row conflicts with an existing one in any unique column, updates the existing row with values of the
    /// new row.
    public func onConflictDoUpdate(
        _ update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        onConflict({ _ in () }, doUpdate: update, where: condition)
    }

    /// If a new row conflicts with an existing one in any unique column, and a condition on both rows is true, updates
    /// the existing row with values of the new row.
    public func onConflictDoUpdate(
        _ update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        onConflict({ _ in () }, doUpdate: update, where: condition)
    }
}

extension Insert where Model: Table {
    /// Skips rows that conflict with an existing row in a unique column: `ON CONFLICT (...) DO NOTHING`.
    ///
    /// - Parameters:
    ///   - target: The columns of a primary key or a unique index.
    ///   - filter: The condition of the index, if it is a partial one.
    public func onConflictDoNothing<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Self {
        adding(clause(on: target, filter: filter))
    }

    /// Skips rows that conflict with an existing row in any unique column: `ON CONFLICT DO NOTHING`.
    public func onConflictDoNothing() -> Self { adding(ConflictClause(target: [])) }

    fileprivate func updating<each Column: Selectable>(
        on target: (Model.Columns) -> (repeat each Column),
        filter: (Model.Columns) -> SQLExpression<Bool> = { _ in SQLExpression(.always) },
        _ update: (inout Updates<Model>, Model.Columns) -> Void,
        _ condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Self {
        var updates = Updates<Model>(Model.columns)
        let condition = EnclosingQuery.during(Model.self) {
            update(&updates, Self.excluded)
            return condition(Model.columns, Self.excluded).node
        }
        var clause = clause(on: target, filter: filter)
        clause.assignments = updates.assignments
        if !condition.isAlways { clause.condition = condition }
        return adding(clause)
    }

    private func clause<each Column: Selectable>(
        on target: (Model.Columns) -> (repeat each Column),
        filter: (Model.Columns) -> SQLExpression<Bool>
    ) -> ConflictClause {
        let columns: (repeat each Column) = target(Model.columns)
        let list = _SelectList(repeat each columns)
        let filter = filter(Model.columns).node
        return ConflictClause(
            target: list.fields.map(\.node), filter: filter.isAlways ? nil : filter)
    }

    private func adding(_ clause: ConflictClause) -> Self {
        var copy = self
        copy.body.command.conflictClauses.append(clause)
        return copy
    }

    /// The new row, which conflicts with an existing one.
    private static var excluded: Model.Columns {
        Model.Columns(_source: ColumnSource(qualifier: "excluded"))
    }
}
