// Inserts: the table, and its rows as values or assignments.

extension _ChangeBuilder {
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<T: Table, Row>(
        first: Insert<_InsertClause<T, Row>>
    ) -> _InsertClauses<T, Row> {
        buildPartialBlock(accumulated: _ClauseGroup<_AnyRows>([]), next: first)
    }

    /// Used by the compiler for a statement after `With`.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _ClauseGroup<_AnyRows>, next: Insert<_InsertClause<T, Row>>
    ) -> _InsertClauses<T, Row> {
        _InsertClauses(head: next.head(of: Row.self), clauses: accumulated.clauses)
    }

    /// Used by the compiler for values of some columns.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertClauses<T, Row>, next: Values<Row>
    ) -> _InsertedValues<T, Row> {
        _InsertedValues(head: accumulated.head, clauses: accumulated.clauses, rows: [next])
    }

    /// Used by the compiler for more values of some columns.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertedValues<T, Row>, next: Values<Row>
    ) -> _InsertedValues<T, Row> {
        var list = accumulated
        list.rows.append(next)
        return list
    }

    /// Used by the compiler for rows of the table.
    public static func buildPartialBlock<T: Table>(
        accumulated: _InsertClauses<T, T>, next: Values<T>
    ) -> _InsertedValues<T, T> {
        buildPartialBlock(
            accumulated: _InsertedValues(head: accumulated.head, clauses: accumulated.clauses),
            next: next)
    }

    /// Used by the compiler for more rows of the table.
    public static func buildPartialBlock<T: Table>(
        accumulated: _InsertedValues<T, T>, next: Values<T>
    ) -> _InsertedValues<T, T> {
        var list = accumulated
        list.whole.append(next)
        return list
    }

    /// Used by the compiler for drafts.
    public static func buildPartialBlock<T: Table, Draft: TableDraft>(
        accumulated: _InsertClauses<T, T>, next: Values<Draft>
    ) -> _InsertedValues<T, T> where Draft.Model == T {
        buildPartialBlock(
            accumulated: _InsertedValues(head: accumulated.head, clauses: accumulated.clauses),
            next: next)
    }

    /// Used by the compiler for more drafts.
    public static func buildPartialBlock<T: Table, Draft: TableDraft>(
        accumulated: _InsertedValues<T, T>, next: Values<Draft>
    ) -> _InsertedValues<T, T> where Draft.Model == T {
        var list = accumulated
        list.whole.append(next)
        return list
    }

    /// Used by the compiler for a row whose columns are assigned.
    public static func buildPartialBlock<T: Table>(
        accumulated: _InsertClauses<T, T>, next: Setting<T>
    ) -> _ChangeClauses<Insert<T>, _Complete> {
        accumulated.complete { head, failure in Insert(head, next.assignments, failure: failure) }
    }

    /// Used by the compiler for a row of default values.
    public static func buildPartialBlock<T: Table>(
        accumulated: _InsertClauses<T, T>, next: DefaultValues
    ) -> _ChangeClauses<Insert<T>, _Complete> {
        accumulated.complete { head, failure in Insert(defaultsOf: head, failure: failure) }
    }

    @available(
        *, unavailable, message: "write Values(...), Setting(table) { ... } or Select after Insert"
    )
    public static func buildFinalResult<T: Table, Row>(
        _ clauses: _InsertClauses<T, Row>
    ) -> _InsertedValues<T, Row> { _InsertedValues(head: clauses.head, clauses: []) }
}

extension _InsertClauses {
    fileprivate func complete(
        _ make: @escaping @Sendable (InsertHead<Row>, SQLiteError?) -> Insert<Target>
    ) -> _ChangeClauses<Insert<Target>, _Complete> where Row == Target {
        let head = head ?? InsertHead(ColumnSource(Target.self), or: nil)
        return _ChangeClauses(table: head.table, clauses: clauses) { parts, failure in
            make(head, failure ?? parts.clauseBeforeInsert).after(parts.commonTables)
        }
    }
}

extension _InsertedValues: _ClauseStatement {
    /// The insert.
    public func _statement(failure: SQLiteError?) -> Insert<Target> {
        let parts = clauses.map(\.part)
        let tables = parts.commonTables
        let failure = failure ?? parts.clauseBeforeInsert
        if let head = head as? InsertHead<Target> {
            return Insert(head, whole, failure: failure).after(tables)
        }
        return Insert(head, rows, failure: failure).after(tables)
    }
}
