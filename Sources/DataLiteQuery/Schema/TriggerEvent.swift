/// The changes that fire a trigger, and the statements that it runs.
///
/// ```swift
/// .insert { new in Reminder.find(new.id).update { $0.position = 1 } }
/// .update(of: \.title) { old, new in ... } when: { old, new in old.title != new.title }
/// .delete { old in ... }
/// ```
///
/// `new` and `old` contain the columns of the row after and before the change. A body consists of inserts, updates,
/// deletes, queries and ``Raise``. Tables in it have no schema name: SQLite looks for them in the schema of the
/// trigger, or in all schemas for a temporary trigger.
public struct TriggerEvent<Model: Table>: Sendable {
    enum Operation: Sendable {
        case insert
        /// Updates of certain columns, or of any column if the list is empty.
        case update([SQLNode])
        case delete
    }

    let operation: Operation
    let body: [_TriggerStatement]
    var condition: SQLNode?

    init(
        _ operation: Operation, _ body: [_TriggerStatement],
        when condition: SQLExpression<Bool> = SQLExpression(.always)
    ) {
        self.operation = operation
        self.body = body
        self.condition = condition.node.isAlways ? nil : condition.node
    }

    /// An event whose closures run inside `make`, so that no table of a query in them gets the name `new` or `old`.
    static func event(_ make: () -> Self) -> Self {
        EnclosingQuery.duringTrigger { failure in
            var event = make()
            if let failure { event.condition = .failure(failure) }
            return event
        }
    }

    static var old: Model.Columns { row("old") }
    static var new: Model.Columns { row("new") }

    private static func row(_ name: String) -> Model.Columns {
        Model.Columns(_source: ColumnSource(qualifier: name))
    }

    /// Each insert of a row.
    ///
    /// - Parameters:
    ///   - body: The statements of the trigger.
    ///   - condition: Whether the trigger runs for a row.
    public static func insert(
        @TriggerBuilder forEachRow body: (_ new: Model.Columns) -> [_TriggerStatement],
        @ConditionBuilder when condition: (_ new: Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Self {
        event { Self(.insert, body(new), when: condition(new)) }
    }

    /// Each update of a row, or, if columns are given, each update that sets one of them.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - body: The statements of the trigger.
    ///   - condition: Whether the trigger runs for a row.
    public static func update<each Column: Selectable>(
        of columns: repeat KeyPath<Model.Columns, each Column>,
        @TriggerBuilder forEachRow body: (_ old: Model.Columns, _ new: Model.Columns) ->
            [_TriggerStatement],
        @ConditionBuilder when condition: (_ old: Model.Columns, _ new: Model.Columns) ->
            SQLExpression<Bool> = { _, _ in ConditionBuilder.always }
    ) -> Self {
        let columns = nodes { (repeat $0[keyPath: each columns]) }
        return event { Self(.update(columns), body(old, new), when: condition(old, new)) }
    }

    /// Each update that sets one of some columns.
    ///
    /// ```swift
    /// .update(of: { ($0.title, $0.notes) }) { old, new in ... }
    /// ```
    public static func update<each Column: Selectable>(
        of columns: (Model.Columns) -> (repeat each Column),
        @TriggerBuilder forEachRow body: (_ old: Model.Columns, _ new: Model.Columns) ->
            [_TriggerStatement],
        @ConditionBuilder when condition: (_ old: Model.Columns, _ new: Model.Columns) ->
            SQLExpression<Bool> = { _, _ in ConditionBuilder.always }
    ) -> Self {
        let columns = nodes(columns)
        return event { Self(.update(columns), body(old, new), when: condition(old, new)) }
    }

    static func nodes<each Column: Selectable>(
        _ columns: (Model.Columns) -> (repeat each Column)
    ) -> [SQLNode] {
        let columns: (repeat each Column) = columns(Model.columns)
        return _SelectList(repeat each columns).fields.map(\.node)
    }

    /// Each delete of a row.
    ///
    /// - Parameters:
    ///   - body: The statements of the trigger.
    ///   - condition: Whether the trigger runs for a row.
    public static func delete(
        @TriggerBuilder forEachRow body: (_ old: Model.Columns) -> [_TriggerStatement],
        @ConditionBuilder when condition: (_ old: Model.Columns) -> SQLExpression<Bool> = { _ in
            ConditionBuilder.always
        }
    ) -> Self {
        event { Self(.delete, body(old), when: condition(old)) }
    }
}

/// A statement of a trigger.
public struct _TriggerStatement: Sendable {
    let fragment: any SQLRenderable
}

/// Collects the statements of a trigger.
public typealias TriggerBuilder = _ListBuilder<_TriggerStatement>

extension _ListBuilder where Element == _TriggerStatement {
    /// An insert, update or delete.
    public static func buildExpression(_ change: some ChangeStatement) -> [_TriggerStatement] {
        let body = change._change.body
        return body.isEmpty ? [] : [_TriggerStatement(fragment: ChangeFragment(body: body))]
    }

    /// A query, run for the side effects of the functions that it calls.
    public static func buildExpression(_ query: some RowQuery) -> [_TriggerStatement] {
        [_TriggerStatement(fragment: query._part)]
    }

    /// A statement from SQL text.
    public static func buildExpression(_ statement: SQLFragment) -> [_TriggerStatement] {
        [_TriggerStatement(fragment: statement)]
    }

    /// A query from SQL text, run for the side effects of the functions that it calls.
    public static func buildExpression<Output>(_ query: SQLQuery<Output>) -> [_TriggerStatement] {
        [_TriggerStatement(fragment: query.text)]
    }

    /// A call of a function.
    public static func buildExpression<Value>(
        _ expression: SQLExpression<Value>
    ) -> [_TriggerStatement] {
        [_TriggerStatement(fragment: SelectExpression(node: expression.node))]
    }

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    public static func buildExpression<Change>(
        _ change: UnfilteredChange<Change>
    ) -> [_TriggerStatement] { [] }

    /// An error, or the end of the trigger.
    public static func buildExpression(_ raise: Raise) -> [_TriggerStatement] {
        [_TriggerStatement(fragment: raise)]
    }
}

private struct ChangeFragment: SQLRenderable {
    let body: any ChangeBody

    func write(to writer: inout _SQLWriter) { body.write(returning: nil, to: &writer) }
}

private struct SelectExpression: SQLRenderable {
    let node: SQLNode

    func write(to writer: inout _SQLWriter) {
        writer.write("SELECT ")
        writer.write(node)
    }
}
