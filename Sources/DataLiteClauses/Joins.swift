/// `JOIN`: the rows of a table that match.
public struct Join: _QueryClause {
    public let _clause: _AnyClause

    /// A table.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: SQLExpression<some SQLTruth>
    ) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.inner, table, on: condition))
    }

    /// A table. The join uses columns that an earlier table shares with it: `USING`.
    ///
    /// - Parameter columns: Columns from `shared(_:with:_:)` of the earlier table.
    public init<Columns: ColumnSet, each Value: RowRepresentable>(
        _ table: Columns, using columns: repeat SQLExpression<each Value>
    ) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.inner, table, using: repeat each columns))
    }

    /// A table. The join uses all columns that an earlier table and this table declare: a
    /// natural join.
    public init<Columns: ColumnSet>(
        natural table: Columns, with other: some ColumnSet
    ) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.inner, natural: table, with: other))
    }
}

/// `LEFT JOIN`: the rows of a table that match; if no row matches, its columns are NULL.
public struct LeftJoin: _QueryClause {
    public let _clause: _AnyClause

    /// A table from `optionalTable(_:)` of the ``QuerySchema``.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: SQLExpression<some SQLTruth>
    ) where Columns.Output == Columns.Model? {
        _clause = _AnyClause(part: .join(.left, table, on: condition))
    }

    /// A table from `optionalTable(_:)` of the ``QuerySchema``. The join uses columns that an earlier table shares with
    /// it: `USING`.
    ///
    /// - Parameter columns: Columns from `shared(_:with:_:)` of the earlier table.
    public init<Columns: ColumnSet, each Value: RowRepresentable>(
        _ table: Columns, using columns: repeat SQLExpression<each Value>
    ) where Columns.Output == Columns.Model? {
        _clause = _AnyClause(part: .join(.left, table, using: repeat each columns))
    }

    /// A table from `optionalTable(_:)` of the ``QuerySchema``. The join uses all columns that an earlier table and
    /// this table declare: a natural join.
    public init<Columns: ColumnSet>(
        natural table: Columns, with other: some ColumnSet
    ) where Columns.Output == Columns.Model? {
        _clause = _AnyClause(part: .join(.left, natural: table, with: other))
    }
}

/// `RIGHT JOIN`: all rows of a table; if no row of the tables before it matches, the columns of these tables are NULL.
/// The tables before it must come from `optionalTable(_:)` of the ``QuerySchema``.
public struct RightJoin: _QueryClause {
    public let _clause: _AnyClause

    /// A table.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: SQLExpression<some SQLTruth>
    ) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.right, table, on: condition))
    }

    /// A table. The join uses columns that an earlier table shares with it: `USING`.
    ///
    /// - Parameter columns: Columns from `shared(_:with:_:)` of the earlier table.
    public init<Columns: ColumnSet, each Value: RowRepresentable>(
        _ table: Columns, using columns: repeat SQLExpression<each Value>
    ) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.right, table, using: repeat each columns))
    }

    /// A table. The join uses all columns that an earlier table and this table declare: a
    /// natural join.
    public init<Columns: ColumnSet>(
        natural table: Columns, with other: some ColumnSet
    ) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.right, natural: table, with: other))
    }
}

/// `FULL JOIN`: all rows of both sides; if no row matches, the columns of the other side are NULL.
/// All tables must come from `optionalTable(_:)` of the ``QuerySchema``.
public struct FullJoin: _QueryClause {
    public let _clause: _AnyClause

    /// A table from `optionalTable(_:)` of the ``QuerySchema``.
    public init<Columns: ColumnSet>(
        _ table: Columns, on condition: SQLExpression<some SQLTruth>
    ) where Columns.Output == Columns.Model? {
        _clause = _AnyClause(part: .join(.full, table, on: condition))
    }

    /// A table from `optionalTable(_:)` of the ``QuerySchema``. The join uses columns that an earlier table shares with
    /// it: `USING`.
    ///
    /// - Parameter columns: Columns from `shared(_:with:_:)` of the earlier table.
    public init<Columns: ColumnSet, each Value: RowRepresentable>(
        _ table: Columns, using columns: repeat SQLExpression<each Value>
    ) where Columns.Output == Columns.Model? {
        _clause = _AnyClause(part: .join(.full, table, using: repeat each columns))
    }

    /// A table from `optionalTable(_:)` of the ``QuerySchema``. The join uses all columns that an earlier table and
    /// this table declare: a natural join.
    public init<Columns: ColumnSet>(
        natural table: Columns, with other: some ColumnSet
    ) where Columns.Output == Columns.Model? {
        _clause = _AnyClause(part: .join(.full, natural: table, with: other))
    }
}

/// `CROSS JOIN`: combines each row with every row of a table.
public struct CrossJoin: _QueryClause {
    public let _clause: _AnyClause

    /// A table.
    public init<Columns: ColumnSet>(_ table: Columns) where Columns.Output == Columns.Model {
        _clause = _AnyClause(part: .join(.cross, table, on: nil))
    }
}
