/// What a connection has changed.
package struct ChangeSet: Sendable {
    /// How the rows of a table were changed.
    package struct Table: Sendable {
        /// Whether rows were inserted or deleted, or got another row id.
        package var rows = false
        /// The positions of the columns that were updated.
        package var columns: Set<Int> = []
        /// The rows, in order, if they are collected.
        package var actions: [RowChange] = []
        /// Whether more rows were changed than are collected: ``actions`` is empty then.
        package var hasTooManyRows = false

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
}

extension ChangeSet.Table {
    fileprivate consuming func adding(_ later: ChangeSet.Table) -> ChangeSet.Table {
        rows = rows || later.rows
        columns.formUnion(later.columns)
        let count = actions.count + later.actions.count
        hasTooManyRows =
            hasTooManyRows || later.hasTooManyRows || count > ChangeCollector.rowLimit
        if hasTooManyRows { actions = [] } else { actions += later.actions }
        return self
    }
}
