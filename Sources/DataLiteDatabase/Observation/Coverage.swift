import DataLiteCore

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
