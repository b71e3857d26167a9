public import DataLiteQuery

// Updates and deletes: the statement and the rows that it changes.

extension ChangeBuilder {
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<T: Table>(
        first: Delete<ChangeClause<T>>
    ) -> ChangeClauses<Delete<T>, NeedsRows> {
        buildPartialBlock(accumulated: ClauseGroup<AnyRows>([]), next: first)
    }

    /// Used by the compiler for a statement after `With`.
    public static func buildPartialBlock<T: Table>(
        accumulated: ClauseGroup<AnyRows>, next: Delete<ChangeClause<T>>
    ) -> ChangeClauses<Delete<T>, NeedsRows> {
        let table = next._change.head?.table ?? ColumnSource(T.self)
        return ChangeClauses(table: table, clauses: accumulated.clauses) { parts, failure in
            Delete(table, parts, failure: failure)
        }
    }

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<T: Table>(
        first: Update<ChangeClause<T>>
    ) -> UpdateClauses<T> { buildPartialBlock(accumulated: ClauseGroup<AnyRows>([]), next: first) }

    /// Used by the compiler for a statement after `With`.
    public static func buildPartialBlock<T: Table>(
        accumulated: ClauseGroup<AnyRows>, next: Update<ChangeClause<T>>
    ) -> UpdateClauses<T> { UpdateClauses(head: next._change.head, clauses: accumulated.clauses) }

    /// Used by the compiler for the assignments of an update.
    public static func buildPartialBlock<T: Table>(
        accumulated: UpdateClauses<T>, next: Setting<T>
    ) -> ChangeClauses<Update<T>, NeedsRows> {
        let table = accumulated.head?.table ?? ColumnSource(T.self)
        let conflict = accumulated.head?.conflict
        return ChangeClauses(table: table, clauses: accumulated.clauses) { parts, failure in
            Update(table, or: conflict, next.assignments, parts, failure: failure)
        }
    }

    /// Used by the compiler for the conditions of an update or a delete.
    public static func buildPartialBlock<Statement: RowChange, State>(
        accumulated: ChangeClauses<Statement, State>, next: ClauseGroup<SomeRows>
    ) -> ChangeClauses<Statement, Complete> {
        accumulated.appending(next.clauses, as: Complete.self)
    }

    /// Used by the compiler for other clauses of an update or a delete.
    public static func buildPartialBlock<Statement: RowChange, State, Rows: UnknownRows>(
        accumulated: ChangeClauses<Statement, State>, next: ClauseGroup<Rows>
    ) -> ChangeClauses<Statement, State> {
        accumulated.appending(next.clauses, as: State.self)
    }
}

// MARK: - Unavailable

extension ChangeBuilder {
    @available(
        *, unavailable,
        message: "add Where(...) that always applies, or for all rows write AllRows()"
    )
    public static func buildFinalResult<Statement: RowChange>(
        _ clauses: ChangeClauses<Statement, NeedsRows>
    ) -> ChangeClauses<Statement, Complete> { clauses.appending([], as: Complete.self) }

    @available(*, unavailable, message: "write Setting(table) { row in ... } after Update")
    public static func buildFinalResult<T: Table>(
        _ clauses: UpdateClauses<T>
    ) -> ChangeClauses<Update<T>, Complete> { unset(clauses) }

    @available(*, unavailable, message: "write Setting(table) { row in ... } after Update")
    public static func buildPartialBlock<T: Table>(
        accumulated: UpdateClauses<T>, next: ClauseGroup<SomeRows>
    ) -> ChangeClauses<Update<T>, Complete> { unset(accumulated) }

    private static func unset<T: Table>(
        _ clauses: UpdateClauses<T>
    ) -> ChangeClauses<Update<T>, Complete> {
        let table = ColumnSource(T.self)
        let assignments = AssembledAssignments<T>(table) { _ in }
        return ChangeClauses(table: table, clauses: []) { parts, failure in
            Update(table, or: nil, assignments, parts, failure: failure)
        }
    }
}
