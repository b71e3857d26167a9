extension Select where Output: Table, Output.Columns == Columns {
    /// The query with another name for its table, to use the table twice.
    ///
    /// Write it before the clauses: `Employee.all.as(Manager.self).where { ... }`. Conditions that came
    /// before are kept.
    public func `as`<Alias: TableAlias>(_ alias: Alias.Type) -> Self where Alias.Table == Output {
        let renaming = Renaming(core.from.qualifier, Alias.aliasName)
        var copy = Self(
            core: core, columns: columns.renamed(renaming), decoder: _decoder)
        copy.core.rename(renaming)
        copy.core.from.alias = renaming.new
        copy.core.from.isSeparated = false
        return copy.separated()
    }

    /// The row with a primary key, if it is one of the query's.
    public consuming func find(_ key: Output.PrimaryKey) -> Self where Output: PrimaryKeyedTable {
        with { $0.append(key: Output.tableDefinition, SQLNode(binding: Output.storedKey(key))) }
    }
}
