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
        let list = clauses(schema)
        return Select(list.selection, list.clauses.map(\.part), failure: failure)
    }
}

/// Collects the clauses of a query; see ``sql(_:)``.
@resultBuilder
public enum QueryBuilder {
    public static func buildExpression<Output>(
        _ clause: Select<Output, SelectClause>
    ) -> Select<Output, SelectClause> { clause }

    public static func buildExpression(_ clause: some QueryClause) -> [AnyClause] {
        [clause.clause]
    }

    public static func buildPartialBlock<Output>(
        first: Select<Output, SelectClause>
    ) -> ClauseList<Output> { ClauseList(first, []) }

    public static func buildPartialBlock(first: [AnyClause]) -> [AnyClause] { first }

    public static func buildPartialBlock(
        accumulated: [AnyClause], next: [AnyClause]
    ) -> [AnyClause] { accumulated + next }

    public static func buildPartialBlock<Output>(
        accumulated: [AnyClause], next: Select<Output, SelectClause>
    ) -> ClauseList<Output> { ClauseList(next, accumulated) }

    public static func buildPartialBlock<Output>(
        accumulated: ClauseList<Output>, next: [AnyClause]
    ) -> ClauseList<Output> {
        var list = accumulated
        list.clauses += next
        return list
    }

    public static func buildOptional(_ clauses: [AnyClause]?) -> [AnyClause] { clauses ?? [] }
    public static func buildEither(first: [AnyClause]) -> [AnyClause] { first }
    public static func buildEither(second: [AnyClause]) -> [AnyClause] { second }
    public static func buildArray(_ clauses: [[AnyClause]]) -> [AnyClause] {
        Array(clauses.joined())
    }
}

/// The clauses of a query.
public struct ClauseList<Output>: Sendable {
    let selection: Select<Output, SelectClause>
    var clauses: [AnyClause]

    init(_ selection: Select<Output, SelectClause>, _ clauses: [AnyClause]) {
        self.selection = selection
        self.clauses = clauses
    }
}
