extension _AssociationPath {
    /// Whether the rows of the last table are found by the tables before it, instead of joined with them.
    var leadsToDistinctRows: Bool { isDistinct && links.count > 1 }

    /// The last table of a distinct path, joined to a query with the parents' keys.
    func distinctItem(
        _ kind: JoinKind, beside start: SelectCore, _ parent: [SQLNode]
    ) -> JoinedItem {
        let link = links[links.count - 1]
        var join = JoinedItem(link.core, of: link.columns, kind, beside: start)
        let columns = link.key.map { SQLNode.column(join.qualifier, $0) }
        var core = start
        EnclosingQuery.enter(&core, and: join.qualifier)
        defer { EnclosingQuery.leave() }
        let near = NearRows(self, of: parent)
        join.condition = near.lead(to: columns)
        join.order += near.order(of: columns)
        return join
    }
}

/// The rows of the tables before the last one of a path, for one parent.
struct NearRows {
    private let core: SelectCore

    /// The columns that refer to a row of the last table.
    private let key: [SQLNode]

    init(_ path: _AssociationPath, of parent: [SQLNode]) {
        var path = path
        path.links.removeLast()
        path.isDistinct = false
        let (core, target) = path.joined(to: SelectCore(from: .nothing), parent)
        self.core = core
        key = path.links[path.links.count - 1].nextKey.map { .column(target.qualifier, $0) }
    }

    /// The condition that columns of the last table refer to a row that these rows lead to.
    func lead(to columns: [SQLNode]) -> SQLNode {
        var core = selecting(key)
        core.order = []
        let operand = columns.count == 1 ? columns[0] : SQLNode.row(columns)
        return .fragment(InQuery(operand: operand, query: core, isNullable: false))
    }

    /// The order of these rows for the last table: each term is that of the first row that leads to a row.
    func order(of columns: [SQLNode]) -> NodeList {
        var terms = NodeList.none
        for term in core.order {
            let direction = term.fragment as? DirectedOrder
            var core = selecting([direction?.node ?? term])
            core.conditions += [.equal(columns, key)]
            core.setLimit(1, offset: 0)
            let first = SQLNode.fragment(Subquery(query: CoreFragment(core: core)))
            terms.append(
                .fragment(
                    DirectedOrder(
                        node: first, isDescending: direction?.isDescending ?? false,
                        nulls: direction?.nulls)))
        }
        return terms
    }

    private func selecting(_ nodes: [SQLNode]) -> SelectCore {
        var core = core
        core.selection = _SelectList(nodes: nodes)
        return core
    }
}

extension SQLNode {
    /// `a = ? AND b = ?`
    static func equal(_ columns: [SQLNode], _ values: [SQLNode]) -> SQLNode {
        zip(columns, values).map { SQLNode.binary($0, .equal, $1) }.conjunction ?? .never
    }
}
