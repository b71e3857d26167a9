public import DataLiteQuery

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
        _ clause: Select<Output, SelectClause>
    ) -> Select<Output, SelectClause> { clause }

    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some QueryClause) -> [AnyClause] {
        [clause.clause]
    }

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<Output>(
        first: Select<Output, SelectClause>
    ) -> ClauseList<Output> { ClauseList(first, []) }

    /// Used by the compiler for the first statement.
    public static func buildPartialBlock(first: [AnyClause]) -> [AnyClause] { first }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock(
        accumulated: [AnyClause], next: [AnyClause]
    ) -> [AnyClause] { accumulated + next }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Output>(
        accumulated: [AnyClause], next: Select<Output, SelectClause>
    ) -> ClauseList<Output> { ClauseList(next, accumulated) }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Output>(
        accumulated: ClauseList<Output>, next: [AnyClause]
    ) -> ClauseList<Output> {
        var list = accumulated
        list.clauses += next
        return list
    }

    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional(_ clauses: [AnyClause]?) -> [AnyClause] { clauses ?? [] }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(first: [AnyClause]) -> [AnyClause] { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(second: [AnyClause]) -> [AnyClause] { second }
    /// Used by the compiler for a `for` loop.
    public static func buildArray(_ clauses: [[AnyClause]]) -> [AnyClause] {
        Array(clauses.joined())
    }
}

/// The clauses of a query.
public struct ClauseList<Output>: Sendable {
    let selection: Select<Output, SelectClause>
    var clauses: [AnyClause]

    /// The queries of a compound before this one.
    var segments: [CompoundSegment<Output>] = []

    init(_ selection: Select<Output, SelectClause>, _ clauses: [AnyClause]) {
        self.selection = selection
        self.clauses = clauses
    }
}
