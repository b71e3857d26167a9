// A limit after an update or a delete: `Reminder.all.delete().order(by: \.date).limit(10)`.
//
// SQLite has `LIMIT` in these statements only if it was compiled with it, so a subquery selects the keys of the rows.

extension Update where Model: Table {
    /// Sets the order in which ``limit(_:offset:)`` selects the rows. Without a limit it has no effect.
    public func order(
        @OrderingBuilder by terms: (Model.Columns) -> [Ordering]
    ) -> Update { Update(_change: _change.selecting { $0.append(Model.self, order: terms) }) }

    /// Sets the order in which ``limit(_:offset:)`` selects the rows. Without a limit it has no effect.
    public func order<Term: OrderingTerm>(by column: KeyPath<Model.Columns, Term>) -> Update {
        order { $0[keyPath: column]._orderingTerm }
    }

    /// Updates at most `count` of the rows, after skipping `offset` rows.
    public func limit(_ count: Int, offset: Int? = nil) -> Update {
        Update(_change: _change.selecting { $0.limit(count, offset: offset) })
    }
}

extension Delete where Model: Table {
    /// Sets the order in which ``limit(_:offset:)`` selects the rows. Without a limit it has no effect.
    public func order(
        @OrderingBuilder by terms: (Model.Columns) -> [Ordering]
    ) -> Delete { Delete(_change: _change.selecting { $0.append(Model.self, order: terms) }) }

    /// Sets the order in which ``limit(_:offset:)`` selects the rows. Without a limit it has no effect.
    public func order<Term: OrderingTerm>(by column: KeyPath<Model.Columns, Term>) -> Delete {
        order { $0[keyPath: column]._orderingTerm }
    }

    /// Deletes at most `count` of the rows, after skipping `offset` rows.
    ///
    /// ```swift
    /// try Reminder.all.delete().order(by: \.date).limit(10).execute(db)
    /// ```
    public func limit(_ count: Int, offset: Int? = nil) -> Delete {
        Delete(_change: _change.selecting { $0.limit(count, offset: offset) })
    }
}
