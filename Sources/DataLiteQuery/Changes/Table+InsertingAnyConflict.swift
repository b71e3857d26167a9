// Inserts of some columns with a conflict clause for any unique index, and of the whole rows in the words of
// `insert(_:values:)`.

extension Table {
    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique
    /// column, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn>(
        _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> [(repeat (each Column).Output)],
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        insert(columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts values into some of the columns. If a row conflicts with an existing one in any unique
    /// column, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn>(
        _ columns: (Columns) -> (repeat each Column),
        @InsertValuesBuilder<(repeat (each Column).Output)>
        values: () -> [(repeat (each Column).Output)],
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool> = { _, _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        insert(columns, values: values).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool> = { _, _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts rows or drafts into all columns.
    ///
    /// ```swift
    /// Reminder.insert { $0 } values: { reminder }
    /// ```
    public static func insert(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> Columns,
        @InsertRowsBuilder<Self> values rows: () -> [_InsertRows<Self>]
    ) -> Insert<Self> {
        inserting(rows(), or: conflict)
    }

    /// Inserts rows or drafts. If one conflicts with an existing row in a partial unique index, and a condition on both
    /// rows is true, updates the existing row with values of the new row.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - target: The columns of the index.
    ///   - filter: The condition of the index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool> = { _, _ in
            ConditionBuilder.buildBlock()
        }
    ) -> Insert<Self> {
        inserting(rows(), or: nil)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing row in a partial unique index, and a condition on the
    /// existing row is true, updates the existing row with values of the new row.
    public static func insert<each Column: Selectable>(
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Column),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: nil)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }
}
