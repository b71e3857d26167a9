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
        let (old, new) = (query.core.from.qualifier, core.from.qualifier)
        if old != new {
            query.core.rename(Renaming(old, new))
            query.rename(Renaming(old, new))
        }
        query.core.follow(core)
        return query
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
                    SQLiteError(
                        .misuse,
                        message:
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
                    SQLiteError(
                        .misuse,
                        message:
                            "only the conditions of a query can be combined with those of another, "
                            + "not a limit, DISTINCT, GROUP BY or a compound"))
            ]
        }
        return renamed(other.conditions, from: other)
    }
}
