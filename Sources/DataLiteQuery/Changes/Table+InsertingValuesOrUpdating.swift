// Inserts of some columns with a conflict clause. The closures take the existing row as `$0` and, optionally, the new
// row as `$1`.

extension Table {
    /// Inserts values into some of the columns. If a row conflicts with an existing one, updates the existing row
    /// instead.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one, updates the existing row with
    /// values of the new row.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one, and a condition on both rows
    /// is true, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one, and a condition on both rows
    /// is true, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in a partial unique index,
    /// updates the existing row instead.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - values: The rows.
    ///   - target: The columns of the index.
    ///   - filter: The condition of the index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in a partial unique index,
    /// updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in a partial unique index, and
    /// a condition on both rows is true, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in a partial unique index, and
    /// a condition on both rows is true, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column, updates
    /// the existing row instead.
    public static func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column, updates
    /// the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column, and a
    /// condition on both rows is true, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique column, and a
    /// condition on both rows is true, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in a unique column, skips it:
    /// `ON CONFLICT (...) DO NOTHING`.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> InsertValuesBuilder<(repeat (each Column).Output)>.Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        insert(or: conflict, columns, values: values).onConflictDoNothing(target, where: filter)
    }
}
