extension SQLExpression where Value: Selection {
    /// The group with another expression in place of one of its columns. With a case of an enum that gets a value, all
    /// other cases become NULL.
    func replacing<Column: RowRepresentable>(
        _ column: KeyPath<Value.Columns, SQLExpression<Column>>, with value: SQLNode
    ) -> Self {
        guard case .row(var nodes) = node else { return Self(value) }
        let source = ColumnSource(qualifier: "")
        let columns = Value.Columns(_source: source)[keyPath: column].node.elements
        let values = value.elements
        guard columns.count == values.count else { return self }
        let definitions = Value.columnDefinitions
        let positions = columns.map { column in
            definitions.list.firstIndex { SQLName.same(column.columnName ?? "", $0.name) }
        }
        if definitions.areCases, let position = positions.compactMap(\.self).first,
            let assigned = definitions.properties.first(where: { $0.columns.contains(position) }),
            values.contains(where: { !$0.isNull })
        {
            for position in nodes.indices where !assigned.columns.contains(position) {
                nodes[position] = .null
            }
        }
        for (position, value) in zip(positions, values) {
            if let position { nodes[position] = value }
        }
        return Self(.row(nodes))
    }
}

extension SQLNode {
    /// The elements of a row value, or the node itself.
    var elements: [SQLNode] {
        if case .row(let nodes) = self { nodes } else { [self] }
    }

    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }
}
