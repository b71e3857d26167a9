// `ON CONFLICT`. The closures take the existing row as `$0` and, optionally, the new row as `$1`. A closure cannot
// have fewer parameters than its type, so each method exists with one and with two.

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
        _insert.updating(on: target, { updates, _ in update(&updates) }) { existing, _ in
            condition(existing)
        }
    }

    /// If a new row conflicts with an existing one, updates the existing row with values of the new row.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        _insert.updating(on: target, update) { existing, _ in condition(existing) }
    }

    /// If a new row conflicts with an existing one, and a condition on both rows is true, updates the existing row.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        _insert.updating(on: target, { updates, _ in update(&updates) }, condition)
    }

    /// If a new row conflicts with an existing one, and a condition on both rows is true, updates the existing row
    /// with values of the new row.
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
        _insert.updating(on: target, filter: filter, { updates, _ in update(&updates) }) {
            existing, _ in
            condition(existing)
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
        _insert.updating(on: target, filter: filter, update) { existing, _ in
            condition(existing)
        }
    }

    /// If a new row conflicts with an existing one in a partial unique index, and a condition on both rows is true,
    /// updates the existing row instead.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Model.Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        _insert.updating(on: target, filter: filter, { updates, _ in update(&updates) }, condition)
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
        _insert.updating(on: { _ in () }, { updates, _ in update(&updates) }) { existing, _ in
            condition(existing)
        }
    }

    /// If a new row conflicts with an existing one in any unique column, updates the existing row with values of the
    /// new row.
    public func onConflictDoUpdate(
        _ update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Model> {
        _insert.updating(on: { _ in () }, update) { existing, _ in
            condition(existing)
        }
    }

    /// If a new row conflicts with an existing one in any unique column, and a condition on both rows is true, updates
    /// the existing row instead.
    public func onConflictDoUpdate(
        _ update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        _insert.updating(on: { _ in () }, { updates, _ in update(&updates) }, condition)
    }

    /// If a new row conflicts with an existing one in any unique column, and a condition on both rows is true, updates
    /// the existing row with values of the new row.
    public func onConflictDoUpdate(
        _ update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Insert<Model> {
        _insert.updating(on: { _ in () }, update, condition)
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
        var clause = ConflictClause(target: Self.nodes(target))
        let filter = filter(Model.columns).node
        if !filter.isAlways { clause.filter = filter }
        return adding(clause)
    }

    /// Skips rows that conflict with an existing row in any unique column: `ON CONFLICT DO NOTHING`.
    public func onConflictDoNothing() -> Self {
        adding(ConflictClause(target: []))
    }
}
