// Functions that the inlined methods of `Select` call.

extension SelectCore {
    @usableFromInline
    mutating func append(condition: consuming SQLNode) {
        if !condition.isAlways { conditions.append(condition: condition) }
    }

    /// Adds the condition that a primary key has a value.
    @usableFromInline
    mutating func append(key table: TableDefinition, _ value: consuming SQLNode) {
        if from.alias == nil, conditions.isEmpty, !table.key.isRow,
            case .parameter(let value) = value
        {
            conditions = .key(table, value)
            return
        }
        let key = from.alias == nil ? table.key : table.columns.keyNode(qualifier: from.qualifier)
        conditions.append(.isKey(key, value))
    }

    @usableFromInline
    mutating func append(order term: consuming Ordering) {
        order.append(term.node)
    }

    @usableFromInline
    mutating func setLimit(_ count: Int, offset: Int?) {
        limit = .parameter(.int(Int64(count)))
        self.offset = offset.map { .parameter(.int(Int64($0))) }
    }
}

extension SQLNode {
    /// The condition that a primary key is a value. A column of a composite key may be NULL.
    static func isKey(_ key: SQLNode, _ value: SQLNode) -> SQLNode {
        let hasNull = value.isRow && value.elements.contains(where: \.isNull)
        return .binary(key, hasNull ? .is : .equal, value)
    }
}
