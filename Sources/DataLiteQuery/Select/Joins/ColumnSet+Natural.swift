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
