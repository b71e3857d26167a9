// Conditions after an update or a delete: `Reminder.update { ... }.where { ... }`.

/// A change of rows that conditions select.
protocol RowChangeBody: ChangeBody {
    var rows: ChangedRows { get set }
}

extension SQLNode {
    /// The condition; an error if it is true for every row, because a closure has added no term to it.
    var requiringTerm: SQLNode {
        guard isAlways else { return self }
        return .failure(
            SQLiteError(
                .misuse,
                message: "`where` has no condition: for all rows, write `all` before the change"))
    }
}

extension _Change {
    /// This change, for the rows that a closure sets.
    func selecting(_ change: (inout ChangedRows) -> Void) -> _Change {
        if let common = body as? CommonTableChange {
            let selected = common.filtered { change(&$0.rows) }
            guard let selected else { return _Change(body: FailedChange()) }
            return _Change(body: selected)
        }
        // Every other body of an update or a delete is one.
        guard var body = body as? any RowChangeBody else { return _Change(body: FailedChange()) }
        change(&body.rows)
        return _Change(body: body)
    }

    /// The change of only those rows for which a condition is true.
    fileprivate func filtered<Model: Table>(
        _ model: Model.Type, _ condition: (Model.Columns) -> SQLNode
    ) -> _Change {
        selecting { $0.append(model, condition) }
    }

    /// The change of only the row with a primary key.
    fileprivate func filtered<Model: PrimaryKeyedTable>(
        _ model: Model.Type, key: Model.PrimaryKey
    ) -> _Change {
        filtered(model) { columns in
            let key = SQLNode(binding: Model.storedKey(key))
            return .binary(columns.keyNode, .equal, key)
        }
    }
}

/// A change that cannot be filtered.
private struct FailedChange: ChangeBody {
    var isEmpty: Bool { false }

    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        writer.fail(SQLiteError(.misuse, message: "the change cannot be filtered"))
    }
}

extension Update where Model: Table {
    /// Updates only those of the rows for which a condition is also true.
    ///
    /// The condition sees the values from before the update, and applies before a limit, as all conditions do.
    public func `where`(
        @ConditionBuilder _ condition: (Model.Columns) -> SQLExpression<Bool>
    ) -> Update { filtered { condition($0).node } }

    func filtered(_ condition: (Model.Columns) -> SQLNode) -> Update {
        Update(_change: _change.filtered(Model.self, condition))
    }

    /// Updates only those of the rows for which a column is also true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Model.Columns, SQLExpression<Truth>>
    ) -> Update { Update(_change: _change.filtered(Model.self) { $0[keyPath: column].node }) }
}

extension Update where Model: PrimaryKeyedTable {
    /// Updates only the row with a primary key, if the other conditions are true for it.
    public func find(_ key: Model.PrimaryKey) -> Update {
        Update(_change: _change.filtered(Model.self, key: key))
    }

    /// Updates only the rows with the given primary keys, if the other conditions are true for them.
    public func find(_ keys: some Sequence<Model.PrimaryKey>) -> Update {
        filtered { $0.primaryKey.in(keys).node }
    }

    /// Updates only the rows whose primary keys a query selects, if the other conditions are true for them.
    public func find(_ keys: some Query<Model.PrimaryKey>) -> Update {
        filtered { $0.primaryKey.in(keys).node }
    }
}

extension Delete where Model: Table {
    /// Deletes only those of the rows for which a condition is also true. The condition applies before a limit.
    public func `where`(
        @ConditionBuilder _ condition: (Model.Columns) -> SQLExpression<Bool>
    ) -> Delete { filtered { condition($0).node } }

    func filtered(_ condition: (Model.Columns) -> SQLNode) -> Delete {
        Delete(_change: _change.filtered(Model.self, condition))
    }

    /// Deletes only those of the rows for which a column is also true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Model.Columns, SQLExpression<Truth>>
    ) -> Delete { Delete(_change: _change.filtered(Model.self) { $0[keyPath: column].node }) }
}

extension Delete where Model: PrimaryKeyedTable {
    /// Deletes only the row with a primary key, if the other conditions are true for it.
    public func find(_ key: Model.PrimaryKey) -> Delete {
        Delete(_change: _change.filtered(Model.self, key: key))
    }

    /// Deletes only the rows with the given primary keys, if the other conditions are true for them.
    public func find(_ keys: some Sequence<Model.PrimaryKey>) -> Delete {
        filtered { $0.primaryKey.in(keys).node }
    }

    /// Deletes only the rows whose primary keys a query selects, if the other conditions are true for them.
    public func find(_ keys: some Query<Model.PrimaryKey>) -> Delete {
        filtered { $0.primaryKey.in(keys).node }
    }
}
