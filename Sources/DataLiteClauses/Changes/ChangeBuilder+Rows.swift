// Updates and deletes: the statement and the rows that it changes.

extension _ChangeBuilder {
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<T: Table>(
        first: Delete<_ChangeClause<T>>
    ) -> _ChangeClauses<Delete<T>, _NeedsRows> {
        buildPartialBlock(accumulated: _ClauseGroup<_AnyRows>([]), next: first)
    }

    /// Used by the compiler for a statement after `With`.
    public static func buildPartialBlock<T: Table>(
        accumulated: _ClauseGroup<_AnyRows>, next: Delete<_ChangeClause<T>>
    ) -> _ChangeClauses<Delete<T>, _NeedsRows> {
        let table = next._change.head?.table ?? ColumnSource(T.self)
        return _ChangeClauses(table: table, clauses: accumulated.clauses) { parts, failure in
            Delete(table, parts, failure: failure)
        }
    }

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<T: Table>(
        first: Update<_ChangeClause<T>>
    ) -> _UpdateClauses<T> {
        buildPartialBlock(accumulated: _ClauseGroup<_AnyRows>([]), next: first)
    }

    /// Used by the compiler for a statement after `With`.
    public static func buildPartialBlock<T: Table>(
        accumulated: _ClauseGroup<_AnyRows>, next: Update<_ChangeClause<T>>
    ) -> _UpdateClauses<T> { _UpdateClauses(head: next._change.head, clauses: accumulated.clauses) }

    /// Used by the compiler for the assignments of an update.
    public static func buildPartialBlock<T: Table>(
        accumulated: _UpdateClauses<T>, next: Setting<T>
    ) -> _ChangeClauses<Update<T>, _NeedsRows> {
        let table = accumulated.head?.table ?? ColumnSource(T.self)
        let conflict = accumulated.head?.conflict
        return _ChangeClauses(table: table, clauses: accumulated.clauses) { parts, failure in
            Update(table, or: conflict, next.assignments, parts, failure: failure)
        }
    }

    /// Used by the compiler for the conditions of an update or a delete.
    public static func buildPartialBlock<Statement: RowChange, State>(
        accumulated: _ChangeClauses<Statement, State>, next: _ClauseGroup<_SomeRows>
    ) -> _ChangeClauses<Statement, _Complete> {
        accumulated.appending(next.clauses, as: _Complete.self)
    }

    /// Used by the compiler for other clauses of an update or a delete.
    public static func buildPartialBlock<Statement: RowChange, State, Rows: _UnknownRows>(
        accumulated: _ChangeClauses<Statement, State>, next: _ClauseGroup<Rows>
    ) -> _ChangeClauses<Statement, State> {
        accumulated.appending(next.clauses, as: State.self)
    }

    // MARK: - Unavailable

    @available(
        *, unavailable,
        message: "add Where(...) that always applies, or for all rows write AllRows()"
    )
    public static func buildFinalResult<Statement: RowChange>(
        _ clauses: _ChangeClauses<Statement, _NeedsRows>
    ) -> _ChangeClauses<Statement, _Complete> { clauses.appending([], as: _Complete.self) }

    @available(*, unavailable, message: "write Setting(table) { row in ... } after Update")
    public static func buildFinalResult<T: Table>(
        _ clauses: _UpdateClauses<T>
    ) -> _ChangeClauses<Update<T>, _Complete> { unset(clauses) }

    @available(*, unavailable, message: "write Setting(table) { row in ... } after Update")
    public static func buildPartialBlock<T: Table>(
        accumulated: _UpdateClauses<T>, next: _ClauseGroup<_SomeRows>
    ) -> _ChangeClauses<Update<T>, _Complete> { unset(accumulated) }

    private static func unset<T: Table>(
        _ clauses: _UpdateClauses<T>
    ) -> _ChangeClauses<Update<T>, _Complete> {
        let table = ColumnSource(T.self)
        let assignments = AssembledAssignments<T>(table) { _ in }
        return _ChangeClauses(table: table, clauses: []) { parts, failure in
            Update(table, or: nil, assignments, parts, failure: failure)
        }
    }
}
