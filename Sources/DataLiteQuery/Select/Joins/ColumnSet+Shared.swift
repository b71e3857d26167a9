// The columns of two tables that are joined on columns of the same name. In each method, one of the types may be
// optional.

extension ColumnSet {
    /// A column of this table and of another one as one column, on which the tables are joined: `USING`.
    ///
    /// ```swift
    /// let artistID = album.shared(\.artistID, with: concert, \.artistID)
    /// Select(artistID, album.title, concert.city)
    /// From(album)
    /// FullJoin(concert, using: artistID)
    /// ```
    ///
    /// Both columns have the same name and the same type; otherwise the query does not compile, or the statement fails
    /// before it runs. If this table is on the optional side of an outer join, the column is `coalesce` of both
    /// columns: it has the value of the table that has a row.
    ///
    /// - Parameters:
    ///   - column: The column of this table.
    ///   - other: The table that is joined.
    ///   - otherColumn: The column of the joined table.
    public func shared<Value: RowRepresentable, Other: ColumnSet>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, with other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value> {
        SQLExpression(sharedNode(node(column), other, other.node(otherColumn)))
    }

    /// A column of this table and of another one, whose columns may be NULL, as one column.
    public func shared<Value: RowRepresentable, Other: ColumnSet>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, with other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Value?> {
        SQLExpression(sharedNode(node(column), other, other.node(otherColumn)))
    }

    /// A column of this table, which may be NULL, and of another one as one column.
    public func shared<Value: RowRepresentable, Other: ColumnSet>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value?>>, with other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value?> {
        SQLExpression(sharedNode(node(column), other, other.node(otherColumn)))
    }

    @available(*, unavailable, message: "a shared column has the same type in both tables")
    @_disfavoredOverload
    public func shared<Value: RowRepresentable, Other: ColumnSet, OtherValue: RowRepresentable>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, with other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<OtherValue>>
    ) -> SQLExpression<Value> {
        SQLExpression(sharedNode(node(column), other, other.node(otherColumn)))
    }

    private func sharedNode(_ left: SQLNode, _ other: some ColumnSet, _ right: SQLNode) -> SQLNode {
        .shared(left, right, isOuter: isOuter)
    }

    fileprivate func node<Value>(_ column: KeyPath<Model.Columns, SQLExpression<Value>>) -> SQLNode
    {
        Model.Columns(_source: _source)[keyPath: column].node
    }

    // MARK: - Conditions

    /// The condition of a join on a column of this table and a column with the same name of the joined table: `USING`.
    ///
    /// ```swift
    /// Album.fullJoin(Concert.self) { $0.using(\.artistID, $1, \.artistID) }
    ///     .select { ($0.shared(\.artistID, with: $1, \.artistID), $0.title, $1.city) }
    /// ```
    ///
    /// As in SQL, NULL matches no row. Several such conditions use several columns.
    ///
    /// - Parameters:
    ///   - column: The column of this table.
    ///   - other: The table that is joined.
    ///   - otherColumn: The column of the joined table.
    public func using<Value: RowRepresentable, Other: ColumnSet>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, _ other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Bool> {
        SQLExpression(shared(column, with: other, otherColumn).node.sharedCondition(joining: nil))
    }

    /// The condition of a join on a column with the same name, which may be NULL in the joined table.
    public func using<Value: RowRepresentable, Other: ColumnSet>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, _ other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Bool> {
        SQLExpression(shared(column, with: other, otherColumn).node.sharedCondition(joining: nil))
    }

    /// The condition of a join on a column with the same name, which may be NULL in this table.
    public func using<Value: RowRepresentable, Other: ColumnSet>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value?>>, _ other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Bool> {
        SQLExpression(shared(column, with: other, otherColumn).node.sharedCondition(joining: nil))
    }

    @available(*, unavailable, message: "a shared column has the same type in both tables")
    @_disfavoredOverload
    public func using<Value: RowRepresentable, Other: ColumnSet, OtherValue: RowRepresentable>(
        _ column: KeyPath<Model.Columns, SQLExpression<Value>>, _ other: Other,
        _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<OtherValue>>
    ) -> SQLExpression<Bool> {
        SQLExpression(node(column))
    }
}

extension SQLExpression {
    /// A column that two tables share, and that a third table shares with them.
    ///
    /// ```swift
    /// let artistID = album.shared(\.artistID, with: concert, \.artistID)
    /// From(album)
    /// FullJoin(concert, using: artistID)
    /// FullJoin(award, using: artistID.shared(with: award, \.artistID))
    /// ```
    ///
    /// - Parameters:
    ///   - other: The table that is joined.
    ///   - otherColumn: The column of the joined table.
    public func shared<Other: ColumnSet>(
        with other: Other, _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value> {
        SQLExpression(.shared(node, other.node(otherColumn), isOuter: false))
    }

    /// A column that two tables share, and that a third table, in which it may be NULL, shares with them.
    public func shared<Other: ColumnSet>(
        with other: Other, _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Value?> {
        SQLExpression<Value?>(.shared(node, other.node(otherColumn), isOuter: false))
    }

    /// A column that two tables share, and that a third table shares with them. In one of the two, it may be NULL.
    public func shared<Other: ColumnSet, Wrapped: RowRepresentable>(
        with other: Other, _ otherColumn: KeyPath<Other.Model.Columns, SQLExpression<Wrapped>>
    ) -> SQLExpression where Value == Wrapped? {
        SQLExpression(.shared(node, other.node(otherColumn), isOuter: false))
    }
}
