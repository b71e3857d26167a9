extension ColumnSource {
    /// The columns of a table under an alias.
    package init<T: Table>(_ table: T.Type, as alias: String) {
        self.init(qualifier: alias)
    }

    /// The columns of the rows of a query under an alias.
    package init<Rows: Selection>(_ query: some RowQuery<Rows>, as alias: String) {
        // SQLite does not allow a recursive query to use its table inside a derived table.
        let (part, columns) = (query._part, Rows.columnDefinitions)
        if let table = part.wholeTable {
            self.init(of: FromItem(kind: table, alias: alias, columns: columns))
        } else {
            self.init(of: part.table(as: alias, columns: columns))
        }
    }
}
