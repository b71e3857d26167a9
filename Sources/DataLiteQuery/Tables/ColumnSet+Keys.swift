// The primary key and the row id, under these names for every table: code over any table can use them.

extension ColumnSet where Model: PrimaryKeyedTable, Output == Model {
    /// The primary key: a column, or a row value.
    public var primaryKey: SQLExpression<Model.StoredKey> { SQLExpression(keyNode) }
}

extension ColumnSet where Model: PrimaryKeyedTable, Output == Model? {
    /// The primary key of the table on the optional side of an outer join: NULL where no row matches.
    public var primaryKey: SQLExpression<Model.StoredKey?> { SQLExpression(keyNode) }
}

extension ColumnSet where Model: Table, Output == Model {
    /// The row id, by which SQLite finds a row fastest. A table `WITHOUT ROWID` has none, and the statement fails then.
    public var rowid: SQLExpression<Int> { SQLExpression(_source.node("rowid")) }
}

extension ColumnSet where Model: Table, Output == Model? {
    /// The row id of the table on the optional side of an outer join: NULL where no row matches.
    public var rowid: SQLExpression<Int?> { SQLExpression(_source.node("rowid")) }
}

extension ColumnSet {
    private var keyNode: SQLNode {
        let definitions = Model.columnDefinitions
        let columns = zip(definitions.list, _source.nodes(of: definitions))
        let nodes = columns.filter(\.0.isPrimaryKey).map(\.1)
        return nodes.count == 1 ? nodes[0] : .row(nodes)
    }
}
