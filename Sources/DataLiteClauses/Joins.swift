public import DataLiteQuery

/// `JOIN`: the rows of a table that match.
public struct Join: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model {
        clause = AnyClause(part: .join(.inner, table, on: condition))
    }
}

/// `LEFT JOIN`: the rows of a table that match; if no row matches, its columns are NULL.
public struct LeftJoin: QueryClause {
    public let clause: AnyClause

    /// A table from `optionalTable(_:)` of the ``QuerySchema``.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model? {
        clause = AnyClause(part: .join(.left, table, on: condition))
    }
}

/// `RIGHT JOIN`: all rows of a table; if no row of the tables before it matches, their columns are NULL. Those tables
/// must come from `optionalTable(_:)` of the ``QuerySchema``.
public struct RightJoin: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model {
        clause = AnyClause(part: .join(.right, table, on: condition))
    }
}

/// `FULL JOIN`: all rows of both sides; if no row matches, the columns of the other side are NULL.
/// All tables must come from `optionalTable(_:)` of the ``QuerySchema``.
public struct FullJoin: QueryClause {
    public let clause: AnyClause

    /// A table from `optionalTable(_:)` of the ``QuerySchema``.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: some SQLCondition
    ) where Columns.Output == Columns.Model? {
        clause = AnyClause(part: .join(.full, table, on: condition))
    }
}

/// `CROSS JOIN`: combines each row with every row of a table.
public struct CrossJoin: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(_ table: Columns) where Columns.Output == Columns.Model {
        clause = AnyClause(part: .join(.cross, table, on: nil))
    }
}
