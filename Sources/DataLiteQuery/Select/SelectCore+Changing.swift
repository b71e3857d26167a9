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
    mutating func setLimit(_ count: Int?, offset: Int?) {
        setLimit(
            .parameter(.int(Int64(count ?? -1))),
            offset: offset.map { .parameter(.int(Int64($0))) })
        if count == nil, self.offset == nil { limit = nil }
    }

    /// Sets the limit. Without an offset, it keeps that of `offset(_:)`, which has set no limit.
    mutating func setLimit(_ count: SQLNode, offset newOffset: SQLNode?) {
        if newOffset != nil || !hasOnlyOffset { offset = newOffset }
        limit = count
    }

    /// Skips rows. Without a limit, all further rows are returned.
    mutating func setOffset(_ count: Int?) {
        guard let count else {
            if hasOnlyOffset { limit = nil }
            return offset = nil
        }
        if limit == nil { limit = .parameter(.int(-1)) }
        offset = .parameter(.int(Int64(count)))
    }

    /// Combines the limit and the offset with those of a query whose clauses come before.
    mutating func followLimit(of first: SelectCore) {
        if limit == nil {
            (limit, offset) = (first.limit, first.offset)
        } else if hasOnlyOffset {
            limit = first.limit ?? limit
        } else if offset == nil, first.hasOnlyOffset {
            offset = first.offset
        }
    }

    /// Whether the query skips rows without a limit: SQLite has no `OFFSET` without a `LIMIT`, and -1 is no limit.
    private var hasOnlyOffset: Bool {
        guard case .parameter(.int(-1)) = limit else { return false }
        return offset != nil
    }
}

extension SQLNode {
    /// The condition that a primary key is a value. A column of a composite key may be NULL.
    static func isKey(_ key: SQLNode, _ value: SQLNode) -> SQLNode {
        let hasNull = value.isRow && value.elements.contains(where: \.isNull)
        return .binary(key, hasNull ? .is : .equal, value)
    }
}
