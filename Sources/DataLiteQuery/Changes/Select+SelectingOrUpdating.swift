// Inserts of the rows of a query after a `where`, with a conflict clause. The closures take the existing row as `$0`
// and, optionally, the new row as `$1`.

extension Select where Output: Table, Columns == Output.Columns {
    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one that this query
    /// has, updates that row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one that this query
    /// has, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one that this query
    /// has, and a condition on both rows is true, updates that row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one that this query
    /// has, and a condition on both rows is true, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflict(
            target, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column that this query has, updates that row.
    public func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column that this query has, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column that this query has, and a condition on both rows is true, updates that row.
    public func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts with an existing one in any unique
    /// column that this query has, and a condition on both rows is true, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, Rows: Query>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflictDoUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts in a partial unique index with an
    /// existing one that this query has, updates that row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts in a partial unique index with an
    /// existing one that this query has, updates that row with values of the new row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts in a partial unique index with an
    /// existing one that this query has, and a condition on both rows is true, updates that row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts the rows of a query into some of the columns. If a row conflicts in a partial unique index with an
    /// existing one that this query has, and a condition on both rows is true, updates that row with values of the new
    /// row.
    public func insert<each Column: _InsertableColumn, Rows: Query, each Target: Selectable>(
        or conflict: ConflictResolution? = nil, _ columns: (Columns) -> (repeat each Column),
        select query: () -> Rows,
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Output>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Output> where Rows.Output == (repeat (each Column).Output) {
        insert(or: conflict, columns, select: query)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }
}
