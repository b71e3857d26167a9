/// An update or a delete that does not say which rows it changes. It cannot run: a forgotten `where` would change the
/// whole table.
///
/// ```swift
/// Reminder.update { $0.isCompleted = true }.where { $0.priority == .low }
/// Reminder.delete().find(id)
/// Reminder.all.update { $0.isCompleted = true }  // all rows
/// ```
public struct UnfilteredChange<Change: RowChange>: Sendable {
    let change: Change

    /// The change of the rows for which a condition is true. If the closure adds no condition, running the change is an
    /// error.
    public func `where`(
        @ConditionBuilder _ condition: (Change.Model.Columns) -> SQLExpression<Bool>
    ) -> Change { change.filtered { condition($0).node.requiringTerm } }

    /// The change of the rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Change.Model.Columns, SQLExpression<Truth>>
    ) -> Change { change.where(column) }

    // MARK: - Unavailable

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    public func returning<Output>(
        @SelectionBuilder _ selection: (Change.Model.Columns) -> Selected<Output>
    ) -> Returning<Output> { change.returning(selection) }

    @available(
        *, unavailable,
        message: "add `where`, or for all rows write `Album.all.update` or `Album.all.delete()`"
    )
    public func returning<S: Selectable>(
        _ column: KeyPath<Change.Model.Columns, S>
    ) -> Returning<S.Output> { change.returning(column) }
}

extension UnfilteredChange where Change.Model: PrimaryKeyedTable {
    /// The change of the row with a primary key.
    public func find(_ key: Change.Model.PrimaryKey) -> Change { change.find(key) }

    /// The change of the rows with the given primary keys.
    public func find(_ keys: some Sequence<Change.Model.PrimaryKey>) -> Change { change.find(keys) }

    /// The change of the rows whose primary keys a query selects.
    public func find(_ keys: some Query<Change.Model.PrimaryKey>) -> Change { change.find(keys) }
}

extension Table {
    /// An update to which `where` or `find` adds the rows. To update all rows, write `Reminder.all.update { ... }`.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns.
    public static func update(
        or conflict: ConflictResolution? = nil, _ update: (inout Updates<Self>) -> Void
    ) -> UnfilteredChange<Update<Self>> {
        UnfilteredChange(change: scoped.update(or: conflict, update))
    }

    /// A delete to which `where` or `find` adds the rows. To delete all rows, write `Reminder.all.delete()`.
    public static func delete() -> UnfilteredChange<Delete<Self>> {
        UnfilteredChange(change: scoped.delete())
    }
}
