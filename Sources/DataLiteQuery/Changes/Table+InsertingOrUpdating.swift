// Inserts with a conflict clause. The closures take the existing row as `$0` and, optionally, the new row as `$1`.

extension Table {
    /// Inserts rows or drafts. If one conflicts with an existing one, updates the existing row instead.
    ///
    /// ```swift
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.position += 1 }
    /// Reminder.insert { draft } onConflict: { $0.title } doUpdate: { $0.notes = $1.notes }
    /// ```
    ///
    /// For other forms, see `Insert.onConflict(_:doUpdate:where:)`.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one, updates the existing row with values of the new
    /// row.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one, and a condition on both rows is true, updates the
    /// existing row instead.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one, and a condition on both rows is true, updates the
    /// existing row with values of the new row.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflict(target, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in a partial unique index, updates the existing
    /// row instead.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - target: The columns of the index.
    ///   - filter: The condition of the index.
    ///   - update: Assigns expressions and values to columns of the existing row.
    ///   - condition: The condition under which the existing row is updated.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in a partial unique index, updates the existing
    /// row with values of the new row.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in a partial unique index, and a condition on both
    /// rows is true, updates the existing row instead.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in a partial unique index, and a condition on both
    /// rows is true, updates the existing row with values of the new row.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool>,
        doUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict)
            .onConflict(target, where: filter, doUpdate: update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in any unique column, updates the existing row
    /// instead.
    public static func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in any unique column, updates the existing row
    /// with values of the new row.
    public static func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in any unique column, and a condition on both rows
    /// is true, updates the existing row instead.
    public static func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflictDoUpdate update: (inout Updates<Self>) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in any unique column, and a condition on both rows
    /// is true, updates the existing row with values of the new row.
    public static func insert(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflictDoUpdate update: (inout Updates<Self>, Columns) -> Void,
        @ConditionBuilder where condition: (Columns, Columns) -> SQLExpression<Bool>
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflictDoUpdate(update, where: condition)
    }

    /// Inserts rows or drafts. If one conflicts with an existing one in a unique column, skips it: `ON CONFLICT (...)
    /// DO NOTHING`.
    public static func insert<each Target: Selectable>(
        or conflict: ConflictResolution? = nil,
        @InsertRowsBuilder<Self> _ rows: () -> [_InsertRows<Self>],
        onConflict target: (Columns) -> (repeat each Target),
        @ConditionBuilder where filter: (Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Insert<Self> {
        inserting(rows(), or: conflict).onConflictDoNothing(target, where: filter)
    }
}
