/// A clause of a query; see ``sql(_:)``.
public protocol QueryClause {
    /// The clause.
    var clause: AnyClause { get }
}

/// A clause of any kind.
public struct AnyClause: Sendable {
    enum Kind: Sendable {
        case from(FromItem, isOuter: Bool)
        case join(Join, isOuter: Bool)
        case condition(SQLNode)
        case group([SQLNode])
        case having(SQLNode)
        case window(Window)
        case order([SQLNode])
        case limit(SQLNode, SQLNode?)
    }

    let kind: Kind
}

/// `FROM`: the first table.
public struct From: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(_ table: Columns) {
        clause = AnyClause(
            kind: .from(table._source.item(of: Columns.Model.self), isOuter: table.isOuter))
    }
}

/// `GROUP BY`: one row for all rows with the same values.
public struct GroupBy: QueryClause {
    public let clause: AnyClause

    /// The expressions whose values are compared.
    public init<each Term: Selectable>(_ terms: repeat each Term) {
        var list = SelectList()
        repeat (each terms).appendColumns(to: &list)
        clause = AnyClause(kind: .group(list.fields.map(\.node)))
    }
}

/// `HAVING`: the groups for which a condition is true. Several have to be true together.
public struct Having: QueryClause {
    public let clause: AnyClause

    /// A condition.
    public init(_ condition: some SQLCondition) {
        clause = AnyClause(kind: .having(condition.conditionNode))
    }
}

/// `WINDOW`: a window with a name, which functions refer to with `over("name")`.
extension Window: QueryClause {
    public var clause: AnyClause { AnyClause(kind: .window(self)) }
}

/// `ORDER BY`: the order of the rows.
public struct OrderBy: QueryClause {
    public let clause: AnyClause

    /// The terms, the most important first.
    public init<each Term: OrderingTerm>(_ terms: repeat each Term) {
        var nodes: [SQLNode] = []
        repeat nodes += (each terms).orderingTerm.nodes
        clause = AnyClause(kind: .order(nodes))
    }
}

/// `LIMIT`: at most a number of rows.
public struct Limit: QueryClause {
    public let clause: AnyClause

    /// At most `count` rows, after skipping `offset`.
    public init(_ count: SQLExpression<Int>, offset: SQLExpression<Int>? = nil) {
        clause = AnyClause(kind: .limit(count.node, offset?.node))
    }

    /// At most `count` rows, after skipping `offset`.
    @_disfavoredOverload
    public init(_ count: Int, offset: Int? = nil) {
        self.init(SQLExpression(count), offset: offset.map { SQLExpression($0) })
    }
}

extension ColumnSet {
    /// Whether the columns are those for the optional side of an outer join.
    var isOuter: Bool { Output.self != Model.self }
}
