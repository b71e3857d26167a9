/// The tables, columns and rows that statements read.
package struct ReadSet: Equatable, Sendable {
    /// How many row ids of a table are distinguished. If more are read, any row counts as read.
    package static let rowLimit = 100

    /// The columns read of each table, in lower case. A table without columns is read for its rows
    /// only, as by `count(*)`.
    package private(set) var columns: [TableName: Set<ExactName>] = [:]

    /// The row ids that are looked up, of the tables that are read in no other way. The rows need not
    /// exist. Of a table that is missing here, any row may have been read.
    package private(set) var rowIDs: [TableName: Set<Int64>] = [:]

    package init() {}

    package var isEmpty: Bool { columns.isEmpty }

    package var tables: some Collection<TableName> { columns.keys }

    /// Adds a column of all rows.
    package mutating func insert(_ table: TableName, column: String = "") {
        rowIDs[table] = nil
        if column.isEmpty {
            if columns[table] == nil { columns[table] = [] }
        } else {
            columns[table, default: []].insert(ExactName(name: column.lowercasedASCII))
        }
    }

    package mutating func formUnion(_ other: ReadSet) {
        guard !isEmpty else { return self = other }
        for (table, names) in other.columns {
            rowIDs[table] = unitedRowIDs(of: table, other)
            columns[table, default: []].formUnion(names)
        }
    }

    /// Uses the memory of another set for the same columns.
    ///
    /// - Returns: whether the columns are the same.
    package mutating func shareColumns(with other: ReadSet) -> Bool {
        guard columns == other.columns else { return false }
        columns = other.columns
        return true
    }

    private func unitedRowIDs(of table: TableName, _ other: ReadSet) -> Set<Int64>? {
        guard columns[table] != nil else { return other.rowIDs[table] }
        guard let some = rowIDs[table], let others = other.rowIDs[table] else { return nil }
        let united = some.union(others)
        return united.count <= Self.rowLimit ? united : nil
    }

    /// The same columns, read only of the rows with these ids; `nil` for all rows.
    package func ofRows(_ rowIDs: Set<Int64>?) -> ReadSet {
        var reads = self
        reads.rowIDs = rowIDs.map { rowIDs in columns.mapValues { _ in rowIDs } } ?? [:]
        return reads
    }
}
