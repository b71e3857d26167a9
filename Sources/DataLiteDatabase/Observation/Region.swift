import DataLiteCore

/// What a fetch has read.
struct Region: Sendable {
    /// What was read of a table.
    struct Table: Sendable {
        var columns: ObservedColumns
        /// The rows that were looked up; `nil` if any row may have been read.
        var rowIDs: Set<Int64>?

        static let all = Table(columns: .all)
    }

    /// `nil` if any commit may change what was read.
    var tables: [TableName: Table]?

    static let everything = Region(tables: nil)

    /// Uses the memory of another region for the same columns.
    mutating func shareColumns(with other: Region) {
        for (name, table) in other.tables ?? [:] where tables?[name]?.columns == table.columns {
            tables?[name]?.columns = table.columns
        }
    }

    /// The same tables and columns, of any rows.
    var withoutRows: Region { Region(tables: tables?.mapValues { Table(columns: $0.columns) }) }

    func intersects(_ commit: Commit) -> Bool {
        guard let tables, !commit.isUnknown else { return true }
        if let coverage = commit.coverage, !coverage.contains(self) { return true }
        // Both are short, usually.
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

    /// What was read of one table under two names.
    func union(_ other: Region.Table) -> Region.Table {
        var union = Region.Table(columns: columns.union(other.columns))
        if let rowIDs, let others = other.rowIDs { union.rowIDs = rowIDs.union(others) }
        return union
    }
}
