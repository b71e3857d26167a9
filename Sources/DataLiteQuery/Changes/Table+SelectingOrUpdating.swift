// Inserts of the rows of a query with a conflict clause. The closures take the existing row as `$0` and, optionally, the
// new row as `$1`.

extension Table {
    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one, updates the
    /// existing row instead.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one, updates the
    /// existing row with values of the new row.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one, and a condition
    /// on both rows is true, updates the existing row instead.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one, and a condition
    /// on both rows is true, updates the existing row with values of the new row.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in a partial
    /// unique index, updates the existing row instead.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - query: The query.
    ///   - target: The columns of the index.
    ///   - filter: The condition of the index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in a partial
    /// unique index, updates the existing row with values of the new row.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in a partial
    /// unique index, and a condition on both rows is true, updates the existing row instead.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in a partial
    /// unique index, and a condition on both rows is true, updates the existing row with values of the new row.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column, and a condition on both rows is true, updates the existing row instead.
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column, and a condition on both rows is true, updates the existing row with values of the new row.
    public static func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in a unique
    /// column, skips it: `ON CONFLICT (...) DO NOTHING`.
    public static func insert<
        each Column: _InsertableColumn, Rows: Query, each Target: Selectable
    >(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoNothing(target, where: filter)
    }
}
