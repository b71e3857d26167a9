// Temporary triggers that change the row which fired them. The events `.update(touch:)` and `.insert(touch:)` do the same
// in every trigger.

extension Table {
    /// A temporary trigger that sets a column of each updated row to the current time.
    ///
    /// ```swift
    /// try Reminder.createTemporaryTrigger(afterUpdateTouch: \.updatedAt).execute(db)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the trigger. By default it consists of the event, the name of the table, and a number that
    ///     depends on the text of the trigger.
    ///   - ifNotExists: Whether to keep an existing trigger with this name instead of throwing.
    ///   - column: The column of a date in any representation.
    ///   - date: The time; by default the time at which the statement runs.
    public static func createTemporaryTrigger<Value: TimestampColumn>(
        _ name: String? = nil, ifNotExists: Bool = false,
        afterUpdateTouch column: KeyPath<Columns, SQLExpression<Value>>,
        date: SQLExpression<Value> = Value._now
    ) -> SchemaObject {
        createTemporaryTrigger(
            name, ifNotExists: ifNotExists, after: .update(touch: column, date: date))
    }

    /// A temporary trigger that changes each updated row.
    public static func createTemporaryTrigger(
        _ name: String? = nil, ifNotExists: Bool = false,
        afterUpdateTouch update: (inout Updates<Self>) -> Void
    ) -> SchemaObject {
        createTemporaryTrigger(name, ifNotExists: ifNotExists, after: .update(touch: update))
    }

    /// A temporary trigger that sets a column of each inserted row to the current time.
    public static func createTemporaryTrigger<Value: TimestampColumn>(
        _ name: String? = nil, ifNotExists: Bool = false,
        afterInsertTouch column: KeyPath<Columns, SQLExpression<Value>>,
        date: SQLExpression<Value> = Value._now
    ) -> SchemaObject {
        createTemporaryTrigger(
            name, ifNotExists: ifNotExists, after: .insert(touch: column, date: date))
    }

    /// A temporary trigger that changes each inserted row.
    public static func createTemporaryTrigger(
        _ name: String? = nil, ifNotExists: Bool = false,
        afterInsertTouch update: (inout Updates<Self>) -> Void
    ) -> SchemaObject {
        createTemporaryTrigger(name, ifNotExists: ifNotExists, after: .insert(touch: update))
    }
}
