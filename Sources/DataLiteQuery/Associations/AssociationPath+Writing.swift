extension _AssociationPath {
    /// The rows of the association for the rows of a table that is already in a query.
    ///
    /// - Parameters:
    ///   - start: The query with the parents' keys.
    ///   - parent: The columns with the parents' keys.
    /// - Returns: The query with the tables of the path joined, and the item with the rows of the association.
    func joined(
        to start: SelectCore, _ parent: [SQLNode]
    ) -> (core: SelectCore, target: FromItem) {
        if leadsToDistinctRows { return distinctlyJoined(to: start, parent) }
        var (core, parent) = (start, parent)
        var target = FromItem.nothing
        var order = NodeList.none
        for link in links {
            let join = JoinedItem(link.core, of: link.columns, .inner, beside: core)
            target = join.item
            let condition = link.condition(of: target, parent)
            if case .nothing = core.from.kind {
                core.from = target
                core.conditions = [condition]
            } else {
                // With an inner join, SQLite may read the table by another index, and all keys for each of its rows.
                let kind: JoinKind = core.clauses.joins.isEmpty ? .cross : .inner
                core.clauses.joins.append(
                    JoinClause(kind: kind, item: target, constraint: condition))
            }
            core.conditions += join.conditions
            order = join.order + order
            parent = link.nextKey.map { .column(target.qualifier, $0) }
        }
        core.order = order
        if let error { core.conditions.append(.failure(error)) }
        return (core, target)
    }

    /// The rows of a distinct association: its last table, joined by a condition on the tables before it.
    private func distinctlyJoined(
        to start: SelectCore, _ parent: [SQLNode]
    ) -> (core: SelectCore, target: FromItem) {
        let join = distinctItem(.inner, beside: start, parent)
        let condition = join.condition ?? .never
        var core = start
        if case .nothing = core.from.kind {
            core.from = join.item
            core.conditions = [condition]
        } else {
            core.clauses.joins.append(
                JoinClause(kind: .cross, item: join.item, constraint: condition))
        }
        core.conditions += join.conditions
        core.order = join.order
        if let error { core.conditions.append(.failure(error)) }
        return (core, join.item)
    }

    /// The rows of the association for some keys: the number of the key's slot, then the columns of the row.
    func rows(of keys: _ParentKeys) -> AssociatedSelect {
        var name = "keys"
        while links.contains(where: { $0.core.hasTable(named: name) }) { name += ":" }
        let table = KeyTable(keys)
        let start = SelectCore(
            from: FromItem(
                kind: .call(.fragment(table)), alias: name, columns: ColumnDefinitions { _ in }))
        let (core, target) = joined(to: start, table.columnNames.map { .column(name, $0) })
        return AssociatedSelect(
            core: core, target: target, slot: .column(name, "key"), limit: limit)
    }

    /// The rows of the association for one row of a query that is being built.
    func rows(of parent: [SQLNode]) -> AssociatedSelect {
        let (core, target) = joined(to: SelectCore(from: .nothing), parent)
        return AssociatedSelect(core: core, target: target, slot: nil, limit: limit)
    }
}

extension AssociationLink {
    /// The condition that the rows of the table belong to a row with a key. The table's own column is on the left, so
    /// its collation applies and its index can be used.
    func condition(of item: FromItem, _ parent: [SQLNode]) -> SQLNode {
        .equal(key.map { .column(item.qualifier, $0) }, parent)
    }
}

/// The rows of an association, before they are selected.
struct AssociatedSelect {
    var core: SelectCore
    var target: FromItem
    /// The number of a parent's slot; `nil` for the rows of one parent.
    var slot: SQLNode?
    var limit: (count: Int, offset: Int)?

    /// A query for the slot and the columns of each row.
    var rows: any SQLRenderable {
        var columns = _SelectList()
        target._appendColumns(to: &columns)
        return selecting(columns)
    }

    /// A query for the slot and some expressions of each row.
    func selecting(_ fields: _SelectList) -> any SQLRenderable {
        var core = core
        var list = _SelectList(nodes: [slot].compactMap(\.self))
        list.items += fields.items
        core.selection = list
        return limit == nil ? core : limited(core)
    }

