extension SelectCore {
    /// The select as a derived table under the name of its table.
    ///
    /// - Parameter name: Another name.
    func derived(_ columns: ColumnDefinitions, as name: String? = nil) -> FromItem {
        let name = name ?? (from.qualifier.isEmpty ? "rows" : from.qualifier)
        return _QueryPart(kind: .select(self)).table(as: name, columns: columns)
    }

    /// The select with another table joined, which selects the columns of all tables.
    @usableFromInline
    func joining(_ other: JoinedItem, columns: any ColumnTuple.Type) -> SelectCore {
        var core = adding(other, columns: columns)
        core.selectColumns(ofJoined: other.item)
        return core
    }

    /// The select with another table joined, which selects the values of this select and the values that the joined
    /// query selects.
    func joiningValues(of other: JoinedItem, columns: any ColumnTuple.Type) -> SelectCore {
        var core = adding(other, columns: columns)
        core.selection?.items += other.values
        if other.isDistinct { core.clauses.isDistinct = true }
        return core
    }

    private func adding(_ other: JoinedItem, columns: any ColumnTuple.Type) -> SelectCore {
        var join = JoinClause(kind: other.kind, item: other.item, constraint: other.condition)
        let conditions = other.conditions
        var core = scoped
        switch join.kind {
        case .inner, .left, .cross:
            // A left join keeps every left row, so conditions on the right table belong in `ON`.
            join.constraint = (([join.constraint].compactMap { $0 }) + conditions).conjunction
            if join.kind == .cross, join.constraint != nil { join.kind = .inner }
        case .right:
            // A right join keeps every right row, so conditions on the right table filter its rows
            // before the join. Conditions on the left table only determine which of its rows match.
            join.item = join.item.filtered(by: conditions)
            join.constraint = ([join.constraint].compactMap { $0 } + core.conditions).conjunction
            core.conditions = []
        case .full:
            join.item = join.item.filtered(by: conditions)
            core.filterBeforeFullJoin()
        }
        core.clauses.joins.append(join)
        core.clauses.columns = columns
        core.order += other.order
        return core
    }

    private mutating func selectColumns(ofJoined item: FromItem) {
        var list = _SelectList()
        if let selection {
            if clauses.selectsAll {
                list = selection
            } else {
                // A later `select` replaces this failure.
                list.append(.failure(.joinAfterSelect))
            }
        } else {
            from._appendColumns(to: &list)
        }
        item._appendColumns(to: &list)
        selection = list
        clauses.selectsAll = true
    }

    /// Moves the conditions so far into the left side of a full join.
    private mutating func filterBeforeFullJoin() {
        guard !conditions.isEmpty else { return }
        if clauses.joins.isEmpty {
            from = from.filtered(by: conditions)
            conditions = []
        } else {
            conditions = [.failure(.fullJoinAfterConditions)]
        }
    }
}

extension FromItem {
    /// The rows of the item for which conditions are true.
    func filtered(by conditions: NodeList) -> FromItem {
        guard !conditions.isEmpty else { return self }
        var core = SelectCore(from: self)
        core.conditions = conditions
        return core.derived(columns)
    }
}

extension SQLiteError {
    fileprivate static let joinAfterSelect = SQLiteError.misuse(
        "a join selects all columns, and the query has selected something before: select after the join"
    )

    static let fullJoinAfterConditions = SQLiteError.misuse(
        "a full join cannot follow conditions on several tables: apply them to each table, "
            + "or after the join")
}
