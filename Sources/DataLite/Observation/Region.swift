import DataLiteCore

/// What a fetch has read.
struct Region: Sendable {
    /// The columns of a table whose changes matter. Inserted and deleted rows always do.
    enum Columns: Sendable {
        case all
        /// By position.
        case some(Set<Int>)
    }

    /// `nil` if any commit may change what was read.
    var tables: [TableName: Columns]?

    static let everything = Region(tables: nil)

    func isTouched(by commit: Commit) -> Bool {
        guard let tables, !commit.isUnknown else { return true }
        // Both are short, usually.
        if commit.tables.count < tables.count {
            return commit.tables.contains { name, change in
                tables[name].map { $0.isTouched(by: change) } ?? false
            }
        }
        return tables.contains { name, columns in
            commit.tables[name].map { columns.isTouched(by: $0) } ?? false
        }
    }
}

extension Region.Columns {
    func isTouched(by change: ChangeSet.Table) -> Bool {
        if change.rows { return true }
        switch self {
        case .all: return true
        case .some(let columns): return !columns.isDisjoint(with: change.columns)
        }
    }
}

/// What commits have changed.
struct Commit: Sendable {
    /// Whether anything may have changed: by another process, or the schema.
    var isUnknown = false
    var tables: [TableName: ChangeSet.Table] = [:]

    static let unknown = Commit(isUnknown: true)

    var isEmpty: Bool { !isUnknown && tables.isEmpty }

    /// Adds what a later commit has changed, without the rows.
    mutating func add(_ other: Commit) {
        if isUnknown || other.isUnknown { return self = .unknown }
        for (name, change) in other.tables {
            tables[name, default: ChangeSet.Table()].rows =
                change.rows || tables[name]?.rows == true
            tables[name, default: ChangeSet.Table()].columns.formUnion(change.columns)
        }
    }
}
