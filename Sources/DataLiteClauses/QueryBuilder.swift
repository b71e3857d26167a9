/// Builds a query from clauses: each clause is a statement, and each table is a variable.
///
/// ```swift
/// let query = sql { schema in
///     let reminder = schema.table(Reminder.self)
///     let list = schema.table(RemindersList.self)
///     Select(reminder.title, list.title)
///     From(reminder)
///     Join(list, on: reminder.remindersListID == list.id)
///     Where(!reminder.isCompleted)
///     OrderBy(reminder.dueDate.desc())
///     Limit(20)
/// }
/// ```
public func sql<Output>(
    @QueryBuilder _ clauses: (QuerySchema) -> ClauseList<Output>
) -> Select<Output, ()> {
    QuerySchema.nested { schema, failure in
        clauses(schema)._query(failure: failure)
    }
}

/// Collects the clauses of a query; see `sql`.
@resultBuilder
public enum QueryBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<Output>(
        _ clause: Select<Output, _SelectClause>
    ) -> Select<Output, _SelectClause> { clause }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some _QueryClause) -> [_AnyClause] {
        [clause._clause]
    }

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<Output>(
        first: Select<Output, _SelectClause>
    ) -> ClauseList<Output> { ClauseList(first, []) }

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock(first: [_AnyClause]) -> [_AnyClause] { first }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock(
        accumulated: [_AnyClause], next: [_AnyClause]
    ) -> [_AnyClause] { accumulated + next }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Output>(
        accumulated: [_AnyClause], next: Select<Output, _SelectClause>
    ) -> ClauseList<Output> { ClauseList(next, accumulated) }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Output>(
        accumulated: ClauseList<Output>, next: [_AnyClause]
    ) -> ClauseList<Output> {
        var list = accumulated
        list.clauses += next
        return list
    }

    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional(_ clauses: [_AnyClause]?) -> [_AnyClause] { clauses ?? [] }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(first: [_AnyClause]) -> [_AnyClause] { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(second: [_AnyClause]) -> [_AnyClause] { second }
    /// Used by the compiler for a `for` loop.
    public static func buildArray(_ clauses: [[_AnyClause]]) -> [_AnyClause] {
        Array(clauses.joined())
    }
}

/// The clauses of a query.
public struct ClauseList<Output>: Sendable {
    let selection: Select<Output, _SelectClause>
    var clauses: [_AnyClause]

    /// The queries of a compound before this one.
    var segments: [CompoundSegment<Output>] = []

    init(_ selection: Select<Output, _SelectClause>, _ clauses: [_AnyClause]) {
        self.selection = selection
        self.clauses = clauses
    }
}
