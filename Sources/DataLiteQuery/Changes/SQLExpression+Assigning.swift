extension SQLExpression where Value: Selection {
    /// The group with another expression in place of one of its columns.
    func replacing<Column: RowRepresentable>(
        _ column: KeyPath<Value.Columns, SQLExpression<Column>>, with value: SQLNode
    ) -> Self {
        guard case .row(var nodes) = node else { return Self(value) }
        let names = Value.Columns(_source: ColumnSource(qualifier: ""))[keyPath: column].node
        let (columns, values) = (names.elements, value.elements)
        guard columns.count == values.count else { return self }
        for (column, value) in zip(columns, values) {
            let index = Value.columnDefinitions.list.firstIndex { definition in
                column.columnName.map { SQLName.same($0, definition.name) } ?? false
            }
            if let index { nodes[index] = value }
        }
        return Self(.row(nodes))
    }
}

extension SQLNode {
    /// The elements of a row value, or the node itself.
    fileprivate var elements: [SQLNode] {
        if case .row(let nodes) = self { nodes } else { [self] }
    }
}
