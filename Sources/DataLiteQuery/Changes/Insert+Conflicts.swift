// `ON CONFLICT`. The closures take the row that exists, as `$0`, and may take the row that was to be
// inserted, as `$1`. A closure cannot have fewer parameters than its type, so each method exists with
// one and with two.

extension Insert {
    /// Updates the row that exists where a row to be inserted has the same value in a unique column.
    ///
    /// ```swift
    /// Reminder.insert { drafts }.onConflict { $0.title } doUpdate: { $0.position += 1 }
    /// ```
    ///
    /// - Parameters:
    ///   - target: The columns of a primary key or a unique index.
    ///   - update: Assigns expressions and values to columns of the row that exists.
    ///   - condition: Whether the row that exists is updated.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Self {
        updating(on: target, { updates, _ in update(&updates) }) { existing, _ in
            condition(existing)
        }
    }

    /// Updates the row that exists with values of the row that was to be inserted.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Self {
        updating(on: target, update) { existing, _ in condition(existing) }
    }

    /// Updates the row that exists if a condition is true for both rows.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Self {
        updating(on: target, { updates, _ in update(&updates) }, condition)
    }

    /// Updates the row that exists if a condition is true for both rows, with values of the row that
    /// was to be inserted.
    public func onConflict<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Model>, Model.Columns) -> Void,
        @ConditionBuilder where condition: (Model.Columns, Model.Columns) -> SQLExpression<Bool>
    ) -> Self {
        updating(on: target, update, condition)
    }

    /// Leaves out rows that have the same value in a unique column as a row that exists.
    public func onConflictDoNothing<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column)
    ) -> Self {
        adding(ConflictClause(target: Self.nodes(target)))
    }

    /// Leaves out rows that have the same value in any unique column as a row that exists.
    public func onConflictDoNothing() -> Self {
        adding(ConflictClause(target: []))
    }
}

extension Table {
    /// Inserts rows or drafts; where one has the same value in a unique column as a row that exists,
    /// that row is updated.
    ///
    /// ```swift
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.position += 1 }
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.notes = $1.notes }
    /// ```
    ///
    /// For further forms see `Insert.onConflict(_:doUpdate:where:)`.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        inserting(rows(), or: nil).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts, or updates the rows that exist with their values.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        inserting(rows(), or: nil).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts, or updates the rows that exist with their values if a condition is
    /// true for both.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: nil).onConflict(target, doUpdate: update, where: condition)
    }
}

// MARK: - Clauses

extension Insert {
    private func updating<each Column: Selectable>(
        on target: (Model.Columns) -> (repeat each Column),
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
        return adding(clause)
    }

    private func adding(_ clause: ConflictClause) -> Self {
        var copy = self
        copy.body.command.conflictClauses.append(clause)
        return copy
    }

    private static func nodes<each Column: Selectable>(
        _ target: (Model.Columns) -> (repeat each Column)
    ) -> [SQLNode] {
        let columns: (repeat each Column) = target(Model.columns)
        var list = _SelectList()
        repeat (each columns)._appendColumns(to: &list)
        return list.fields.map(\.node)
    }

    /// The row that was to be inserted.
    private static var excluded: Model.Columns {
        Model.Columns(_source: ColumnSource(qualifier: "excluded"))
    }
}
