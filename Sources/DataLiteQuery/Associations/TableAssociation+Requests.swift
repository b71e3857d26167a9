extension TableAssociation {
    /// The rows of the association that belong to a row in memory, as a query.
    ///
    /// ```swift
    /// let open = try RemindersList.reminders.request(for: list).where { !$0.isDone }.fetchAll(db)
    /// ```
    ///
    /// Through another association, each row is there once, at the place of the first row that leads to it.
    ///
    /// - Parameter parent: The row, whose key is written as its column stores it.
    public func request(for parent: Parent) -> Where<Child> {
        let path = _path
        let key = StoredKeyValues(path.parentKey, of: parent)
        var query = childQuery.separated()
        guard !key.containsNull else { return query.none }
        let columns = path.links[path.links.count - 1].key
        let nodes = columns.map { SQLNode.column(query.core.from.qualifier, $0) }
        if path.links.count > 1 {
            EnclosingQuery.enter(&query.core)
            let near = NearRows(path, of: key.nodes)
            query.core.append(condition: near.lead(to: nodes))
            query.core.order += near.order(of: nodes)
            EnclosingQuery.leave()
        } else {
            query.core.append(condition: .equal(nodes, key.nodes))
        }
        if let error = path.error ?? key.error { query.core.append(condition: .failure(error)) }
        guard let limit = path.limit else { return query }
        return query.limit(limit.count, offset: limit.offset)
    }
}

/// The rows of the tables before the last one of a path, for one parent.
private struct NearRows {
    private let core: SelectCore

    /// The columns that refer to a row of the last table.
    private let key: [SQLNode]

    init(_ path: _AssociationPath, of parent: [SQLNode]) {
        var path = path
        path.links.removeLast()
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
        var list = _SelectList()
        for node in nodes { list.append(node) }
        core.selection = list
        return core
    }
}

extension SQLNode {
    /// `a = ? AND b = ?`
    fileprivate static func equal(_ columns: [SQLNode], _ values: [SQLNode]) -> SQLNode {
        zip(columns, values).map { SQLNode.binary($0, .equal, $1) }.conjunction ?? .never
    }
}

/// The values of some columns of a row, as they are stored.
struct StoredKeyValues {
    let values: [SQLiteValue]
    let error: SQLiteError?

    init<Row: Table>(_ names: [String], of row: Row) {
        let key = _ParentKey(names, of: Row.self, error: nil)
        var writer = RowWriter()
        writer.append(row)
        let all = writer.values
        values = key.positions.compactMap { all.indices.contains($0) ? all[$0] : nil }
        error = key.error ?? writer.error
    }

    var containsNull: Bool { values.contains(where: \.isNull) }

    var nodes: [SQLNode] { values.map(SQLNode.parameter) }
}
