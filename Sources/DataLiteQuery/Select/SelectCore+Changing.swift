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

// The default scope of a table, `Table.all`, is applied when a query of the table is rendered or joined.
extension SelectCore {
    /// The select with its default scope.
    var scoped: SelectCore { scope?().map { applying($0.core) } ?? self }

    /// The select with the conditions and groups of its default scope, and with that scope's order and limit unless it
    /// has its own. If the scope is a compound, the rows are those of a derived table.
    func applying(_ other: SelectCore) -> SelectCore {
        var core = self
        core.scope = nil
        if other.rare?.clauses.compound != nil {
            // A default scope that was extended contains the compound already.
            if rare?.clauses.compound == nil {
                core.from = other.derived(other.from.columns, as: from.qualifier)
            }
            return core
        }
        let conditions = core.renamed(other.conditions, from: other)
        if !core.conditions.begins(with: conditions) {
            core.conditions = conditions + core.conditions
        }
        if core.order.isEmpty { core.order = core.renamed(other.order, from: other) }
        core.followLimit(of: other)
        if other.rare != nil { core.applyGroups(of: other) }
        return core
    }

    private mutating func applyGroups(of other: SelectCore) {
        let others = other.clauses
        if others.isDistinct { clauses.isDistinct = true }
        if clauses.windows.isEmpty, !others.windows.isEmpty { clauses.windows = others.windows }
        let group = renamed(NodeList(others.group), from: other)
        if !NodeList(clauses.group).begins(with: group) {
            clauses.group = group + clauses.group
        }
        if let having = others.having {
            let all = renamed([having], from: other) + [clauses.having].compactMap { $0 }
            clauses.having = all.conjunction
        }
    }
}

extension NodeList {
    /// Whether the terms begin with the given ones. This is the case if the default scope itself was extended.
    fileprivate func begins(with others: NodeList) -> Bool {
        guard others.count <= count else { return false }
        return zip(others, self).allSatisfy { $0.rendered == $1.rendered }
    }
}

extension SelectCore {
    /// Starts the statement, if the select is all columns of the row with a key.
    // Inlined, so that the select is not copied.
    @inline(__always)
    func startLookup(on db: any ConnectionProtocol) throws(SQLiteError) -> _StartedLookup? {
        guard case .key(let table, let key) = conditions, selection == nil, rare == nil,
            limit == nil, order.isEmpty, from.plainTable != nil, scope?() == nil
        else { return nil }
        return try table.selectByKey.withUnsafeBufferPointer { text in
            withUnsafePointer(to: key) { key in
                Result { () throws(SQLiteError) in
                    _StartedLookup(
                        lease: try db.boundStatement(
                            text, UnsafeBufferPointer(start: key, count: 1)))
                }
            }
        }.get()
    }
}
