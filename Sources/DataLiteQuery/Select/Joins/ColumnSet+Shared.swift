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

extension ColumnSet {
    /// The condition of a natural join: all columns of the same name have the same value in this table and in the
    /// joined one.
    ///
    /// ```swift
    /// Album.join(Review.self) { $0.natural($1) }  // JOIN "reviews" USING ("artistID", "title")
    /// ```
    ///
    /// These are the columns that both Swift types declare. `NATURAL` itself is not written, because it would also use
    /// columns that were added to the tables later, and combine all rows of tables without such columns.
    ///
    /// As in SQL, NULL matches no row. If no column has the same name in both tables, or if one has different types,
    /// the statement fails before it runs.
    ///
    /// - Parameter other: The table that is joined.
    public func natural(_ other: some ColumnSet) -> SQLExpression<Bool> {
        SQLExpression(naturalNode(other).sharedCondition(joining: nil))
    }

    /// The columns that both tables declare.
    func naturalNode<Other: ColumnSet>(_ other: Other) -> SQLNode {
        let (left, right) = (Model.columnDefinitions, Other.Model.columnDefinitions)
        let (leftNodes, rightNodes) = (_source.nodes(of: left), other._source.nodes(of: right))
        let positions = right.positions
        var nodes: [SQLNode] = []
        for (index, column) in left.list.enumerated() {
            guard let position = positions[ExactName(name: column.name.lowercasedASCII)] else {
                continue
            }
            guard column.storesSameValues(as: right.list[position]) else {
                return .failure(.naturalTypes(column.name, Model.self, Other.Model.self))
            }
            nodes.append(.shared(leftNodes[index], rightNodes[position], isOuter: isOuter))
        }
        guard !nodes.isEmpty else {
            return .failure(.nothingNatural(Model.self, Other.Model.self))
        }
        return .row(nodes)
    }
}

extension ColumnDefinitions {
    /// The positions of the columns by their names.
    fileprivate var positions: [ExactName: Int] {
        Dictionary(
            list.enumerated().map { (ExactName(name: $1.name.lowercasedASCII), $0) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension ColumnDefinition {
    /// Whether both columns have the same type, apart from being optional.
    fileprivate func storesSameValues(as other: ColumnDefinition) -> Bool {
        storedValue == other.storedValue && representation == other.representation
    }
}

extension SQLiteError {
    fileprivate static func naturalTypes(
        _ name: String, _ left: any Any.Type, _ right: any Any.Type
    ) -> SQLiteError {
        SQLiteError.misuse(
            "a natural join of \(left) and \(right) would compare values of different types "
                + "in the column \"\(name)\": name the columns, as in using(_:_:_:)")
    }

    fileprivate static func nothingNatural(
        _ left: any Any.Type, _ right: any Any.Type
    ) -> SQLiteError {
        SQLiteError.misuse(
            "\(left) and \(right) have no column of the same name: a natural join would "
                + "combine all their rows")
    }
}
