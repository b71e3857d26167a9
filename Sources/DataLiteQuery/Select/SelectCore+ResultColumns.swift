// A term of `ORDER BY` or `GROUP BY` that is also selected is written as the number of its column. SQLite then computes
// it once for each row: a function is called once, and random values are sorted by the values that are returned.

extension SelectCore {
    /// The terms of `ORDER BY`.
    var orderTerms: NodeList {
        guard let selection, order.contains(where: \.isComputedTerm) else { return order }
        let fields = selection.fields
        return NodeList(order.map { $0.numbered(in: fields) })
    }

    /// The terms of `GROUP BY`.
    func groupTerms(_ clauses: RareClauses) -> [SQLNode] {
        guard let selection, clauses.group.contains(where: \.isComputed) else {
            return clauses.group
        }
        let fields = selection.fields
        return clauses.group.map { $0.numbered(in: fields) }
    }
}

extension SQLNode {
    fileprivate var isComputed: Bool {
        switch self {
        case .operation, .deep, .part: true
        default: false
        }
    }

    fileprivate var isComputedTerm: Bool {
        if let order = fragment as? DirectedOrder { order.node.isComputed } else { isComputed }
    }

    /// The number of the field that is this expression, or the expression.
    fileprivate func numbered(in fields: [SelectedField]) -> SQLNode {
        if var order = fragment as? DirectedOrder {
            order.node = order.node.numbered(in: fields)
            return .fragment(order)
        }
        guard isComputed, let index = fields.firstIndex(where: { $0.node.isSame(as: self) }) else {
            return self
        }
        return .fragment(ColumnNumber(number: index + 1))
    }

    /// Whether two expressions are the same column or the same object.
    func isSame(as other: SQLNode) -> Bool {
        switch (self, other) {
        case (.operation(let lhs), .operation(let rhs)): lhs === rhs
        case (.deep(let lhs), .deep(let rhs)): lhs === rhs
        case (.part(let lhs), .part(let rhs)): lhs === rhs
        default: isSameColumn(as: other)
        }
    }

    /// Whether the expression is an integer. In SQL without parameters, an integer as a term of `ORDER BY` or
    /// `GROUP BY` would be a column number.
    fileprivate var isInteger: Bool {
        switch self {
        case .parameter(.int): true
        case .unary(.minus, let operand): operand.isInteger
        default: false
        }
    }
}

extension _SQLWriter {
    /// Writes an expression by which rows are ordered or grouped.
    mutating func write(term node: SQLNode) {
        // The columns of a group are separate terms.
        if node.isRow { return writeList(node.elements) { $0.write(term: $1) } }
        write(node)
        if writesSchema, node.isInteger { write(" + 0") }
    }
}
