/// The changes made by a connection.
package struct ChangeSet: Sendable {
    /// The changes of one table.
    package struct Table: Sendable {
        /// Whether rows were inserted or deleted, or their rowids were changed.
        package var rows = false
        /// The positions of the columns that were updated.
        package var columns: Set<Int> = []
        /// The positions of the columns that SQLite reports as NULL before and after an update. If such a column
        /// has a default value, it may have been updated.
        package var nullColumns: Set<Int> = []
        /// The rows, in order, if they are collected.
        package var actions: [RowChange] = []
        /// Whether more rows were changed than are collected: ``actions`` is empty then.
        package var hasTooManyRows = false
        /// The keys of the rows, if they are collected.
        package var keys = KeyChanges()

        package init() {}
    }

    /// A change of one row.
    package enum RowChange: Hashable, Sendable {
        case inserted(rowID: Int64)
        case updated(rowID: Int64)
        case deleted(rowID: Int64)
    }

    package var tables: [TableName: Table] = [:]

    package init() {}

    package var isEmpty: Bool { tables.isEmpty }

    /// Adds later changes.
    package mutating func add(_ other: ChangeSet) {
        guard !tables.isEmpty else { return self = other }
        tables.merge(other.tables) { change, later in change.adding(later) }
    }

    /// The changes to tables and columns, with the rows marked as unknown.
    var withoutRows: ChangeSet {
        var changes = self
        changes.tables = tables.mapValues { table in
            var table = table
            table.actions = []
            table.hasTooManyRows = true
            table.keys.forget()
            return table
        }
        return changes
    }
}

extension ChangeSet.Table {
    fileprivate consuming func adding(_ later: ChangeSet.Table) -> ChangeSet.Table {
        rows = rows || later.rows
        columns.formUnion(later.columns)
        nullColumns.formUnion(later.nullColumns)
        let count = actions.count + later.actions.count
        hasTooManyRows =
            hasTooManyRows || later.hasTooManyRows || count > ChangeCollector.rowLimit
        if hasTooManyRows { actions = [] } else { actions += later.actions }
        keys.add(later.keys)
        return self
    }
}
