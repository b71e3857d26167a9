/// The tables that lead from the rows of one table to those of an association: one, or several through join tables.
public struct _AssociationPath: Sendable {
    /// The columns of the parent that the first table refers to.
    var parentKey: [String]

    /// The tables. The last one has the rows of the association.
    var links: [AssociationLink]

    /// The number of rows for each parent, and the number of rows to skip before.
    var limit: (count: Int, offset: Int)?

    /// Whether a row to which several rows of the tables before it lead is there once.
    var isDistinct = false

    /// A mistake in the declaration, which loading the association reports.
    var error: SQLiteError?

    init(parentKey: SQLNode, _ core: SelectCore, key: SQLNode, of table: any Table.Type) {
        let names = (parentKey.columnNames, key.columnNames)
        self.parentKey = names.0 ?? []
        links = [
            AssociationLink(
                core: core, columns: table.columnDefinitions, key: names.1 ?? [])
        ]
        if names.0 == nil || names.1 == nil || names.0?.count != names.1?.count {
            error = .keyIsNoColumn(of: table)
        }
    }

    /// The path continued from its last table to the tables of another path.
    func through(_ next: _AssociationPath) -> _AssociationPath {
        var path = self
        path.links[links.count - 1].nextKey = next.parentKey
        path.links += next.links
        path.limit = next.limit
        path.isDistinct = isDistinct || next.isDistinct
        path.error = error ?? next.error ?? (limit == nil ? nil : .limitBeforeThrough)
        return path
    }

    /// The path with other conditions and another order of its last table.
    func with(_ core: SelectCore) -> _AssociationPath {
        var path = self
        path.links[links.count - 1].core = core
        return path
    }
}

/// A table of a path.
struct AssociationLink: Sendable {
    /// The rows of the table, without a default scope that is not applied yet.
    var core: SelectCore
    let columns: ColumnDefinitions

    /// The columns that refer to the table before.
    let key: [String]

    /// The columns that the table after it refers to.
    var nextKey: [String] = []
}

extension SQLiteError {
    static let limitBeforeThrough = SQLiteError.misuse(
        "an association that continues through another one cannot have a limit: "
            + "limit the association as a whole")

    static let limitedJoin = SQLiteError.misuse(
        "an association with a limit for each row cannot be joined: include it instead")
}

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
