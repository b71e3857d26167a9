extension Select where Output: Table, Output.Columns == Columns {
    /// The query with an alias for its table, so that a query can use the table twice.
    ///
    /// Write it before the clauses: `Employee.all.as(Manager.self).where { ... }`. Earlier conditions are kept.
    public func `as`<Alias: TableAlias>(_ alias: Alias.Type) -> Self where Alias.Table == Output {
        named(alias.aliasName)
    }

    /// The query with an alias for its table, so that a query can use the table twice.
    public func `as`<Alias: AliasName>(_ alias: Alias.Type) -> Self { named(alias.aliasName) }

    private func named(_ name: String) -> Self {
        let renaming = Renaming(core.from.qualifier, name)
        var copy = Self(
            core: core, columns: columns.renamed(renaming), decoder: _decoder)
        copy.core.rename(renaming)
        copy.core.from.alias = renaming.new
        copy.core.from.isSeparated = false
        return copy.separated()
    }
}

extension Select where Columns: ColumnSet, Columns.Model: PrimaryKeyedTable {
    /// The row with the given primary key, if the query contains it.
    public consuming func find(_ key: Columns.Model.PrimaryKey) -> Self {
        with {
            $0.append(
                key: Columns.Model.tableDefinition, SQLNode(binding: Columns.Model.storedKey(key)))
        }
    }
}

extension Select
where
    Columns: ColumnSet, Columns.Model: PrimaryKeyedTable, Columns.Output == Columns.Model
{
    /// The rows with the given primary keys, as far as the query contains them.
    public func find(_ keys: some Sequence<Columns.Model.PrimaryKey>) -> Self {
        self.where { $0.primaryKey.in(keys) }
    }

    /// The rows whose primary keys a query selects, as far as this query contains them.
    public func find(_ keys: some Query<Columns.Model.PrimaryKey>) -> Self {
        self.where { $0.primaryKey.in(keys) }
    }
}

extension Select {
    /// The rows of joined tables with the given primary key of the first table, if the query contains them.
    ///
    /// ```swift
    /// Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }.find(1)
    /// ```
    public consuming func find<First: ColumnSet, Second: ColumnSet, each Other: ColumnSet>(
        _ key: First.Model.PrimaryKey
    ) -> Self
    where
        Columns == (First, Second, repeat each Other), First.Model: PrimaryKeyedTable,
        First.Output == First.Model
    {
        with {
            $0.append(
                key: First.Model.tableDefinition, SQLNode(binding: First.Model.storedKey(key)))
        }
    }
}

extension Select where Columns == () {
    /// A query for the value of an expression, without a table: `SELECT abs(-1)`.
    // Disfavored, so that it does not compete with the `Select` of a query written with clauses.
    @_disfavoredOverload
    public init<Value: _SelectableValue>(_ value: Value) where Output == Value.Output {
        var core = SelectCore(from: .nothing)
        core.selection = _SelectList(value)
        self.init(core: core, columns: (), decoder: _QueryDecoder(selecting: Value.self))
    }
}
