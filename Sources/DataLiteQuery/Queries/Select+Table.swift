extension Select where Output: Table, Output.Columns == Columns {
    /// The query with another name for its table, to use the table twice.
    ///
    /// Write it before the clauses: `Employee.all.as(Manager.self).where { ... }`. Conditions that came
    /// before are kept.
    public func `as`<Alias: TableAlias>(_ alias: Alias.Type) -> Self where Alias.Table == Output {
        let old = core.from.qualifier
        let new = Alias.aliasName
        var copy = Self(
            core: core, columns: Columns(_source: ColumnSource(qualifier: new)), decoder: decoder)
        copy.core.from.alias = new
        let rename = { (node: SQLNode) in
            SQLNode.fragment(Requalified(node: node, old: old, new: new))
        }
        copy.core.conditions = NodeList(core.conditions.map(rename))
        copy.core.order = NodeList(core.order.map(rename))
        return copy
    }

    /// The row with a primary key, if it is one of the query's.
    public consuming func find(_ key: Output.PrimaryKey) -> Self where Output: PrimaryKeyedTable {
        let node = core.from.columns.keyNode(qualifier: core.from.qualifier)
        return with { $0.conditions.append(.binary(node, .equal, SQLNode(binding: key))) }
    }
}
