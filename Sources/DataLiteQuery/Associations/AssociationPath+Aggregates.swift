extension _AssociationPath {
    /// The number of rows of each slot.
    func counts(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Int] {
        var counts = [Int](repeating: 0, count: keys.slotCount)
        if let error = error ?? keys.error { throw error }
        guard keys.slotCount > 0 else { return counts }
        let query = rows(of: keys).aggregate(.text("count(*)"))
        _ = try db.associatedStatement(query).decodedRows(
            columnCount: 2
        ) { (row: inout RowReader) throws(SQLiteError) in
            let slot: Int = try row.next()
            guard counts.indices.contains(slot) else { throw .unknownSlot(slot) }
            counts[slot] = try row.next()
        }
        return counts
    }
}

/// An aggregate over the rows of an association.
struct AssociationAggregate: Sendable {
    let path: _AssociationPath
    let value: SQLNode
    /// The name by which the value refers to the table of the rows.
    let qualifier: String

    /// The value of each parent.
    func values<Value>(
        _ decoder: _QueryDecoder<Value>, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Value] {
        if let error = path.error ?? keys.error { throw error }
        guard !keys.slots.isEmpty else { return [] }
        // The last slot is that of the parents without rows.
        var values = [Value?](repeating: nil, count: keys.slotCount + 1)
        let statement = try db.associatedStatement(
            GroupsAndNone(groups: grouped(keys), none: none))
        _ = try statement.decodedRows(
            columnCount: decoder.columnCount + 1
        ) { (row: inout RowReader) throws(SQLiteError) in
            let slot: Int = try row.next()
            guard values.indices.contains(slot) || slot == -1 else { throw .unknownSlot(slot) }
            values[slot < 0 ? keys.slotCount : slot] = try decoder.decode(&row)
        }
        guard let none = values[keys.slotCount] else { throw .unknownSlot(-1) }
        return keys.slots.map { $0 < 0 ? none : values[$0] ?? none }
    }

    private func grouped(_ keys: _ParentKeys) -> SelectCore {
        let rows = path.rows(of: keys)
        return rows.aggregate(named(rows.target))
    }

    /// The aggregate over no rows.
    private var none: SelectCore {
        let link = path.links[path.links.count - 1]
        let start = SelectCore(from: .nothing)
        let item = JoinedItem(link.core, of: link.columns, .inner, beside: start).item
        var core = SelectCore(from: item)
        core.conditions = [.never]
        core.selection = _SelectList(nodes: [.text("-1"), named(item)])
        return core
    }

    /// The value for the table under the name that it has in a query.
    func named(_ item: FromItem) -> SQLNode {
        guard item.qualifier != qualifier else { return value }
        return value.renamed(Renaming(qualifier, item.qualifier))
    }
}

/// The aggregates of the groups, and that of no rows.
private struct GroupsAndNone: SQLRenderable {
    let groups: SelectCore
    let none: SelectCore

    func write(to writer: inout _SQLWriter) {
        groups.write(to: &writer)
        writer.write(" UNION ALL ")
        none.write(to: &writer)
    }
}
