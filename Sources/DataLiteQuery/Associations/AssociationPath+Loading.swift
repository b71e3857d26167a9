// The loops over the rows of an association. They are inlinable, so that clients specialize them for the type of the
// rows.

extension _AssociationPath {
    /// The statement that returns the rows for some keys, each with the number of the key's slot before it.
    @usableFromInline
    func statement(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> StatementLease {
        if let error = error ?? keys.error { throw error }
        return try db.associatedStatement(rows(of: keys).rows)
    }

    /// Calls a closure for each row, after the number of its slot is read.
    @inlinable
    @inline(__always)
    func forEachRow<Child: Table>(
        of child: Child.Type, _ keys: _ParentKeys, _ db: any ConnectionProtocol,
        _ body: (Int, inout RowReader) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        guard keys.slotCount > 0 || keys.error != nil else { return }
        let count = keys.slotCount
        _ = try db.decodedRows(
            statement(keys, db), columnCount: Child.columnCount + 1
        ) { (row: inout RowReader) throws(SQLiteError) in
            let slot: Int = try row.next()
            guard slot >= 0, slot < count else { throw .unknownSlot(slot) }
            try body(slot, &row)
        }
    }

    /// The rows of each slot.
    @inlinable
    func groups<Child: Table>(
        of child: Child.Type, _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [[Child]] {
        var groups = SlotGroups<Child>(count: keys.slotCount)
        try forEachRow(of: child, keys, db) { (slot, row) throws(SQLiteError) in
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
        try forEachRow(of: child, keys, db) { (slot, row) throws(SQLiteError) in
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
