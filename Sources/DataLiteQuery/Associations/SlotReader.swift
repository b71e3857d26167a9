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
