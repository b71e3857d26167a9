extension Select {
    /// The number of rows of the query.
    public func count() -> Select<Int, Columns> {
        let selected = SelectionBuilder.buildExpression(
            SQLExpression<Int>(
                .fragment(FunctionCall(name: .builtIn("count"), arguments: [.text("*")]))))
        let scoped = core.scoped
        var counted = scoped
        if scoped.needsDerivedTable {
            counted = SelectCore(from: scoped.derived)
        }
        counted.order = []
        counted.selection = selected.list
        return Select<Int, Columns>(core: counted, columns: columns, decoder: selected.decoder)
    }

    /// The number of rows of the query.
    ///
    /// - Throws: what SQLite reports.
    public func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try count().fetchOne(db) ?? 0
    }
}

extension Table {
    /// The number of rows.
    public static func count() -> Select<Int, Columns> { scoped.count() }

    /// The number of rows.
    ///
    /// - Throws: what SQLite reports.
    public static func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try scoped.fetchCount(db)
    }
}

extension Select where Output: Table, Output.Columns == Columns {
    /// The query with another name for its table, to use the table twice.
    ///
    /// Write it before the clauses: `Employee.all.as(Manager.self).where { ... }`. Conditions that came
    /// before are kept.
    public func `as`<Alias: TableAlias>(_ alias: Alias.Type) -> Self where Alias.Table == Output {
        let old = core.from.qualifier
        let new = Alias.aliasName
        var copy = Self(
            core: core, columns: Columns(source: ColumnSource(qualifier: new)), decoder: decoder)
        copy.core.from.alias = new
        let rename = { (node: SQLNode) in
            SQLNode.fragment(Requalified(node: node, old: old, new: new))
        }
        copy.core.conditions = core.conditions.map(rename)
        copy.core.order = core.order.map(rename)
        return copy
    }

    /// The row with a primary key, if it is one of the query's.
    public func find(_ key: Output.PrimaryKey) -> Self where Output: PrimaryKeyedTable {
        let names = Output.tableDefinition.columns.list.filter(\.isPrimaryKey).map(\.name)
        let nodes = names.map { SQLNode.column(core.from.qualifier, $0) }
        let node = nodes.count == 1 ? nodes.first ?? .row(nodes) : .row(nodes)
        return with { $0.conditions.append(.binary(node, .equal, SQLNode(binding: key))) }
    }
}