    /// The rows with at most a number of them for each slot.
    private func limited(_ core: SelectCore) -> any SQLRenderable {
        guard let limit, let slot else { return core }
        var core = core
        let number = target.columns.freeName("number", core.selection?.fields.map(\.name) ?? [])
        let window = NumberInSlot(slot: slot, order: core.order)
        core.selection?.append(SelectedField(name: number, node: .fragment(window)))
        core.order = []
        return LimitedRows(core: core, number: number, limit: limit)
    }

    /// The rows as a table of their own, in which the limit has been applied.
    ///
    /// - Returns: A query of the slot and that table.
    private var unlimited: AssociatedSelect {
        guard let limit else { return self }
        var core = core
        let name = target.columns.freeName("slot")
        var list = _SelectList()
        if let slot { list.append(SelectedField(name: name, node: slot)) }
        for column in target.columns.list {
            list.append(
                SelectedField(
                    name: column.name, node: .column(target.qualifier, column.name)))
        }
        core.selection = list
        if slot == nil { core.setLimit(limit.count, offset: limit.offset) }
        let item = FromItem(
            kind: .query(NestedPart(limited(core))), alias: target.qualifier,
            columns: target.columns)
        return AssociatedSelect(
            core: SelectCore(from: item), target: item,
            slot: slot == nil ? nil : .column(target.qualifier, name), limit: nil)
    }

    /// Whether there is a row: `EXISTS`.
    var exists: SQLNode {
        // A limit only matters if it can leave no row.
        let skipsRows = limit.map { $0.count == 0 || $0.offset > 0 } ?? false
        var core = skipsRows ? unlimited.core : core
        core.selection = _SelectList(nodes: [.text("1")])
        core.order = []
        return .fragment(Exists(query: CoreFragment(core: core)))
    }

    /// An aggregate of the rows of each slot, or of the only parent.
    func aggregate(_ value: SQLNode) -> SelectCore {
        var rows = unlimited
        rows.core.order = []
        if let slot = rows.slot { rows.core.clauses.group = [slot] }
        rows.core.selection = _SelectList(nodes: [rows.slot, value].compactMap(\.self))
        return rows.core
    }
}

extension ColumnDefinitions {
    /// A name that no column has, and that is not among other names.
    fileprivate func freeName(_ name: String, _ others: [String] = []) -> String {
        var name = name
        let names = list.map(\.name) + others
        while names.contains(where: { SQLName.matches($0, name) }) { name += ":" }
        return name
    }
}

/// `row_number() OVER (PARTITION BY slot ORDER BY ...)`
private struct NumberInSlot: SQLRenderable {
    let slot: SQLNode
    let order: NodeList

    func write(to writer: inout _SQLWriter) {
        writer.write("row_number() OVER (PARTITION BY ")
        writer.write(slot)
        order.writeOrder(to: &writer)
        writer.write(")")
    }
}

/// The rows with numbers in a range, in the order of the numbers.
private struct LimitedRows: SQLRenderable {
    let core: SelectCore
    let number: String
    let limit: (count: Int, offset: Int)

    func write(to writer: inout _SQLWriter) {
        writer.write("SELECT * FROM (")
        core.write(to: &writer)
        writer.write(") WHERE ")
        writer.writeName(number)
        if limit.offset > 0 {
            writer.write(" > ")
            writer.write(parameter: .int(Int64(limit.offset)))
            writer.write(" AND ")
            writer.writeName(number)
        }
        writer.write(" <= ")
        writer.write(parameter: .int(Int64(limit.offset.addingClamped(limit.count))))
        writer.write(" ORDER BY ")
        writer.writeName(number)
    }
}

extension Int {
    /// A limit below zero is no limit, as in SQL.
    fileprivate func addingClamped(_ count: Int) -> Int {
        guard count >= 0 else { return .max }
        let (sum, overflow) = addingReportingOverflow(count)
        return overflow ? .max : sum
    }
}
