public import Foundation

/// A type of column that can store the current time.
public protocol _TimestampColumn: RowRepresentable {
    /// The time at which the statement runs, in the form in which the column stores it.
    static var _now: SQLExpression<Self> { get }
}

extension TriggerEvent {
    /// Each update of a row, after which the trigger sets a column of the row to the current time.
    ///
    /// ```swift
    /// try Reminder.createTrigger(after: .update(touch: \.updatedAt)).execute(db)
    /// ```
    ///
    /// SQLite runs the trigger again for its own update only if `PRAGMA recursive_triggers` is on; the condition must
    /// then end the recursion. Other triggers on updates of the table do run for this update: name their columns with
    /// `of:`.
    ///
    /// - Parameters:
    ///   - column: The column of a date in any representation.
    ///   - date: The time; by default the time at which the statement runs.
    ///   - condition: Whether the trigger runs for a row.
    public static func update<Value: _TimestampColumn>(
        touch column: KeyPath<Model.Columns, SQLExpression<Value>>,
        date: SQLExpression<Value> = Value._now,
        @ConditionBuilder when condition: (_ old: Model.Columns, _ new: Model.Columns) ->
            SQLExpression<Bool> = { _, _ in ConditionBuilder.always }
    ) -> Self {
        event { Self(.update([]), touching(column, date), when: condition(old, new)) }
    }

    /// Each update that sets one of some columns, after which the trigger sets another column to the current time.
    ///
    /// ```swift
    /// .update(of: { ($0.title, $0.notes) }, touch: \.updatedAt)
    /// ```
    public static func update<each Column: Selectable, Value: _TimestampColumn>(
        of columns: (Model.Columns) -> (repeat each Column),
        touch column: KeyPath<Model.Columns, SQLExpression<Value>>,
        date: SQLExpression<Value> = Value._now,
        @ConditionBuilder when condition: (_ old: Model.Columns, _ new: Model.Columns) ->
            SQLExpression<Bool> = { _, _ in ConditionBuilder.always }
    ) -> Self {
        let columns = nodes(columns)
        return event {
            Self(.update(columns), touching(column, date), when: condition(old, new))
        }
    }

    /// Each insert of a row, after which the trigger sets a column of the row to the current time.
    public static func insert<Value: _TimestampColumn>(
        touch column: KeyPath<Model.Columns, SQLExpression<Value>>,
        date: SQLExpression<Value> = Value._now,
        @ConditionBuilder when condition: (_ new: Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Self {
        event { Self(.insert, touching(column, date), when: condition(new)) }
    }

    /// Each update of a row, after which the trigger changes the row itself.
    ///
    /// ```swift
    /// try Reminder.createTrigger(after: .update { $0.version += 1 }).execute(db)
    /// ```
    ///
    /// - Parameters:
    ///   - update: Assigns expressions and values to columns of the updated row.
    ///   - condition: Whether the trigger runs for a row.
    public static func update(
        touch update: (inout Updates<Model>) -> Void,
        @ConditionBuilder when condition: (_ old: Model.Columns, _ new: Model.Columns) ->
            SQLExpression<Bool> = { _, _ in ConditionBuilder.always }
    ) -> Self {
        event { Self(.update([]), changing(update), when: condition(old, new)) }
    }

    /// Each insert of a row, after which the trigger changes the row itself.
    ///
    /// The compiler reads a closure that does not use the row as the statements of a trigger, not as this closure.
    @_disfavoredOverload
    public static func insert(
        touch update: (inout Updates<Model>) -> Void,
        @ConditionBuilder when condition: (_ new: Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Self {
        event { Self(.insert, changing(update), when: condition(new)) }
    }

    private static func touching<Value>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, _ date: SQLExpression<Value>
    ) -> [_TriggerStatement] {
        changing { $0.assign(date.node, to: Model.columns[keyPath: column].node) }
    }

    private static func changing(
        _ update: (inout Updates<Model>) -> Void
    ) -> [_TriggerStatement] {
        TriggerBuilder.buildExpression(Update(ofTrigger: "new", update))
    }
}

// MARK: - The current time in each form

extension Date: _TimestampColumn {
    public static var _now: SQLExpression<Date> { .now }
}

extension _DateRepresentation: _TimestampColumn {
    public static var _now: SQLExpression<Self> { .now }
}

extension Optional: _TimestampColumn where Wrapped: _TimestampColumn {
    public static var _now: SQLExpression<Wrapped?> { SQLExpression(Wrapped._now.node) }
}
