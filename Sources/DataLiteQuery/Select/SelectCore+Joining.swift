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
        core.selectColumns(ofJoined: other.item)
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

/// A table or a select that is about to be joined.
@usableFromInline
struct JoinedItem: Sendable {
    let kind: JoinKind
    let item: FromItem

    /// The conditions of the item. For a derived table, they are part of the table instead.
    let conditions: NodeList

    /// The order of the item. For a derived table, it is part of the table instead.
    var order: NodeList

    /// The condition of the join.
    @usableFromInline var condition: SQLNode?

    /// - Parameter left: The query to which the item is joined.
    @usableFromInline
    init<Other: Selection>(
        _ query: Select<Other, some Any>, _ kind: JoinKind, beside left: SelectCore
    ) {
        self.init(query.core, of: Other.columnDefinitions, kind, beside: left)
    }

    init(
        _ core: SelectCore, of columns: ColumnDefinitions, _ kind: JoinKind,
        beside left: SelectCore
    ) {
        self.kind = kind
        let core = core.scoped.beside(left)
        if core.needsDerivedTable || core.selection != nil {
            item = core.derived(columns)
            (conditions, order) = ([], [])
        } else {
            item = core.from
            (conditions, order) = (core.conditions, core.order)
        }
    }

    /// The name of the joined table in the query.
    @usableFromInline
    var qualifier: String { item.qualifier }

    /// The source of the joined table's columns.
    @usableFromInline
    var source: ColumnSource { ColumnSource(of: item) }

    /// The join with its condition.
    @usableFromInline
    func on(beside left: SelectCore, _ condition: () -> SQLExpression<Bool>) -> JoinedItem {
        var (join, left) = (self, left)
        EnclosingQuery.enter(&left, and: qualifier)
        join.condition = condition().node
        EnclosingQuery.leave()
        return join
    }
}

extension SQLiteError {
    fileprivate static let joinAfterSelect = SQLiteError(
        .misuse,
        message:
            "a join selects all columns, and the query has selected something before: select after the join"
    )

    static let fullJoinAfterConditions = SQLiteError(
        .misuse,
        message:
            "a full join cannot follow conditions on several tables: apply them to each table, "
            + "or after the join")
}
