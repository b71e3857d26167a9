extension SelectCore {
    /// The select as a derived table under the name of its table.
    var derived: FromItem {
        FromItem(kind: .query(NestedPart(self)), alias: from.qualifier, columns: from.columns)
    }

    /// The select with another table joined.
    @usableFromInline
    func joining(_ other: Join, columns: any ColumnTuple.Type) -> SelectCore {
        var join = JoinClause(kind: other.kind, item: other.item, constraint: other.condition)
        let conditions = other.conditions
        var core = scoped
        switch join.kind {
        case .inner, .left, .cross:
            // A row of the left side stays whatever its condition says about the right side.
            join.constraint = (([join.constraint].compactMap { $0 }) + conditions).conjunction
            if join.kind == .cross, join.constraint != nil { join.kind = .inner }
        case .right:
            // All rows of the right side stay, so its conditions filter them before the join; those
            // of the left side only decide which of its rows match.
            join.item = join.item.filtered(by: conditions)
            join.constraint = ([join.constraint].compactMap { $0 } + core.conditions).conjunction
            core.conditions = []
        case .full:
            join.item = join.item.filtered(by: conditions)
            core.filterBeforeFullJoin()
        }
        core.clauses.joins.append(join)
        core.clauses.columns = columns
        var list = SelectList()
        core.from.appendColumns(to: &list)
        for join in core.clauses.joins { join.item.appendColumns(to: &list) }
        core.selection = list
        core.order += other.order
        return core
    }

    /// Makes the conditions so far a part of the left side of a full join.
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
        return core.derived
    }
}

/// A table or a select that is about to be joined; as a clause, `JOIN`: the rows of a table that match.
public struct Join: Sendable {
    let kind: JoinClause.Kind
    let item: FromItem

    /// Its conditions, unless it is a derived table, which contains them.
    let conditions: NodeList

    /// Its order, unless it is a derived table.
    let order: NodeList

    /// The condition of the join.
    @usableFromInline var condition: SQLNode?

    /// - Parameter left: The query that it is joined to.
    @usableFromInline
    init(_ core: SelectCore, _ kind: JoinClause.Kind, beside left: SelectCore) {
        self.kind = kind
        let core = core.scoped.beside(left)
        if core.needsDerivedTable || !core.clauses.joins.isEmpty {
            item = core.derived
            (conditions, order) = ([], [])
        } else {
            item = core.from
            (conditions, order) = (core.conditions, core.order)
        }
    }

    /// The name of the joined table in the query.
    @usableFromInline
    var qualifier: String { item.qualifier }

    /// Where the columns of the joined table come from.
    @usableFromInline
    var source: ColumnSource { ColumnSource(of: item) }
}

extension SQLiteError {
    static let fullJoinAfterConditions = SQLiteError(
        .misuse,
        message:
            "a full join cannot follow conditions on several tables: apply them to each table, "
            + "or after the join")
}
