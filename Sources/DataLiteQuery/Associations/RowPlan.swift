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

/// The statements that read the rows of an association for some keys, and which key each row belongs to.
///
/// There are two statements. The second one is for all associations and keys: it joins the keys as a table, and returns
/// the number of the key before the columns of each row.
///
/// The first one is for many integer keys and a table without conditions. It returns the rows in the order of the
/// foreign key, which is the order of its index, so SQLite need not sort all rows: only those of each key, if the index
/// does not have their order, too.
@usableFromInline
struct SlotReader {
    private let path: _AssociationPath
    private let keys: _ParentKeys

    /// The first statement, unless it has failed.
    private var sorted: SortedRows?

    /// The foreign key of the previous row, and its slot.
    private var last: (key: Int64, slot: Int)?

    /// Whether a foreign key equals none of the keys as an integer. SQLite has compared it with them by other rules,
    /// such as a number and its text, or a mock has returned it.
    private var hasUnknownKey = false

    @usableFromInline
    init(_ path: _AssociationPath, _ keys: _ParentKeys) {
        self.path = path
        self.keys = keys
        sorted = path.sortedRows(of: keys)
    }

    /// The number of columns before those of the row.
    @usableFromInline var columnCount: Int { sorted == nil ? 1 : 0 }

    /// The statement, with its parameters bound.
    @usableFromInline
    func statement(_ db: any ConnectionProtocol) throws(SQLiteError) -> StatementLease {
        if let error = path.error ?? keys.error { throw error }
        return try db.associatedStatement(sorted?.query ?? path.rows(of: keys).rows)
    }

    /// The slot of the key that a row belongs to; `nil` if the second statement is needed.
    @usableFromInline
    mutating func slot(_ row: inout RowReader) throws(SQLiteError) -> Int? {
        if let sorted { return slot(of: row.storedValue(at: sorted.position)) }
        let slot: Int = try row.next()
        guard slot >= 0, slot < keys.slotCount else { throw .unknownSlot(slot) }
        return slot
    }

    private mutating func slot(of value: SQLiteValue) -> Int? {
        guard !hasUnknownKey, case .int(let key) = value else {
            hasUnknownKey = true
            return nil
        }
        if let last, last.key == key { return last.slot }
        guard let slot = keys.slot(of: key) else {
            hasUnknownKey = true
            return nil
        }
        last = (key, slot)
        return slot
    }

    /// Whether the rows must be read again, with the second statement.
    @usableFromInline
    mutating func startAgain() -> Bool {
        guard hasUnknownKey else { return false }
        hasUnknownKey = false
        sorted = nil
        return true
    }
}

/// A query for the rows of some keys in the order of the foreign key.
private struct SortedRows {
    let query: SelectCore
    /// The position of the foreign key.
    let position: Int
}

extension _AssociationPath {
    /// The rows in the order of the foreign key; `nil` if the keys or the association need the other statement.
    ///
    /// With conditions, SQLite might find the rows by an index for them, among those of all parents. SQLite expects a
    /// subquery to return 25 keys, and for a foreign key with few distinct values, it might read the whole table: with
    /// fewer keys, a join is the better choice.
    fileprivate func sortedRows(of keys: _ParentKeys) -> SortedRows? {
        guard keys.slotCount >= 25, keys.areIntegers, limit == nil, links.count == 1,
            links[0].key.count == 1
        else { return nil }
        let link = links[0]
        let rows = JoinedItem(
            link.core, of: link.columns, .inner, beside: SelectCore(from: .nothing))
        let position = link.columns.list.firstIndex { SQLName.same($0.name, link.key[0]) }
        guard let position, case .table = rows.item.kind, rows.conditions.isEmpty
        else { return nil }
        let key = SQLNode.column(rows.qualifier, link.key[0])
        var core = SelectCore(from: rows.item)
        let list = InList(operand: NullableOperand(SQLExpression<Int>(key)), values: keys.values)
        core.conditions = [.fragment(list)]
        core.order = [key] + rows.order
        return SortedRows(query: core, position: position)
    }
}
