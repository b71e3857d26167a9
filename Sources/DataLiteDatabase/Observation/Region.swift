import DataLiteCore

/// The part of a database that a fetch has read.
struct Region: Sendable {
    /// The part of a table that was read.
    struct Table: Sendable {
        var columns: ObservedColumns
        /// The rows that were looked up; `nil` if any row may have been read.
        var rowIDs: Set<Int64>?

        static let all = Table(columns: .all)
    }

    /// The tables that were read; `nil` if any commit may change the result.
    var tables: [TableName: Table]?

    static let everything = Region(tables: nil)

    /// Shares the storage of equal columns with another region.
    mutating func shareColumns(with other: Region) {
        for (name, table) in other.tables ?? [:] where tables?[name]?.columns == table.columns {
            tables?[name]?.columns = table.columns
        }
    }

    /// A region of the same tables and columns, and any rows.
    var withoutRows: Region { Region(tables: tables?.mapValues { Table(columns: $0.columns) }) }

    func intersects(_ commit: Commit) -> Bool {
        guard let tables, !commit.isUnknown else { return true }
        if let coverage = commit.coverage, !coverage.contains(self) { return true }
        // Both are usually short.
        if commit.tables.count < tables.count {
            return commit.tables.contains { name, change in
                tables[name].map { $0.intersects(change, commit.rows[name]) } ?? false
            }
        }
        return tables.contains { name, table in
            commit.tables[name].map { table.intersects($0, commit.rows[name]) } ?? false
        }
    }
}

extension Region.Table {
    /// - Parameter rows: The rows that were changed, if they are known.
    fileprivate func intersects(_ change: ChangeSet.Table, _ rows: ChangedRowIDs?) -> Bool {
        guard let rowIDs, let rows else {
            return change.rows || columns.isTouched(by: change.columns)
        }
        return rowIDs.contains { rowID in
            if rows.moved.contains(rowID) { return true }
            return rows.updated.contains(rowID) && columns.isTouched(by: change.columns)
        }
    }

    /// The part of one table that was read under two names.
    func union(_ other: Region.Table) -> Region.Table {
        var union = Region.Table(columns: columns.union(other.columns))
        if let rowIDs, let others = other.rowIDs { union.rowIDs = rowIDs.union(others) }
        return union
    }
}

/// The tables and columns that were observed when a write began. Other changes are not collected.
struct Coverage: Sendable {
    /// A number that changes when the observed tables and columns change.
    let version: Int
    private(set) var tables: [TableName: ObservedColumns]
    private(set) var streamed: Set<TableName>
    /// Whether this covers less than its version does.
    private var isReduced = false

    init(version: Int, tables: [TableName: ObservedColumns], streamed: Set<TableName>) {
        self.version = version
        self.tables = tables
        self.streamed = streamed
    }

    /// Whether all changes of a region are collected.
    func contains(_ region: Region) -> Bool {
        guard let regions = region.tables else { return false }
        return regions.allSatisfy { name, table in contains(table.columns, of: name) }
    }

    func contains(_ columns: ObservedColumns, of name: TableName) -> Bool {
        tables[name]?.isSuperset(of: columns) ?? false
    }

    /// Whether the changes of a table are collected in any way.
    func contains(_ name: TableName) -> Bool { tables[name] != nil || streamed.contains(name) }

    func intersection(_ other: Coverage) -> Coverage {
        guard version != other.version || isReduced || other.isReduced else { return self }
        var both = self
        both.isReduced = true
        both.tables = tables.reduce(into: [:]) { both, entry in
            both[entry.key] = other.tables[entry.key].map(entry.value.intersection)
        }
        both.streamed.formIntersection(other.streamed)
        return both
    }
}
