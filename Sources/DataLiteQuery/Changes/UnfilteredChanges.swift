/// An update that does not say which rows it changes. It cannot run: a forgotten `where` would change the whole table.
///
/// ```swift
/// Reminder.update { $0.isCompleted = true }.where { $0.priority == .low }
/// Reminder.update { $0.isCompleted = true }.find(id)
/// Reminder.all.update { $0.isCompleted = true }  // all rows
/// ```
public struct UnfilteredUpdate<Model: Table>: Sendable {
    let update: Update<Model>

    /// The update of the rows for which a condition is true. If the closure adds no condition, running the update is an
    /// error.
    public func `where`(
        @ConditionBuilder _ condition: (Model.Columns) -> SQLExpression<Bool>
    ) -> Update<Model> { update.filtered { condition($0).node.requiringTerm } }

    /// The update of the rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Model.Columns, SQLExpression<Truth>>
    ) -> Update<Model> { update.where(column) }
}

extension UnfilteredUpdate where Model: PrimaryKeyedTable {
    /// The update of the row with a primary key.
    public func find(_ key: Model.PrimaryKey) -> Update<Model> { update.find(key) }

    /// The update of the rows with the given primary keys.
    public func find(_ keys: some Sequence<Model.PrimaryKey>) -> Update<Model> { update.find(keys) }

    /// The update of the rows whose primary keys a query selects.
    public func find(_ keys: some Query<Model.PrimaryKey>) -> Update<Model> { update.find(keys) }
}

/// A delete that does not say which rows it deletes. It cannot run: a forgotten `where` would empty the table.
///
/// ```swift
/// Reminder.delete().where(\.isCompleted)
/// Reminder.delete().find(id)
/// Reminder.all.delete()  // all rows
/// ```
public struct UnfilteredDelete<Model: Table>: Sendable {
    let delete: Delete<Model>

    /// The delete of the rows for which a condition is true. If the closure adds no condition, running the delete is an
    /// error.
    public func `where`(
        @ConditionBuilder _ condition: (Model.Columns) -> SQLExpression<Bool>
    ) -> Delete<Model> { delete.filtered { condition($0).node.requiringTerm } }

    /// The delete of the rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Model.Columns, SQLExpression<Truth>>
    ) -> Delete<Model> { delete.where(column) }
}

extension UnfilteredDelete where Model: PrimaryKeyedTable {
    /// The delete of the row with a primary key.
    public func find(_ key: Model.PrimaryKey) -> Delete<Model> { delete.find(key) }

    /// The delete of the rows with the given primary keys.
    public func find(_ keys: some Sequence<Model.PrimaryKey>) -> Delete<Model> { delete.find(keys) }

    /// The delete of the rows whose primary keys a query selects.
    public func find(_ keys: some Query<Model.PrimaryKey>) -> Delete<Model> { delete.find(keys) }
}

extension Table {
    /// An update to which `where` or `find` adds the rows. To update all rows, write `Reminder.all.update { ... }`.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - update: Assigns expressions and values to columns.
    public static func update(
        or conflict: ConflictResolution? = nil, _ update: (inout Updates<Self>) -> Void
    ) -> UnfilteredUpdate<Self> {
        UnfilteredUpdate(update: scoped.update(or: conflict, update))
    }

    /// A delete to which `where` or `find` adds the rows. To delete all rows, write `Reminder.all.delete()`.
    public static func delete() -> UnfilteredDelete<Self> {
        UnfilteredDelete(delete: scoped.delete())
    }
}

// MARK: - Unavailable

extension UnfilteredUpdate {
    @available(*, unavailable, message: "add `where`, or for all rows write `Album.all.update`")
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "add `where`, or for all rows write `Album.all.update`")
    public func returning<Output>(
        @SelectionBuilder _ selection: (Model.Columns) -> Selected<Output>
    ) -> Returning<Output> { update.returning(selection) }

    @available(*, unavailable, message: "add `where`, or for all rows write `Album.all.update`")
    public func returning<S: Selectable>(
        _ column: KeyPath<Model.Columns, S>
    ) -> Returning<S.Output> { update.returning(column) }
}

extension UnfilteredDelete {
    @available(*, unavailable, message: "add `where`, or for all rows write `Album.all.delete()`")
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int { 0 }

    @available(*, unavailable, message: "add `where`, or for all rows write `Album.all.delete()`")
    public func returning<Output>(
        @SelectionBuilder _ selection: (Model.Columns) -> Selected<Output>
    ) -> Returning<Output> { delete.returning(selection) }

    @available(*, unavailable, message: "add `where`, or for all rows write `Album.all.delete()`")
    public func returning<S: Selectable>(
        _ column: KeyPath<Model.Columns, S>
    ) -> Returning<S.Output> { delete.returning(column) }
}
