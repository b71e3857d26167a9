/// The tables, columns and rows that statements read.
package struct ReadSet: Equatable, Sendable {
    /// The maximum number of rowids recorded per table. If more are looked up, any row may have been read.
    package static let rowLimit = 100

    /// The columns read in each table, in lower case. A table without columns is read only for its rows, as
    /// by `count(*)`.
    package private(set) var columns: [TableName: Set<ExactName>] = [:]

    /// The looked-up rowids of each table that is read only by looking up rowids. The rows need not exist.
    /// For a table not listed here, any row may have been read.
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

    /// Shares the memory of another set's columns, if they are equal.
    ///
    /// - Returns: Whether the columns are equal.
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

    /// Returns the set restricted to the rows with these rowids; `nil` means all rows.
    package func ofRows(_ rowIDs: Set<Int64>?) -> ReadSet {
        var reads = self
        reads.rowIDs = rowIDs.map { rowIDs in columns.mapValues { _ in rowIDs } } ?? [:]
        return reads
    }
}
