// Inserts of some columns after a `where`, with a conflict clause. The closures take the existing row as `$0` and,
// optionally, the new row as `$1`.

extension Select where Output: Table, Columns == Output.Columns {
    /// Inserts values into some of the columns. If a row conflicts with an existing one that this query has, updates
    /// that row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one that this query has, updates
    /// that row with values of the new row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one that this query has, and a
    /// condition on both rows is true, updates that row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one that this query has, and a
    /// condition on both rows is true, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column that this
    /// query has, updates that row.
    public func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column that this
    /// query has, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column that this
    /// query has, and a condition on both rows is true, updates that row.
    public func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column that this
    /// query has, and a condition on both rows is true, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts in a partial unique index with an existing one that
    /// this query has, updates that row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts in a partial unique index with an existing one that
    /// this query has, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts in a partial unique index with an existing one that
    /// this query has, and a condition on both rows is true, updates that row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts in a partial unique index with an existing one that
    /// this query has, and a condition on both rows is true, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }
}
