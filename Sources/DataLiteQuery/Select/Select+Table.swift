extension Select where Output: Table, Output.Columns == Columns {
    /// The query with an alias for its table, so that a query can use the table twice.
    ///
    /// Write it before the clauses: `Employee.all.as(Manager.self).where { ... }`. Earlier conditions are kept.
    public func `as`<Alias: TableAlias>(_ alias: Alias.Type) -> Self where Alias.Table == Output {
        let renaming = Renaming(core.from.qualifier, Alias.aliasName)
        var copy = Self(
            core: core, columns: columns.renamed(renaming), decoder: _decoder)
        copy.core.rename(renaming)
        copy.core.from.alias = renaming.new
        copy.core.from.isSeparated = false
        return copy.separated()
    }

    /// The row with the given primary key, if the query contains it.
    public consuming func find(_ key: Output.PrimaryKey) -> Self where Output: PrimaryKeyedTable {
        with { $0.append(key: Output.tableDefinition, SQLNode(binding: Output.storedKey(key))) }
    }
}
