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

/// The keys of the rows of a table that were changed, and whether the rows existed before.
///
/// Only the first change of a row determines whether it existed. Later changes may have been undone by a
/// savepoint or a failed statement, which SQLite does not report.
package struct KeyChanges: Sendable {
    /// The maximum size of the collected keys, in bytes.
    static let byteLimit = 16 << 20

    private(set) var existed: [RowKey: Bool] = [:]
    private var byteCount = 0

    /// Whether the keys are unknown: too many rows were changed, or SQLite did not report a key.
    private(set) var areUnknown = false

    init() {}

    /// Adds a change of a row.
    ///
    /// - Parameters:
    ///   - key: The key; `nil` if it is not known.
    ///   - isOld: Whether the row existed before the change.
    mutating func add(_ key: RowKey?, isOld: Bool) {
        guard !areUnknown else { return }
        guard let key else { return forget() }
        guard existed[key] == nil else { return }
        byteCount += key.memorySize
        guard existed.count < ChangeCollector.rowLimit, byteCount <= Self.byteLimit else {
            return forget()
        }
        // Another row may have the same key, if it contains NULL.
        existed[key] = isOld || key.hasNull
    }

    mutating func add(_ later: KeyChanges) {
        if later.areUnknown { return forget() }
        for (key, isOld) in later.existed { add(key, isOld: isOld) }
    }

    mutating func forget() {
        existed = [:]
        areUnknown = true
    }
}

/// The rows of a table that were changed by a commit.
package struct ChangedKeys: Sendable {
    package var inserted: [RowKey] = []
    package var updated: [RowKey] = []
    package var deleted: [RowKey] = []
}

extension TableKey {
    /// Compares the current rows of a table with its rows before a transaction.
    ///
    /// - Returns: The keys of the changed rows in ascending order; `nil` if they are not known: there are too many,
    ///   they cannot be read, or the schema has changed.
    package func changedKeys(_ changes: KeyChanges) -> ChangedKeys? {
        guard !changes.areUnknown else { return nil }
        var changed = ChangedKeys()
        do throws(SQLiteError) {
            // Lookups in the order of the table are faster.
            for (key, existed) in changes.existed.sorted(by: { $0.key < $1.key }) {
                switch (try current(key), existed) {
                case (let current?, true): changed.updated.append(current)
                case (let current?, false): changed.inserted.append(current)
                case (nil, true): changed.deleted.append(key)
                case (nil, false): break
                }
            }
        } catch {
            return nil
        }
        return schemaHasChanged() ? nil : changed
    }
}

/// The observed columns of a table. Insertions and deletions of rows are always observed.
package enum ObservedColumns: Sendable, Equatable {
    case all
    /// Columns by position.
    case some(Set<Int>)

    package func isTouched(by changed: Set<Int>) -> Bool {
        switch self {
        case .all: true
        case .some(let columns): !columns.isDisjoint(with: changed)
        }
    }

    package func union(_ other: ObservedColumns) -> ObservedColumns {
        guard case .some(let columns) = self, case .some(let others) = other else { return .all }
        return .some(columns.union(others))
    }

    package func intersection(_ other: ObservedColumns) -> ObservedColumns {
        switch (self, other) {
        case (.all, let columns), (let columns, .all): columns
        case (.some(let columns), .some(let others)): .some(columns.intersection(others))
        }
    }

    package func isSuperset(of other: ObservedColumns) -> Bool {
        switch (self, other) {
        case (.all, _): true
        case (.some, .all): false
        case (.some(let columns), .some(let others)): columns.isSuperset(of: others)
        }
    }
}
