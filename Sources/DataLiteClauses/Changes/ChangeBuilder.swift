public import DataLiteQuery

/// Builds an insert, update or delete from clauses; see `sql`.
///
/// ```swift
/// let rename = sql { schema in
///     let person = schema.into(Person.self)
///     Update(person)
///     Setting(person) { row in row.name = name }
///     Where(person.id == id)
/// }
/// try rename.execute(db)
/// ```
///
/// The result is the same statement as with method chains: `Insert`, `Update`, `Delete` or `Returning`. With named
/// parameters, it is run by a ``PreparedRequest``.
@_disfavoredOverload
public func sql<Clauses: ClauseStatement>(
    @ChangeBuilder _ clauses: (QuerySchema) -> Clauses
) -> Clauses.Statement {
    QuerySchema.nested { schema, failure in
        clauses(schema)._statement(failure: failure)
    }
}

/// Collects the clauses of a statement that changes rows; see `sql`.
@resultBuilder
public enum ChangeBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Model>(_ clause: Delete<Model>) -> Delete<Model> {
        clause
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Model>(_ clause: Update<Model>) -> Update<Model> {
        clause
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Model>(_ clause: Insert<Model>) -> Insert<Model> {
        clause
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Model>(_ clause: Setting<Model>) -> Setting<Model> {
        clause
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Output>(_ clause: Values<Output>) -> Values<Output> {
        clause
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: DefaultValues) -> DefaultValues { clause }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Output>(
        _ clause: Select<Output, SelectClause>
    ) -> Select<Output, SelectClause> { clause }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(
        _ clause: Select<WhereClause, WhereClause.Columns>
    ) -> ClauseGroup<SomeRows> { ClauseGroup([clause.clause]) }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: AllRows) -> ClauseGroup<SomeRows> {
        ClauseGroup([clause.clause])
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some QueryClause) -> ClauseGroup<AnyRows> {
        ClauseGroup([clause.clause])
    }

    // MARK: - Clauses of several statements

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<Rows>(first: ClauseGroup<Rows>) -> ClauseGroup<Rows> {
        first
    }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Rows, Next: UnknownRows>(
        accumulated: ClauseGroup<Rows>, next: ClauseGroup<Next>
    ) -> ClauseGroup<Rows> { ClauseGroup(accumulated.clauses + next.clauses) }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Rows>(
        accumulated: ClauseGroup<Rows>, next: ClauseGroup<SomeRows>
    ) -> ClauseGroup<SomeRows> { ClauseGroup(accumulated.clauses + next.clauses) }

    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional<Rows>(
        _ clauses: ClauseGroup<Rows>?
    ) -> ClauseGroup<MaybeRows<Rows>> { ClauseGroup(clauses?.clauses ?? []) }

    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Clauses>(first: Clauses) -> Clauses { first }

    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Clauses>(second: Clauses) -> Clauses { second }

    /// Used by the compiler for a `for` loop.
    public static func buildArray<Rows>(
        _ clauses: [ClauseGroup<Rows>]
    ) -> ClauseGroup<MaybeRows<Rows>> { ClauseGroup(clauses.flatMap(\.clauses)) }

    // MARK: - Result

    /// Used by the compiler for the closure as a whole.
    public static func buildFinalResult<Clauses: ClauseStatement>(_ clauses: Clauses) -> Clauses {
        clauses
    }
}
