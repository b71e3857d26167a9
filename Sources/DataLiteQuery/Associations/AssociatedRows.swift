/// The rows of an association that belong to the row of a query, inside a clause of the query.
///
/// ```swift
/// RemindersList.where { $0[\.reminders].exists { !$0.isDone } }
/// RemindersList.select { ($0.title, $0[\.reminders].count) }
/// ```
public struct AssociatedRows<Child: Table>: Sendable {
    private let path: _AssociationPath
    private let parent: [SQLNode]
    private var query: Where<Child>

    init<A: TableAssociation>(_ association: A, of source: ColumnSource) where A.Child == Child {
        path = association._path
        parent = path.parentKey.map { source.node($0) }
        query = association.childQuery
    }

    /// Keeps the rows for which a condition is true.
    public func `where`(
        @ConditionBuilder _ condition: (Child.Columns) -> SQLExpression<Bool>
    ) -> Self {
        var rows = self
        rows.query = query.where(condition)
        return rows
    }

    /// Whether there is a row: `EXISTS`.
    public func exists() -> SQLExpression<Bool> {
        var rows = path.with(query.core)
        // Repeated rows make no difference. SQLite 3.51.1 returns the rows of the query twice for an `EXISTS` that
        // contains `IN`.
        if rows.limit == nil { rows.isDistinct = false }
        return SQLExpression(rows.rows(of: parent).exists)
    }

    /// Whether there is a row for which a condition is true: `EXISTS`.
    public func exists(
        @ConditionBuilder _ condition: (Child.Columns) -> SQLExpression<Bool>
    ) -> SQLExpression<Bool> {
        self.where(condition).exists()
    }

    /// The number of rows, as a subquery.
    public var count: SQLExpression<Int> { SQLExpression(aggregate(.text("count(*)"), "")) }

    /// An aggregate of the rows, as a subquery.
    ///
    /// ```swift
    /// RemindersList.select { ($0.title, $0[\.reminders].aggregate { $0.dueDate.min() }) }
    /// ```
    public func aggregate<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> SQLExpression<Value> {
        var rows = self
        let node = rows.query.call(value).node
        return SQLExpression(rows.aggregate(node, rows.query.core.from.qualifier))
    }

    private func aggregate(_ value: SQLNode, _ qualifier: String) -> SQLNode {
        let aggregate = AssociationAggregate(
            path: path.with(query.core), value: value, qualifier: qualifier)
        return .fragment(Subquery(query: CoreFragment(core: aggregate.value(of: parent))))
    }
}

extension AssociationAggregate {
    /// The aggregate of the rows of one row of a query.
    fileprivate func value(of parent: [SQLNode]) -> SelectCore {
        let rows = path.rows(of: parent)
        return rows.aggregate(named(rows.target))
    }
}

/// A select as a part of an expression.
struct CoreFragment: SQLRenderable {
    let core: SelectCore

    func write(to writer: inout _SQLWriter) {
        writer.hasSubquery = true
        core.write(to: &writer)
    }
}

// Subscripts, not dynamic members: the error for a misspelled column would be about key paths of metatypes.
extension ColumnSet where Model: Table {
    /// The rows of an association that belong to the row.
    ///
    /// ```swift
    /// RemindersList.where { $0[\.reminders].exists { !$0.isDone } }
    /// ```
    public subscript<A: TableAssociation>(
        association: KeyPath<Model.Type, A>
    ) -> AssociatedRows<A.Child> where A.Parent == Model {
        AssociatedRows(Model.self[keyPath: association], of: _source)
    }

    /// The rows of an association that belong to the row.
    ///
    /// ```swift
    /// extension RemindersList.Columns {
    ///     var openReminders: AssociatedRows<Reminder> {
    ///         rows(of: RemindersList.reminders.where { !$0.isDone })
    ///     }
    /// }
    ///
    /// RemindersList.where { $0.openReminders.exists() }
    /// ```
    public func rows<A: TableAssociation>(of association: A) -> AssociatedRows<A.Child>
    where A.Parent == Model {
        AssociatedRows(association, of: _source)
    }
}
