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

// Expressions selected from the rows of an association, instead of the rows themselves.

extension HasMany {
    /// Expressions over the columns of the rows of each parent, in the order of the association: an expression, the
    /// columns of a selection, or a tuple of these. Only these are read.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders.order(by: \.title).select { ($0.id, $0.title) })
    /// // (RemindersList, [(Int, String)])
    /// ```
    ///
    /// Write the conditions, the order and the limit before `select`. A window function sees the rows of all parents.
    /// An aggregate is an error: use ``aggregate(_:)``.
    public func select<Output: Sendable>(
        @SelectionBuilder _ selection: (Child.Columns) -> Selected<Output>
    ) -> Related<Parent, [Output]> {
        let rows = AssociatedSelection(self, selection)
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try rows.groups(keys, db), none: [])
        }
    }

    /// A column of the rows of each parent, in the order of the association. Only this column is read.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders.select(\.title))   // (RemindersList, [String])
    /// ```
    public func select<S: Selectable>(
        _ column: KeyPath<Child.Columns, S>
    ) -> Related<Parent, [S.Output]> where S.Output: Sendable {
        select { $0[keyPath: column] }
    }
}

extension ToOneAssociation where Value == Child? {
    /// Expressions over the columns of the row; `nil` if there is no row. Only these are read.
    ///
    /// ```swift
    /// Album.including(Album.artist.select { ($0.name, $0.country) })   // (Album, (String, String)?)
    /// ```
    public func select<Output: Sendable>(
        @SelectionBuilder _ selection: (Child.Columns) -> Selected<Output>
    ) -> Related<Parent, Output?> {
        let rows = AssociatedSelection(self, selection)
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try rows.firstRows(keys, db), none: nil)
        }
    }

    /// A column of the row; `nil` if there is no row. Only this column is read.
    public func select<S: Selectable>(
        _ column: KeyPath<Child.Columns, S>
    ) -> Related<Parent, S.Output?> where S.Output: Sendable {
        select { $0[keyPath: column] }
    }
}

extension BelongsTo {
    /// Expressions over the columns of the row. Only these are read.
    ///
    /// ```swift
    /// Reminder.including(Reminder.list.select { ($0.title, $0.color) })   // (Reminder, (String, String))
    /// ```
    public func select<Output: Sendable>(
        @SelectionBuilder _ selection: (Child.Columns) -> Selected<Output>
    ) -> Related<Parent, Output> {
        let rows = AssociatedSelection(self, selection)
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            try keys.required(rows.firstRows(keys, db), Parent.self, Child.self)
        }
    }

    /// A column of the row. Only this column is read.
    public func select<S: Selectable>(
        _ column: KeyPath<Child.Columns, S>
    ) -> Related<Parent, S.Output> where S.Output: Sendable {
        select { $0[keyPath: column] }
    }
}

/// Expressions over the columns of the rows of an association.
private struct AssociatedSelection<Output: Sendable>: Sendable {
    private let path: _AssociationPath
    private let selected: Selected<Output>
    /// The name by which the expressions refer to the table of the rows.
    private let qualifier: String

    init<A: TableAssociation>(
        _ association: A, _ selection: (A.Child.Columns) -> Selected<Output>
    ) {
        var query = association.childQuery
        selected = query.call(selection)
        path = association._path.with(query.core)
        qualifier = query.core.from.qualifier
    }

    /// The values of each slot.
    func groups(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [[Output]] {
        var groups = SlotGroups<Output>(count: keys.slotCount)
        try forEachRow(keys, db) { groups.append($1, to: $0) }
        return groups.finish()
    }

    /// The first values of each slot.
    func firstRows(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Output?] {
        var rows = [Output?](repeating: nil, count: keys.slotCount)
        try forEachRow(keys, db) { slot, output in
            if rows[slot] == nil { rows[slot] = .some(output) }
        }
        return rows
    }

    private func forEachRow(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol, _ body: (Int, Output) -> Void
    ) throws(SQLiteError) {
        if let error = path.error ?? keys.error { throw error }
        guard keys.slotCount > 0 else { return }
        try requireRowValues()
        let rows = path.rows(of: keys)
        let list = selected.list.renamed(Renaming(qualifier, rows.target.qualifier))
        _ = try db.associatedStatement(rows.selecting(list)).decodedRows(
            columnCount: selected.decoder.columnCount + 1
        ) { (row: inout RowReader) throws(SQLiteError) in
            let slot: Int = try row.next()
            guard slot >= 0, slot < keys.slotCount else { throw .unknownSlot(slot) }
            body(slot, try selected.decoder.decode(&row))
        }
    }

    /// An aggregate would make one row of the rows of all parents.
    private func requireRowValues() throws(SQLiteError) {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            writer.notesRowFunctions = true
            writer.writeList(selected.list.fields) { $0.write($1.node) }
            guard writer.hasAggregate else { return }
            throw SQLiteError.misuse(
                "the rows of an association cannot be selected as an aggregate, which "
                    + "would be that of the rows of all parents: write `aggregate { ... }`")
        }
    }
}
