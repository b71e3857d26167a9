// A scope is a query of a table, declared as a static property of the table's type:
//
//     extension Reminder { static let urgent = Reminder.where { $0.priority == .high } }

extension Select where Output: Table, Output.Columns == Columns {
    /// Applies a scope of the table, as if its clauses were written here: `Reminder.where(\.isFlagged).urgent`.
    ///
    /// Conditions, orders and groups of both queries apply; a limit or a selection of the scope takes precedence. With
    /// a scope that has joins, the result is a query of the joined tables.
    public subscript<NewOutput, NewColumns>(
        dynamicMember scope: KeyPath<Output.Type, Select<NewOutput, NewColumns>>
    ) -> Select<NewOutput, NewColumns> {
        var query = Output.self[keyPath: scope]
        query.follow(core)
        return query
    }

    /// The query without the default scope of the table: `Note.where { $0.id > 1 }.unscoped`.
    public var unscoped: Self {
        var query = self
        query.core.scope = nil
        return query
    }
}

extension Select where Columns: ColumnSet, Columns.Model: Table, Columns == Columns.Model.Columns {
    /// Applies a scope of the table to a query that selects values: `Reminder.select(\.title).urgent`.
    @_disfavoredOverload
    public subscript(dynamicMember scope: KeyPath<Columns.Model.Type, Where<Columns.Model>>) -> Self
    {
        applying(Columns.Model.self[keyPath: scope])
    }
}

extension Select {
    /// Applies a scope of the first table to a query with joins.
    public subscript<First: ColumnSet, each Other>(
        dynamicMember scope: KeyPath<First.Model.Type, Where<First.Model>>
    ) -> Self where Columns == (First, repeat each Other), First.Model: Table {
        applying(First.Model.self[keyPath: scope])
    }

    /// The query with the clauses of a scope. The selection stays.
    private func applying<Model: Table>(_ scope: Where<Model>) -> Self {
        var scope = scope
        scope.follow(core)
        var query = self
        query.core = scope.core
        query.core.selection = core.selection
        return query
    }

    /// Inserts the clauses of another query of the same table before the clauses of this query.
    private mutating func follow(_ first: SelectCore) {
        let (old, new) = (core.from.qualifier, first.from.qualifier)
        if old != new {
            core.rename(Renaming(old, new))
            rename(Renaming(old, new))
        }
        core.follow(first)
    }
}

extension SelectCore {
    /// Inserts the clauses of another query of the same table before the clauses of this query.
    fileprivate mutating func follow(_ first: SelectCore) {
        follow(first.from)
        // A scope with joins contains the default scope already.
        scope = first.scope
        conditions = conditionsBeforeJoins(first.conditions) + conditions
        order = first.order + order
        followLimit(of: first)
        selection = selection ?? first.selection
        guard let others = first.rare?.clauses else { return }
        clauses.isDistinct = clauses.isDistinct || others.isDistinct
        clauses.joins = others.joins + clauses.joins
        clauses.group = others.group + clauses.group
        clauses.having = clauses.having.map { .and(others.having, $0) } ?? others.having
        clauses.windows = others.windows + clauses.windows
        clauses.compound = clauses.compound ?? others.compound
        clauses.commonTables = others.commonTables + clauses.commonTables
        clauses.selectsAll = clauses.selectsAll || others.selectsAll
        clauses.columns = clauses.columns ?? others.columns
    }

    /// Uses the rows of another query's table, unless that is the plain table and this query has other rows of it.
    private mutating func follow(_ first: FromItem) {
        if case .table = from.kind {
            from = first
        } else if case .table = first.kind {
            from.alias = first.qualifier
            from.isSeparated = first.isSeparated
        } else {
            conditions.append(
                .failure(
                    SQLiteError.misuse(
                        "a compound select, or another derived table, cannot be combined with "
                            + "a scope that is also one")))
        }
    }

    /// Moves conditions on the rows before the joins into the joins, if a right or full join
    /// requires it.
    ///
    /// - Returns: The remaining conditions.
    private mutating func conditionsBeforeJoins(_ conditions: NodeList) -> NodeList {
        guard !conditions.isEmpty,
            let index = rare?.clauses.joins.firstIndex(where: {
                $0.kind == .right || $0.kind == .full
            })
        else { return conditions }
        if clauses.joins[index].kind == .right {
            let constraint = [clauses.joins[index].constraint].compactMap { $0 } + conditions
            clauses.joins[index].constraint = constraint.conjunction
            return []
        }
        if index == 0 {
            from = from.filtered(by: conditions)
            return []
        }
        return [.failure(.fullJoinAfterConditions)]
    }

    /// The conditions of another query, with its table renamed to the name used here.
    func conditions(of other: SelectCore) -> NodeList {
        guard !other.needsDerivedTable else {
            return [
                .failure(
                    SQLiteError.misuse(
                        "only the conditions of a query can be combined with those of another, "
                            + "not a limit, DISTINCT, GROUP BY or a compound"))
            ]
        }
        return renamed(other.conditions, from: other)
    }
}
