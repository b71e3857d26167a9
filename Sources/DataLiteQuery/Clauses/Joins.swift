extension Join: QueryClause {
    public var clause: AnyClause { AnyClause(kind: .join(self, isOuter: false)) }

    /// The rows of a table that match.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model {
        self.init(.inner, table, condition)
    }

    fileprivate init<Columns: ColumnSet>(
        _ kind: JoinClause.Kind, _ table: Columns, _ condition: (any SQLCondition)?
    ) {
        self.kind = kind
        item = table._source.item(of: Columns.Model.self)
        (conditions, order) = ([], [])
        self.condition = condition?.conditionNode
    }
}

/// `LEFT JOIN`: the rows of a table that match; where none does, its columns are NULL.
public struct LeftJoin: QueryClause {
    public let clause: AnyClause

    /// A table from `optionalTable(_:)` of the ``QuerySchema``.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model? {
        clause = AnyClause(kind: .join(Join(.left, table, condition), isOuter: true))
    }
}

/// `RIGHT JOIN`: all rows of a table; where no row of the tables before it matches, their columns are
/// NULL. They have to be from `optionalTable(_:)` of the ``QuerySchema``.
public struct RightJoin: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model {
        clause = AnyClause(kind: .join(Join(.right, table, condition), isOuter: false))
    }
}

/// `FULL JOIN`: all rows of both sides; where none matches, the columns of the other side are NULL.
/// All tables have to be from `optionalTable(_:)` of the ``QuerySchema``.
public struct FullJoin: QueryClause {
    public let clause: AnyClause

    /// A table from `optionalTable(_:)` of the ``QuerySchema``.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model? {
        clause = AnyClause(kind: .join(Join(.full, table, condition), isOuter: true))
    }
}

/// `CROSS JOIN`: each row with every row of a table.
public struct CrossJoin: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(_ table: Columns) where Columns.Output == Columns.Model {
        clause = AnyClause(kind: .join(Join(.cross, table, nil), isOuter: false))
    }
}
