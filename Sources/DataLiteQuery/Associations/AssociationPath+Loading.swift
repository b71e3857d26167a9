// The loops over the rows of an association. They are inlinable, so that clients specialize them for the type of the
// rows.

extension _AssociationPath {
    /// Calls a closure for each row, with the slot of its key.
    ///
    /// - Parameter rows: What the closure changes. If the statement must be replaced by another one, it starts again
    ///   with its first value.
    @inlinable
    @inline(__always)
    func forEachRow<Child: Table, Rows>(
        of child: Child.Type, _ keys: _ParentKeys, _ db: any ConnectionProtocol,
        into rows: inout Rows,
        _ body: (inout Rows, Int, inout RowReader) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        guard keys.slotCount > 0 || keys.error != nil else { return }
        let start = rows
        var slots = SlotReader(self, keys)
        repeat {
            rows = start
            _ = try slots.statement(db).decodedRows(
                columnCount: Child.columnCount + slots.columnCount
            ) { (row: inout RowReader) throws(SQLiteError) in
                guard let slot = try slots.slot(&row) else { return }
                try body(&rows, slot, &row)
            }
        } while slots.startAgain()
    }

    /// The rows of each slot.
    @inlinable
    func groups<Child: Table>(
        of child: Child.Type, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [[Child]] {
        var groups = SlotGroups<Child>(count: keys.slotCount)
        try forEachRow(of: child, keys, db, into: &groups) {
            (groups, slot, row) throws(SQLiteError) in
            groups.append(try Child(row: &row), to: slot)
        }
        return groups.finish()
    }

    /// The first row of each slot.
    @inlinable
    func firstRows<Child: Table>(
        of child: Child.Type, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Child?] {
        var rows = [Child?](repeating: nil, count: keys.slotCount)
        try forEachRow(of: child, keys, db, into: &rows) {
            (rows, slot, row) throws(SQLiteError) in
            if rows[slot] == nil { rows[slot] = try Child(row: &row) }
        }
        return rows
    }
}

/// Values in groups, whose values usually arrive group after group.
@usableFromInline
struct SlotGroups<Element> {
    @usableFromInline var groups: [[Element]]

    /// The group that receives values, until a value of another group arrives.
    @usableFromInline var current: [Element] = []
    @usableFromInline var slot = -1

    @inlinable
    init(count: Int) { groups = Array(repeating: [], count: count) }

    @inlinable
    @inline(__always)
    mutating func append(_ element: consuming Element, to slot: Int) {
        if slot != self.slot { open(slot) }
        current.append(element)
    }

    @inlinable
    mutating func open(_ slot: Int) {
        let expected = current.count
        close()
        self.slot = slot
        current = groups[slot]
        groups[slot] = []
        // The next group is probably as large as the one before.
        if current.isEmpty { current.reserveCapacity(Swift.min(expected, 64)) }
    }

    @inlinable
    mutating func close() {
        if slot >= 0 { groups[slot] = current }
        current = []
    }

    @inlinable
    mutating func finish() -> [[Element]] {
        close()
        slot = -1
        return groups
    }
}

extension ConnectionProtocol {
    /// A statement that loads an association, with its parameters bound.
    func associatedStatement(_ query: any SQLRenderable) throws(SQLiteError) -> StatementLease {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            query.write(to: &writer)
            return try writer.start(on: self)
        }
    }
}

extension SQLiteError {
    /// A mock, or a connection that changes rows, has returned a number that is not one of a key.
    @usableFromInline
    static func unknownSlot(_ slot: Int) -> SQLiteError {
        SQLiteError(
            .mismatch,
            message: "a row of an association has the number \(slot), which no parent has: "
                + "the first column is the position of the parent's key in the parameter")
    }
}
