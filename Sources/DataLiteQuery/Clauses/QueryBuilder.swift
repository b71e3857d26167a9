/// A query written with clauses: each clause is a statement, each table a name.
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
    QuerySchema.nested { schema in
        let list = clauses(schema)
        var core = SelectCore(from: .nothing)
        core.selection = list.selection
        if let mistake = schema.mistake { core.conditions.append(.failure(mistake)) }
        var isOuter: [Bool] = []
        for clause in list.clauses { core.add(clause, &isOuter) }
        return Select(core: core, columns: (), decoder: list.decoder)
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
    let selection: SelectList?
    let decoder: QueryDecoder<Output>
    var clauses: [AnyClause]

    init(_ select: Select<Output, SelectClause>, _ clauses: [AnyClause]) {
        selection = select.core.selection
        decoder = select.decoder
        self.clauses = clauses
    }
}

// MARK: - From clauses to a select

extension SelectCore {
    /// Adds a clause.
    ///
    /// - Parameter isOuter: for each table so far, whether its columns are those for the optional
    ///   side of an outer join.
    fileprivate mutating func add(_ clause: AnyClause, _ isOuter: inout [Bool]) {
        switch clause.kind {
        case .from(let item, let itemIsOuter):
            guard isOuter.isEmpty else { return fail("a query has one From, before its joins") }
            from = item
            isOuter.append(itemIsOuter)
        case .join(let join, let itemIsOuter):
            if isOuter.isEmpty { fail("a query has one From, before its joins") }
            if join.kind == .right || join.kind == .full, isOuter.contains(false) {
                fail("the tables before a right or full join have to be from optionalTable(_:)")
            }
            clauses.joins.append(
                JoinClause(kind: join.kind, item: join.item, constraint: join.condition))
            isOuter.append(itemIsOuter)
        case .condition(let node):
            conditions.append(node)
        case .group(let nodes):
            clauses.group += nodes
        case .having(let node):
            clauses.having = .and(clauses.having, node)
        case .window(let window):
            guard let name = window.name else { return fail("a window of a query needs a name") }
            clauses.windows.append(WindowDefinition(name: name, window: window))
        case .order(let nodes):
            order += nodes
        case .limit(let limit, let offset):
            (self.limit, self.offset) = (limit, offset)
        }
    }

    private mutating func fail(_ message: String) {
        conditions.append(.failure(SQLiteError(.misuse, message: message)))
    }
}
