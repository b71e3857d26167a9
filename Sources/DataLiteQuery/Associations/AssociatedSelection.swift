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
