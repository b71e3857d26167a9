/// The table whose rows an `UPDATE` changes, and what its subqueries do with it.
struct ChangedTable {
    let name: String

    /// The name of the changed row in expressions.
    let qualifier: String

    /// Whether the query that is being written reads the table.
    var isRead = false

    /// Whether a subquery reads the table and uses columns of the changed row.
    private(set) var hasCorrelatedSubquery = false

    init(name: String, qualifier: String) {
        self.name = name
        self.qualifier = qualifier
    }

    mutating func note(_ subquery: String) {
        let name = qualifier.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
        if subquery.contains("\"\(name)\".") { hasCorrelatedSubquery = true }
    }
}

extension SQLWriter {
    /// Notes that a query reads a table.
    mutating func noteRead(of table: TableDefinition) {
        guard let changed = changedTable, SQLName.same(changed.name, table.name) else { return }
        changedTable?.isRead = true
    }

    mutating func writeSubquery(_ query: some Query) {
        guard let outer = changedTable else { return query.write(to: &self) }
        let start = position
        changedTable?.isRead = false
        query.write(to: &self)
        if changedTable?.isRead == true {
            let subquery = text(from: start)
            changedTable?.note(subquery)
        }
        // A query that contains one that reads the table reads it, too.
        if outer.isRead { changedTable?.isRead = true }
    }
}
