// Joins with the elements of JSON in the preceding tables. Only a table-valued function can refer to those tables, so
// the closure returns one, and there is no condition.

extension Table {
    /// Joins the elements of JSON in the row.
    @inlinable
    public static func join(
        _ elements: (Columns) -> Where<JSONElement>
    ) -> Select<(Self, JSONElement), (Columns, JSONElement.Columns)> {
        scoped.join(elements)
    }

    /// Joins the elements of JSON in the row; if there are none, the columns are NULL.
    @inlinable
    public static func leftJoin(
        _ elements: (Columns) -> Where<JSONElement>
    ) -> Select<(Self, JSONElement?), (Columns, JSONElement.OuterColumns)> {
        scoped.leftJoin(elements)
    }
}

extension Select {
    /// Joins the elements of JSON in a row of the tables so far.
    @inlinable
    public func join<each C: ColumnSet>(
        _ elements: (repeat each C) -> Where<JSONElement>
    ) -> Select<(repeat (each C).Output, JSONElement), (repeat each C, JSONElement.Columns)>
    where Columns == (repeat each C) {
        var query = self
        let elements = query.call { (columns: Columns) in elements(repeat each columns) }
        let join = JoinedItem(elements, .inner, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            JSONElement.Columns(_source: join.source))
    }

    /// Joins the elements of JSON in a row of the tables so far; if there are none, the columns are NULL.
    @inlinable
    public func leftJoin<each C: ColumnSet>(
        _ elements: (repeat each C) -> Where<JSONElement>
    ) -> Select<(repeat (each C).Output, JSONElement?), (repeat each C, JSONElement.OuterColumns)>
    where Columns == (repeat each C) {
        var query = self
        let elements = query.call { (columns: Columns) in elements(repeat each columns) }
        let join = JoinedItem(elements, .left, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            JSONElement.OuterColumns(_source: join.source)
        )
    }
}
