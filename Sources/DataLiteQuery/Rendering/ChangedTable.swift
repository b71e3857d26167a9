/// The table whose rows an `UPDATE` or `DELETE` changes, and what the subqueries of the statement do with it.
final class ChangedTable {
    let name: String

    /// How columns of the changed row begin.
    private let prefix: String

    /// Whether a subquery reads the table.
    private(set) var isRead = false

    /// Whether a subquery uses columns of the changed row.
    private(set) var hasCorrelatedSubquery = false

    init(_ table: TableDefinition, qualifier: String) {
        name = table.name
        let name = qualifier.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        prefix = "\"\(name)\"."
    }

    fileprivate func noteRead(of table: TableDefinition) {
        if SQLName.same(name, table.name) { isRead = true }
    }

    fileprivate func note(_ subquery: String) {
        if subquery.contains(prefix) { hasCorrelatedSubquery = true }
    }
}

extension SQLWriter {
    /// Writes the conditions of a statement that changes rows of a table.
    mutating func changing(
        _ item: FromItem, _ write: (inout SQLWriter) -> Void
    ) -> ChangedTable? {
        let outer = changedTable
        if case .table(let table) = item.kind {
            changedTable = ChangedTable(table, qualifier: item.qualifier)
        }
        write(&self)
        defer { changedTable = outer }
        return changedTable
    }

    /// Notes that a query reads a table.
    @inline(__always)
    func noteRead(of table: TableDefinition) { changedTable?.noteRead(of: table) }

    mutating func writeSubquery(_ query: some Query) {
        guard changedTable != nil else { return query.write(to: &self) }
        let start = position
        query.write(to: &self)
        let subquery = text(from: start)
        changedTable?.note(subquery)
    }
}
