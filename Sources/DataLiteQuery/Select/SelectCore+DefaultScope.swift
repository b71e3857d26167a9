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
