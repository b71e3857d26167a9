// Inserts of the rows of a query: its clauses, a compound, or any query.

/// The clauses of an insert, and clauses of its query that precede the query's `Select`.
public struct _InsertedQueryStart<Target: Table, Row>: Sendable {
    let insert: _InsertClauses<Target, Row>
    var clauses: [_AnyClause]
}

/// The clauses of an insert of a compound query whose last operator has no query yet.
public struct _InsertedCompound<Target: Table, Row>: Sendable {
    var query: _InsertedQuery<Target, Row>
    var compound: _CompoundClauses<Row>
}

/// A query whose rows are inserted.
public struct _QueryStatement<Row>: Sendable {
    let query: any RowQuery<Row>
}

/// An insert of the rows of a query that is not written with the clauses of the insert.
public struct _InsertedRowQuery<Target: Table, Row>: Sendable {
    let insert: _InsertClauses<Target, Row>
    let query: any RowQuery<Row>
}

// MARK: - Clauses

extension _ChangeBuilder {
    /// Used by the compiler for the query of an insert.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertClauses<T, Row>, next: Select<Row, _SelectClause>
    ) -> _InsertedQuery<T, Row> {
        _InsertedQuery(
            head: accumulated.head, clauses: accumulated.clauses, query: ClauseList(next, []))
    }

    /// Used by the compiler for a clause of the query of an insert that precedes its `Select`.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: _InsertClauses<T, Row>, next: _ClauseGroup<Rows>
    ) -> _InsertedQueryStart<T, Row> {
        _InsertedQueryStart(insert: accumulated, clauses: next.clauses)
    }

    /// Used by the compiler for a clause of the query of an insert that precedes its `Select`.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: _InsertedQueryStart<T, Row>, next: _ClauseGroup<Rows>
    ) -> _InsertedQueryStart<T, Row> {
        var start = accumulated
        start.clauses += next.clauses
        return start
    }

    /// Used by the compiler for the query of an insert.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertedQueryStart<T, Row>, next: Select<Row, _SelectClause>
    ) -> _InsertedQuery<T, Row> {
        var list = buildPartialBlock(accumulated: accumulated.insert, next: next)
        list.query.clauses += accumulated.clauses
        return list
    }

    /// Used by the compiler for a clause of the query of an insert.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: _InsertedQuery<T, Row>, next: _ClauseGroup<Rows>
    ) -> _InsertedQuery<T, Row> {
        var list = accumulated
        list.query.clauses += next.clauses
        return list
    }

    @available(
        *, unavailable, message: "write Values(...), Setting(table) { ... } or Select after Insert"
    )
    public static func buildFinalResult<T: Table, Row>(
        _ clauses: _InsertedQueryStart<T, Row>
    ) -> _InsertedValues<T, Row> { _InsertedValues(head: clauses.insert.head, clauses: []) }

    // MARK: - Compounds

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some _CompoundClause) -> _CompoundOperator {
        clause._operator
    }

    /// Used by the compiler for the operator of a compound query.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertedQuery<T, Row>, next: _CompoundOperator
    ) -> _InsertedCompound<T, Row> {
        _InsertedCompound(
            query: accumulated, compound: _CompoundClauses(list: accumulated.query, operator: next))
    }

    /// Used by the compiler for a clause of a query of a compound that precedes its `Select`.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: _InsertedCompound<T, Row>, next: _ClauseGroup<Rows>
    ) -> _InsertedCompound<T, Row> {
        var list = accumulated
        list.compound.clauses += next.clauses
        return list
    }

    /// Used by the compiler for the next query of a compound.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertedCompound<T, Row>, next: Select<Row, _SelectClause>
    ) -> _InsertedQuery<T, Row> {
        var list = accumulated.query
        list.query = QueryBuilder.buildPartialBlock(accumulated: accumulated.compound, next: next)
        return list
    }

    @available(*, unavailable, message: "the queries of a compound select values of one type")
    public static func buildPartialBlock<T: Table, Row, Other>(
        accumulated: _InsertedCompound<T, Row>, next: Select<Other, _SelectClause>
    ) -> _InsertedQuery<T, Row> { accumulated.query }

    // MARK: - Other queries

    /// Used by the compiler for a statement of the closure.
    @_disfavoredOverload
    public static func buildExpression<Row>(_ query: some RowQuery<Row>) -> _QueryStatement<Row> {
        _QueryStatement(query: query)
    }

    /// Used by the compiler for a query whose rows are inserted.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: _InsertClauses<T, Row>, next: _QueryStatement<Row>
    ) -> _InsertedRowQuery<T, Row> {
        _InsertedRowQuery(insert: accumulated, query: next.query)
    }
}

extension _InsertedQuery: _ClauseStatement {
    /// The insert.
    public func _statement(failure: SQLiteError?) -> Insert<Target> {
        let parts = clauses.map(\.part)
        return Insert(
            head, query._query(failure: nil), failure: failure ?? parts.clauseBeforeInsert
        )
        .after(parts.commonTables)
    }
}

extension _InsertedRowQuery: _ClauseStatement {
    /// The insert.
    public func _statement(failure: SQLiteError?) -> Insert<Target> {
        let parts = insert.clauses.map(\.part)
        return Insert(insert.head, query, failure: failure ?? parts.clauseBeforeInsert)
            .after(parts.commonTables)
    }
}
