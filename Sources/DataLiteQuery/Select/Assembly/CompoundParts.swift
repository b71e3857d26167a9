// Compound selects that are assembled from clauses.

/// A query of a compound select, and the operator before it.
package struct CompoundPart<Output>: Sendable {
    fileprivate let query: Select<Output, ()>
    fileprivate let `operator`: CompoundSelect.Operator

    package static func union(all: Bool, _ query: Select<Output, ()>) -> CompoundPart {
        CompoundPart(query: query, operator: all ? .unionAll : .union)
    }

    package static func intersect(_ query: Select<Output, ()>) -> CompoundPart {
        CompoundPart(query: query, operator: .intersect)
    }

    package static func except(_ query: Select<Output, ()>) -> CompoundPart {
        CompoundPart(query: query, operator: .except)
    }
}

extension SelectPart {
    /// Whether the clause applies to a whole compound select: its order, limit or offset.
    package var appliesToCompound: Bool {
        switch kind {
        case .order, .limit, .offset: true
        default: false
        }
    }
}

extension Select where Columns == () {
    /// A compound select.
    ///
    /// - Parameters:
    ///   - first: The first query.
    ///   - parts: The other queries.
    ///   - clauses: The order, the limit and the offset of the rows of all queries.
    package init(
        _ first: Select<Output, ()>, _ parts: [CompoundPart<Output>], _ clauses: [SelectPart]
    ) {
        let named = (Output.self as? any Selection.Type)?.columnDefinitions
        // `WITH` is written once, before the compound, and all of its queries see the tables.
        var core = first.core
        let tables = core.commonTables
        if !tables.isEmpty { core.clauses.commonTables = [] }
        for part in parts {
            let compound = CompoundSelect(
                _QueryPart(kind: .select(core)), part.operator, part.query._part, columns: named)
            core = SelectCore(compound, from: .nothing)
        }
        let columns = named ?? .numbered(first._decoder.columnCount)
        core.from = _QueryPart(kind: .select(core)).table(as: "rows", columns: columns)
        let queries = [first] + parts.map(\.query)
        core.order(queries.map(\.core.selectedNodes), clauses)
        for query in queries.dropFirst() {
            if let error = query._decoder.forms.mismatch(expecting: first._decoder.forms) {
                core.conditions.append(.failure(error))
            }
        }
        if !tables.isEmpty { core.clauses.commonTables = tables }
        self.init(core: core, columns: (), decoder: first._decoder)
    }
}

extension SelectCore {
    /// The selected columns; a value of several columns is several nodes.
    fileprivate var selectedNodes: [SQLNode] {
        selection?.fields.flatMap(\.node.elements) ?? []
    }

    /// Adds the order and the limit of a compound. Its terms are columns that a query of the compound selects.
    fileprivate mutating func order(_ selected: [[SQLNode]], _ clauses: [SelectPart]) {
        for clause in clauses {
            switch clause.kind {
            case .order(let terms): for term in terms { order.append(named(term, selected)) }
            case .limit(let limit, let offset):
                self.limit = limit
                if let offset { self.offset = offset }
            case .offset(let count): offset = count
            default: break
            }
        }
    }

    private func named(_ term: SQLNode, _ selected: [[SQLNode]]) -> SQLNode {
        if case .row(let nodes) = term { return .row(nodes.map { named($0, selected) }) }
        if var order = term.fragment as? DirectedOrder {
            order.node = named(order.node, selected)
            return .fragment(order)
        }
        for nodes in selected {
            let position = nodes.firstIndex { $0.isSame(as: term) }
            if let position, position < from.columns.list.count {
                return .column(from.qualifier, from.columns.list[position].name)
            }
        }
        return .failure(
            SQLiteError.misuse(
                "the rows of a compound query can be ordered only by expressions that one "
                    + "of its queries selects"))
    }
}
