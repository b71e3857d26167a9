public import DataLiteQuery

// Inserts: the table, and its rows as values or assignments.

extension ChangeBuilder {
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<T: Table, Row>(
        first: Insert<InsertClause<T, Row>>
    ) -> InsertClauses<T, Row> {
        buildPartialBlock(accumulated: ClauseGroup<AnyRows>([]), next: first)
    }

    /// Used by the compiler for a statement after `With`.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: ClauseGroup<AnyRows>, next: Insert<InsertClause<T, Row>>
    ) -> InsertClauses<T, Row> {
        InsertClauses(head: next.head(of: Row.self), clauses: accumulated.clauses)
    }

    /// Used by the compiler for values of some columns.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertClauses<T, Row>, next: Values<Row>
    ) -> InsertedValues<T, Row> {
        InsertedValues(head: accumulated.head, clauses: accumulated.clauses, rows: [next])
    }

    /// Used by the compiler for more values of some columns.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertedValues<T, Row>, next: Values<Row>
    ) -> InsertedValues<T, Row> {
        var list = accumulated
        list.rows.append(next)
        return list
    }

    /// Used by the compiler for rows of the table.
    public static func buildPartialBlock<T: Table>(
        accumulated: InsertClauses<T, T>, next: Values<T>
    ) -> InsertedValues<T, T> {
        buildPartialBlock(
            accumulated: InsertedValues(head: accumulated.head, clauses: accumulated.clauses),
            next: next)
    }

    /// Used by the compiler for more rows of the table.
    public static func buildPartialBlock<T: Table>(
        accumulated: InsertedValues<T, T>, next: Values<T>
    ) -> InsertedValues<T, T> {
        var list = accumulated
        list.whole.append(next)
        return list
    }

    /// Used by the compiler for drafts.
    public static func buildPartialBlock<T: Table, Draft: TableDraft>(
        accumulated: InsertClauses<T, T>, next: Values<Draft>
    ) -> InsertedValues<T, T> where Draft.Model == T {
        buildPartialBlock(
            accumulated: InsertedValues(head: accumulated.head, clauses: accumulated.clauses),
            next: next)
    }

    /// Used by the compiler for more drafts.
    public static func buildPartialBlock<T: Table, Draft: TableDraft>(
        accumulated: InsertedValues<T, T>, next: Values<Draft>
    ) -> InsertedValues<T, T> where Draft.Model == T {
        var list = accumulated
        list.whole.append(next)
        return list
    }

    /// Used by the compiler for a row whose columns are assigned.
    public static func buildPartialBlock<T: Table>(
        accumulated: InsertClauses<T, T>, next: Setting<T>
    ) -> ChangeClauses<Insert<T>, Complete> {
        accumulated.complete { head, failure in Insert(head, next.assignments, failure: failure) }
    }

    /// Used by the compiler for a row of default values.
    public static func buildPartialBlock<T: Table>(
        accumulated: InsertClauses<T, T>, next: DefaultValues
    ) -> ChangeClauses<Insert<T>, Complete> {
        accumulated.complete { head, failure in Insert(defaultsOf: head, failure: failure) }
    }

    @available(
        *, unavailable, message: "write Values(...), Setting(table) { ... } or Select after Insert"
    )
    public static func buildFinalResult<T: Table, Row>(
        _ clauses: InsertClauses<T, Row>
    ) -> InsertedValues<T, Row> { InsertedValues(head: clauses.head, clauses: []) }
}

extension InsertClauses {
    fileprivate func complete(
        _ make: @escaping @Sendable (InsertHead<Row>, SQLiteError?) -> Insert<Target>
    ) -> ChangeClauses<Insert<Target>, Complete> where Row == Target {
        let head = head ?? InsertHead(ColumnSource(Target.self), or: nil)
        return ChangeClauses(table: head.table, clauses: clauses) { parts, failure in
            make(head, failure ?? parts.clauseBeforeInsert).after(parts.commonTables)
        }
    }
}

extension InsertedValues: ClauseStatement {
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
