/// The tables and columns that statements read.
package struct ReadSet: Equatable, Sendable {
    /// The columns read of each table, in lower case. A table without columns is read for its rows
    /// only, as by `count(*)`.
    package private(set) var columns: [TableName: Set<String>] = [:]

    package init() {}

    package var isEmpty: Bool { columns.isEmpty }

    package var tables: some Collection<TableName> { columns.keys }

    package mutating func insert(_ table: TableName, column: String = "") {
        if column.isEmpty {
            if columns[table] == nil { columns[table] = [] }
        } else {
            columns[table, default: []].insert(column.lowercasedASCII)
        }
    }

    package mutating func formUnion(_ other: ReadSet) {
        guard !isEmpty else { return self = other }
        columns.merge(other.columns) { $0.union($1) }
    }
}
