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

    // The first associations are generic, so that the code that loads them is specialized. A parameter pack of generic types
    // cannot have one parent ("same-element requirements are not yet supported", Swift 6.3).

    /// Each row with the value of an association.
    @inlinable
    init<A>(_ a: some Association<Model, A>) where Row == (Model, A) {
        self.init([a._parentKey]) { (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            return rows.indices.map { (rows[$0], aValues[$0]) }
        }
    }

    /// Each row with the values of two associations.
    @inlinable
    init<A, B>(_ a: some Association<Model, A>, _ b: some Association<Model, B>)
    where Row == (Model, A, B) {
        self.init([a._parentKey, b._parentKey]) { (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            return rows.indices.map { (rows[$0], aValues[$0], bValues[$0]) }
        }
    }

    /// Each row with the values of three associations or more.
    @inlinable
    init<A, B, C, each Other: Sendable>(
        _ a: some Association<Model, A>, _ b: some Association<Model, B>,
        _ c: some Association<Model, C>, _ others: repeat any Association<Model, each Other>
    ) where Row == (Model, A, B, C, repeat each Other) {
        var keys = [a._parentKey, b._parentKey, c._parentKey]
        for association in repeat each others { keys.append(association._parentKey) }
        self.init(keys) { (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            let cValues = try c._load(keys[2], db)
            var keys = keys[3...]
            func load<One>(
                _ association: any Association<Model, One>
            ) throws(SQLiteError) -> [One] { try association._load(keys.removeFirst(), db) }
            let values = (repeat try load(each others))
            return rows.indices.map {
                (rows[$0], aValues[$0], bValues[$0], cValues[$0], repeat (each values)[$0])
            }
        }
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

/// Rows with the slots that they belong to.
@usableFromInline
struct RowsInSlots<Model: Table> {
    @usableFromInline var rows: RowsWithKeys<Model>
    @usableFromInline var slots: [Int] = []

    /// The slots that have a row; empty if a slot can have several.
    @usableFromInline var isFilled: [Bool] = []

    @inlinable
    init(_ rows: RowsWithKeys<Model>) { self.rows = rows }

    @inlinable
    @inline(__always)
    mutating func append(_ row: inout RowReader, to slot: Int) throws(SQLiteError) {
        try rows.append(&row)
        slots.append(slot)
    }

    /// The rows with the values of their associations.
    @inlinable
    func combine<Row>(
        _ plan: _RowPlan<Model, Row>, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Row] {
        try plan.combine(rows.rows, rows.keys, db)
    }
}

extension _AssociationPath {
    /// The rows of each slot with the values of their associations.
    @inlinable
    func groups<Child: Table, Row>(
        _ plan: _RowPlan<Child, Row>, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [[Row]] {
        var rows = RowsInSlots(RowsWithKeys<Child>(plan.keys))
        try forEachRow(of: Child.self, keys, db, into: &rows) {
            (rows, slot, row) throws(SQLiteError) in
            try rows.append(&row, to: slot)
        }
        var groups = SlotGroups<Row>(count: keys.slotCount)
        let combined = try rows.combine(plan, db)
        for (slot, row) in zip(rows.slots, combined) { groups.append(row, to: slot) }
        return groups.finish()
    }

    /// The first row of each slot with the values of its associations.
    @inlinable
    func firstRows<Child: Table, Row>(
        _ plan: _RowPlan<Child, Row>, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Row?] {
        var rows = RowsInSlots(RowsWithKeys<Child>(plan.keys))
        rows.isFilled = Array(repeating: false, count: keys.slotCount)
        try forEachRow(of: Child.self, keys, db, into: &rows) {
            (rows, slot, row) throws(SQLiteError) in
            guard !rows.isFilled[slot] else { return }
            rows.isFilled[slot] = true
            try rows.append(&row, to: slot)
        }
        var result = [Row?](repeating: nil, count: keys.slotCount)
        let combined = try rows.combine(plan, db)
        for (slot, row) in zip(rows.slots, combined) { result[slot] = row }
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
