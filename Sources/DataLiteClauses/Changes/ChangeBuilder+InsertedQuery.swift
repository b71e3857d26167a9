public import DataLiteQuery

// Inserts of the rows of a query: its clauses, a compound, or any query.

/// The clauses of an insert, and clauses of its query that precede the query's `Select`.
public struct InsertedQueryStart<Target: Table, Row>: Sendable {
    let insert: InsertClauses<Target, Row>
    var clauses: [AnyClause]
}

/// The clauses of an insert of a compound query whose last operator has no query yet.
public struct InsertedCompound<Target: Table, Row>: Sendable {
    var query: InsertedQuery<Target, Row>
    var compound: CompoundClauses<Row>
}

/// A query whose rows are inserted.
public struct QueryStatement<Row>: Sendable {
    let query: any RowQuery<Row>
}

/// An insert of the rows of a query that is not written with the clauses of the insert.
public struct InsertedRowQuery<Target: Table, Row>: Sendable {
    let insert: InsertClauses<Target, Row>
    let query: any RowQuery<Row>
}

// MARK: - Clauses

extension ChangeBuilder {
    /// Used by the compiler for the query of an insert.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertClauses<T, Row>, next: Select<Row, SelectClause>
    ) -> InsertedQuery<T, Row> {
        InsertedQuery(
            head: accumulated.head, clauses: accumulated.clauses, query: ClauseList(next, []))
    }

    /// Used by the compiler for a clause of the query of an insert that precedes its `Select`.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: InsertClauses<T, Row>, next: ClauseGroup<Rows>
    ) -> InsertedQueryStart<T, Row> {
        InsertedQueryStart(insert: accumulated, clauses: next.clauses)
    }

    /// Used by the compiler for a clause of the query of an insert that precedes its `Select`.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: InsertedQueryStart<T, Row>, next: ClauseGroup<Rows>
    ) -> InsertedQueryStart<T, Row> {
        var start = accumulated
        start.clauses += next.clauses
        return start
    }

    /// Used by the compiler for the query of an insert.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertedQueryStart<T, Row>, next: Select<Row, SelectClause>
    ) -> InsertedQuery<T, Row> {
        var list = buildPartialBlock(accumulated: accumulated.insert, next: next)
        list.query.clauses += accumulated.clauses
        return list
    }

    /// Used by the compiler for a clause of the query of an insert.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: InsertedQuery<T, Row>, next: ClauseGroup<Rows>
    ) -> InsertedQuery<T, Row> {
        var list = accumulated
        list.query.clauses += next.clauses
        return list
    }

    @available(
        *, unavailable, message: "write Values(...), Setting(table) { ... } or Select after Insert"
    )
    public static func buildFinalResult<T: Table, Row>(
        _ clauses: InsertedQueryStart<T, Row>
    ) -> InsertedValues<T, Row> { InsertedValues(head: clauses.insert.head, clauses: []) }
}

extension InsertedQuery: ClauseStatement {
    /// The insert.
    public func _statement(failure: SQLiteError?) -> Insert<Target> {
        let parts = clauses.map(\.part)
        return Insert(
            head, query._query(failure: nil), failure: failure ?? parts.clauseBeforeInsert
        )
        .after(parts.commonTables)
    }
}

// MARK: - Compounds

extension ChangeBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some CompoundClause) -> CompoundOperator {
        clause._operator
    }

    /// Used by the compiler for the operator of a compound query.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertedQuery<T, Row>, next: CompoundOperator
    ) -> InsertedCompound<T, Row> {
        InsertedCompound(
            query: accumulated, compound: CompoundClauses(list: accumulated.query, operator: next))
    }

    /// Used by the compiler for a clause of a query of a compound that precedes its `Select`.
    public static func buildPartialBlock<T: Table, Row, Rows>(
        accumulated: InsertedCompound<T, Row>, next: ClauseGroup<Rows>
    ) -> InsertedCompound<T, Row> {
        var list = accumulated
        list.compound.clauses += next.clauses
        return list
    }

    /// Used by the compiler for the next query of a compound.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertedCompound<T, Row>, next: Select<Row, SelectClause>
    ) -> InsertedQuery<T, Row> {
        var list = accumulated.query
        list.query = QueryBuilder.buildPartialBlock(accumulated: accumulated.compound, next: next)
        return list
    }

    @available(*, unavailable, message: "the queries of a compound select values of one type")
    public static func buildPartialBlock<T: Table, Row, Other>(
        accumulated: InsertedCompound<T, Row>, next: Select<Other, SelectClause>
    ) -> InsertedQuery<T, Row> { accumulated.query }
}

// MARK: - Other queries

extension ChangeBuilder {
    /// Used by the compiler for a statement of the closure.
    @_disfavoredOverload
    public static func buildExpression<Row>(_ query: some RowQuery<Row>) -> QueryStatement<Row> {
        QueryStatement(query: query)
    }

    /// Used by the compiler for a query whose rows are inserted.
    public static func buildPartialBlock<T: Table, Row>(
        accumulated: InsertClauses<T, Row>, next: QueryStatement<Row>
    ) -> InsertedRowQuery<T, Row> {
        InsertedRowQuery(insert: accumulated, query: next.query)
    }
}

extension InsertedRowQuery: ClauseStatement {
    /// The insert.
    public func _statement(failure: SQLiteError?) -> Insert<Target> {
        let parts = insert.clauses.map(\.part)
        return Insert(insert.head, query, failure: failure ?? parts.clauseBeforeInsert)
            .after(parts.commonTables)
    }
}
