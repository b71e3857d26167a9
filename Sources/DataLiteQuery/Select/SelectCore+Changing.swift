// Functions that the inlined methods of `Select` call.

extension SelectCore {
    @usableFromInline
    mutating func append(condition: consuming SQLNode) {
        if !condition.isAlways { conditions.append(condition) }
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
        conditions.append(.binary(key, .equal, value))
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
