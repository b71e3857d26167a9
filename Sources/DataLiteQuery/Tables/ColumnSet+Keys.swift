// The primary key and the rowid, with the same names for every table, for code that is generic over tables.

extension ColumnSet where Model: PrimaryKeyedTable, Output == Model {
    /// The primary key: a column, or a row value.
    public var primaryKey: SQLExpression<Model.StoredKey> { SQLExpression(keyNode) }
}

extension ColumnSet where Model: PrimaryKeyedTable, Output == Model? {
    /// The primary key of the table on the optional side of an outer join: NULL where no row matches.
    public var primaryKey: SQLExpression<Model.StoredKey?> { SQLExpression(keyNode) }
}

extension ColumnSet where Model: Table, Output == Model {
    /// The rowid, the fastest way for SQLite to find a row. A `WITHOUT ROWID` table has none, so the statement fails.
    public var rowid: SQLExpression<Int> { SQLExpression(_source.node("rowid")) }
}

extension ColumnSet where Model: Table, Output == Model? {
    /// The rowid of the table on the optional side of an outer join: NULL where no row matches.
    public var rowid: SQLExpression<Int?> { SQLExpression(_source.node("rowid")) }
}

extension ColumnSet {
    var keyNode: SQLNode {
        let definitions = Model.columnDefinitions
        let columns = zip(definitions.list, _source.nodes(of: definitions))
        let nodes = columns.filter(\.0.isPrimaryKey).map(\.1)
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }
}
