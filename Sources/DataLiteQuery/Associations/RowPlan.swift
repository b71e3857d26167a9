/// How the rows of a table get the values of their associations.
public struct _RowPlan<Model: Table, Row>: Sendable {
    /// The key of each association.
    @usableFromInline let keys: [_ParentKey]

    /// Loads the values of some rows and combines each row with its values.
    @usableFromInline
    let combine:
        @Sendable ([Model], [_ParentKeys], any ConnectionProtocol) throws(SQLiteError) -> [Row]

    @inlinable
    init(
        _ keys: [_ParentKey],
        _ combine:
            @escaping @Sendable (
                [Model], [_ParentKeys], any ConnectionProtocol
            ) throws(SQLiteError) -> [Row]
    ) {
        self.keys = keys
        self.combine = combine
    }
}

/// The rows of a table that were read, with the keys of their associations.
@usableFromInline
struct RowsWithKeys<Model: Table> {
    @usableFromInline var rows: [Model] = []
    @usableFromInline var keys: [_ParentKeys]

    @inlinable
    init(_ keys: [_ParentKey]) { self.keys = keys.map(_ParentKeys.init) }

    /// Reads the row and its keys.
    @inlinable
    @inline(__always)
    mutating func append(_ row: inout RowReader) throws(SQLiteError) {
        let base = row.position
        rows.append(try Model(row: &row))
        for index in keys.indices { keys[index].append(&row, from: base) }
    }
}

extension _AssociationPath {
    /// The rows of each slot with the values of their associations.
    @inlinable
    func groups<Child: Table, Row>(
        _ plan: _RowPlan<Child, Row>, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [[Row]] {
        var rows = RowsWithKeys<Child>(plan.keys)
        var slots: [Int] = []
        try forEachRow(of: Child.self, keys, db) { (slot, row) throws(SQLiteError) in
            try rows.append(&row)
            slots.append(slot)
        }
        var groups = SlotGroups<Row>(count: keys.slotCount)
        let combined = try plan.combine(rows.rows, rows.keys, db)
        for (slot, row) in zip(slots, combined) { groups.append(row, to: slot) }
        return groups.finish()
    }

    /// The first row of each slot with the values of its associations.
    @inlinable
    func firstRows<Child: Table, Row>(
        _ plan: _RowPlan<Child, Row>, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Row?] {
        var rows = RowsWithKeys<Child>(plan.keys)
        var slots: [Int] = []
        var isFilled = [Bool](repeating: false, count: keys.slotCount)
        try forEachRow(of: Child.self, keys, db) { (slot, row) throws(SQLiteError) in
            guard !isFilled[slot] else { return }
            isFilled[slot] = true
            try rows.append(&row)
            slots.append(slot)
        }
        var result = [Row?](repeating: nil, count: keys.slotCount)
        let combined = try plan.combine(rows.rows, rows.keys, db)
        for (slot, row) in zip(slots, combined) { result[slot] = row }
        return result
    }
}

extension _ParentKeys {
    /// The value of each parent.
    ///
    /// - Throws: `SQLITE_NOTFOUND` if a parent's key is NULL or there is no row for it.
    @inlinable
    func required<Value>(
        _ values: [Value?], _ parent: any Table.Type, _ child: any Table.Type
    ) throws(SQLiteError) -> [Value] {
        var result: [Value] = []
        result.reserveCapacity(slots.count)
        for slot in slots {
            guard slot >= 0, let value = values[slot] else {
                throw missing(slot, parent, child)
            }
            result.append(value)
        }
        return result
    }

    @usableFromInline
    func missing(
        _ slot: Int, _ parent: any Table.Type, _ child: any Table.Type
    ) -> SQLiteError {
        let key = slot < 0 ? "NULL" : describe(slot)
        return SQLiteError(
            .notFound,
            message: "a row of table \"\(parent.tableName)\" refers to a row of table "
                + "\"\(child.tableName)\" with the key \(key), which does not exist or is not in "
                + "the default scope: use `optional` if the row may be missing")
    }
}
