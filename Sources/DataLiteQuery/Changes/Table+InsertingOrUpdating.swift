// Inserts with a conflict clause. The closures take the existing row as `$0` and, optionally, the new row as `$1`.

extension Table {
    /// Inserts rows or drafts. If one conflicts with an existing row in a unique column, updates the existing row
    /// instead.
    ///
    /// ```swift
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.position += 1 }
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.notes = $1.notes }
    /// ```
    ///
    /// For other forms, see `Insert.onConflict(_:doUpdate:where:)`.
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

    /// Inserts rows or drafts. If one conflicts with an existing row, updates the existing row with values of the new
    /// row.
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

    /// Inserts rows or drafts. If one conflicts with an existing row, and a condition on both rows is true, updates
    /// the existing row with values of the new row.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: nil).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing row in a partial unique index, updates the existing
    /// row instead.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        inserting(rows(), or: nil)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing row in any unique column, updates the existing row
    /// instead.
    public static func insert(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        inserting(rows(), or: nil).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing row in any unique column, updates the existing row
    /// with values of the new row.
    public static func insert(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool> = { _, _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        inserting(rows(), or: nil).onConflictDoUpdate(update, where: condition)
    }
}

// MARK: - Some of the columns

extension Table {
    /// Inserts values into some of the columns. If a row conflicts with an existing one, updates the existing row
    /// instead.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> [(repeat (each Column).Output)],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        insert(columns, values: values).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one, updates the existing row with
    /// values of the new row.
    public static func insert<each Column: _InsertableColumn, each Target: Selectable>(
        _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> [(repeat (each Column).Output)],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        insert(columns, values: values).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one, updates the
    /// existing row instead.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        _ columns: (Columns) -> (repeat each Column), select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(columns, select: query).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one, updates the
    /// existing row with values of the new row.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        _ columns: (Columns) -> (repeat each Column), select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(columns, select: query).onConflict(target, doUpdate: update, where: condition)
    }
}
