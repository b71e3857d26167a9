// Joins with the rows of a table-valued function, whose arguments are columns of the preceding tables. Only a
// table-valued function can refer to those tables, so the closure returns one, and there is no condition.

extension Table {
    /// Joins the rows of a table-valued function, such as the elements of JSON in the row.
    @inlinable
    public static func join<Rows: TableFunction>(
        _ rows: (Columns) -> Where<Rows>
    ) -> Select<(Self, Rows), (Columns, Rows.Columns)> {
        scoped.join(rows)
    }

    /// Joins the rows of a table-valued function; if there are none, the columns are NULL.
    @inlinable
    public static func leftJoin<Rows: TableFunction>(
        _ rows: (Columns) -> Where<Rows>
    ) -> Select<(Self, Rows?), (Columns, Rows.OuterColumns)> {
        scoped.leftJoin(rows)
    }
}

extension Select {
    /// Joins the rows of a table-valued function, whose arguments can be columns of the tables before it.
    @inlinable
    public func join<Rows: TableFunction, each C: ColumnSet>(
        _ rows: (repeat each C) -> Where<Rows>
    ) -> Select<(repeat (each C).Output, Rows), (repeat each C, Rows.Columns)>
    where Columns == (repeat each C) {
        var query = self
        let rows = query.call { (columns: Columns) in rows(repeat each columns) }
        let join = JoinedItem(rows, .inner, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            Rows.Columns(_source: join.source))
    }

    /// Joins the rows of a table-valued function, whose arguments can be columns of the tables before it; if there are
    /// no rows, the columns are NULL.
    @inlinable
    public func leftJoin<Rows: TableFunction, each C: ColumnSet>(
        _ rows: (repeat each C) -> Where<Rows>
    ) -> Select<(repeat (each C).Output, Rows?), (repeat each C, Rows.OuterColumns)>
    where Columns == (repeat each C) {
        var query = self
        let rows = query.call { (columns: Columns) in rows(repeat each columns) }
        let join = JoinedItem(rows, .left, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            Rows.OuterColumns(_source: join.source)
        )
    }
}
