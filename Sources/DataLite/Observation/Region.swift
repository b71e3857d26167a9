import DataLiteCore

/// What a fetch has read.
struct Region: Sendable {
    /// What was read of a table.
    struct Table: Sendable {
        var columns: Columns
        /// The rows that were looked up; `nil` if any row may have been read.
        var rowIDs: Set<Int64>?

        static let all = Table(columns: .all)
    }

    /// The columns of a table whose changes matter. Inserted and deleted rows always do.
    enum Columns: Sendable {
        case all
        /// By position.
        case some(Set<Int>)
    }

    /// `nil` if any commit may change what was read.
    var tables: [TableName: Table]?

    static let everything = Region(tables: nil)

    func isTouched(by commit: Commit) -> Bool {
        guard let tables, !commit.isUnknown else { return true }
        // Both are short, usually.
        if commit.tables.count < tables.count {
            return commit.tables.contains { name, change in
                tables[name].map { $0.isTouched(by: change, commit.rows[name]) } ?? false
            }
        }
        return tables.contains { name, table in
            commit.tables[name].map { table.isTouched(by: $0, commit.rows[name]) } ?? false
        }
    }
}

extension Region.Table {
    /// - Parameter rows: The rows that were changed, if they are known.
    fileprivate func isTouched(by change: ChangeSet.Table, _ rows: ChangedRows?) -> Bool {
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

extension Region.Columns {
    fileprivate func isTouched(by changed: Set<Int>) -> Bool {
        switch self {
        case .all: true
        case .some(let columns): !columns.isDisjoint(with: changed)
        }
    }

    fileprivate func union(_ other: Region.Columns) -> Region.Columns {
        guard case .some(let columns) = self, case .some(let others) = other else { return .all }
        return .some(columns.union(others))
    }
}
