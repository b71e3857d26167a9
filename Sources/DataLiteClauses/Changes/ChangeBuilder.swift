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
public func sql<Clauses: _ClauseStatement>(
    @_ChangeBuilder _ clauses: (QuerySchema) -> Clauses
) -> Clauses.Statement {
    QuerySchema.nested { schema, failure in
        clauses(schema)._statement(failure: failure)
    }
}

/// Collects the clauses of a statement that changes rows; see `sql`.
@resultBuilder
public enum _ChangeBuilder {
    /// Used by the compiler for a clause that only a change has.
    public static func buildExpression<Clause: _ChangeOnlyClause>(_ clause: Clause) -> Clause {
        clause
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Output>(
        _ clause: Select<Output, _SelectClause>
    ) -> Select<Output, _SelectClause> { clause }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(
        _ clause: Select<_WhereClause, _WhereClause.Columns>
    ) -> _ClauseGroup<_SomeRows> { _ClauseGroup([clause._clause]) }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: AllRows) -> _ClauseGroup<_SomeRows> {
        _ClauseGroup([clause._clause])
    }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some _QueryClause) -> _ClauseGroup<_AnyRows> {
        _ClauseGroup([clause._clause])
    }

    // MARK: - Clauses of several statements

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<Rows>(first: _ClauseGroup<Rows>) -> _ClauseGroup<Rows> {
        first
    }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Rows, Next: _UnknownRows>(
        accumulated: _ClauseGroup<Rows>, next: _ClauseGroup<Next>
    ) -> _ClauseGroup<Rows> { _ClauseGroup(accumulated.clauses + next.clauses) }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Rows>(
        accumulated: _ClauseGroup<Rows>, next: _ClauseGroup<_SomeRows>
    ) -> _ClauseGroup<_SomeRows> { _ClauseGroup(accumulated.clauses + next.clauses) }

    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional<Rows>(
        _ clauses: _ClauseGroup<Rows>?
    ) -> _ClauseGroup<_MaybeRows<Rows>> { _ClauseGroup(clauses?.clauses ?? []) }

    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Clauses>(first: Clauses) -> Clauses { first }

    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Clauses>(second: Clauses) -> Clauses { second }

    /// Used by the compiler for a `for` loop.
    public static func buildArray<Rows>(
        _ clauses: [_ClauseGroup<Rows>]
    ) -> _ClauseGroup<_MaybeRows<Rows>> { _ClauseGroup(clauses.flatMap(\.clauses)) }

    // MARK: - Result

    /// Used by the compiler for the closure as a whole.
    public static func buildFinalResult<Clauses: _ClauseStatement>(_ clauses: Clauses) -> Clauses {
        clauses
    }
}
