// The starting points for queries of a table. Each applies the default scope, `Table.all`.

extension Table {
    /// All rows. A table may declare its own `all`, which is then the default scope of its queries.
    @inlinable
    public static var all: Where<Self> {
        tableDefinition.setUnscoped(ObjectIdentifier(Self.self))
        return unscoped
    }

    /// All rows, without the default scope.
    @inlinable
    public static var unscoped: Where<Self> {
        let definition = tableDefinition
        var query = Where<Self>(
            core: .all(definition, scope: nil), columns: columns,
            decoder: _QueryDecoder(direct: definition.columnCount))
        if EnclosingQuery.isCurrent { query.separate() }
        return query
    }

    /// No rows.
    public static var none: Where<Self> { unscoped.none }

    /// All rows of the default scope, which is looked up when the query is rendered: the scope itself
    /// may be defined by a query of the table.
    @inlinable
    static var scoped: Where<Self> {
        let definition = tableDefinition
        var query = Where<Self>(
            core: .all(definition) { Self.defaultScope() }, columns: columns,
            decoder: _QueryDecoder(direct: definition.columnCount))
        if EnclosingQuery.isCurrent { query.separate() }
        return query
    }

    /// The default scope, or `nil` if it contains all rows.
    @inlinable
    static func defaultScope() -> DefaultScope? {
        guard !tableDefinition.isUnscoped(ObjectIdentifier(Self.self)) else { return nil }
        let scope = all
        guard scope.core.isScope else { return nil }
        return DefaultScope(scope.core)
    }

    /// The rows for which a condition is true.
    @inlinable
    public static func `where`(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Where<Self> {
        scoped.where(condition)
    }

    /// The rows for which a column is true.
    @inlinable
    public static func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Columns, SQLExpression<Truth>>
    ) -> Where<Self> {
        scoped.where(column)
    }

    /// The rows, sorted by terms.
    public static func order(
        @OrderingBuilder by terms: (Columns) -> [Ordering]
    ) -> Where<Self> {
        scoped.order(by: terms)
    }

    /// The rows, sorted by a column.
    @inlinable
    public static func order<Term: OrderingTerm>(by column: KeyPath<Columns, Term>) -> Where<Self> {
        scoped.order(by: column)
    }

    /// At most a number of rows, or all for `nil`, after skipping some.
    @inlinable
    public static func limit(_ count: Int?, offset: Int? = nil) -> Where<Self> {
        scoped.limit(count, offset: offset)
    }

    /// At most the number of rows that an expression over the table specifies.
    public static func limit<Count: SQLOperand>(
        _ count: (Columns) -> Count
    ) -> Where<Self> where Count.Operand: SQLNumber {
        scoped.limit(count)
    }

    /// At most the number of rows that an expression over the table specifies, after skipping some.
    public static func limit<Count: SQLOperand, Offset: SQLOperand>(
        _ count: (Columns) -> Count, offset: (Columns) -> Offset
    ) -> Where<Self> where Count.Operand: SQLNumber, Offset.Operand: SQLNumber {
        scoped.limit(count, offset: offset)
    }

    /// All rows but the first ones, or all for `nil`.
    public static func offset(_ count: Int?) -> Where<Self> { scoped.offset(count) }

    /// The distinct rows.
    ///
    /// - Parameter isDistinct: Whether to remove duplicate rows.
    public static func distinct(_ isDistinct: Bool = true) -> Where<Self> {
        scoped.distinct(isDistinct)
    }

    /// Groups the rows that have the same values.
    public static func group(
        @_GroupingBuilder by terms: (Columns) -> _SelectList
    ) -> Where<Self> {
        scoped.group(by: terms)
    }

    /// Groups the rows that have the same value in a column.
    public static func group<Term: Selectable>(by column: KeyPath<Columns, Term>) -> Where<Self> {
        scoped.group(by: column)
    }

    /// The groups for which a condition is true. Without `group(by:)`, all rows are one group.
    public static func having(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Where<Self> {
        scoped.having(condition)
    }

    /// Selects an expression, the columns of the table, or a tuple of these.
    public static func select<Output>(
        @SelectionBuilder _ selection: (Columns) -> Selected<Output>
    ) -> Select<Output, Columns> {
        scoped.select(selection)
    }

    /// Selects a column.
    public static func select<S: Selectable>(
        _ column: KeyPath<Columns, S>
    ) -> Select<S.Output, Columns> {
        scoped.select(column)
    }

    /// The rows of the table under another name, so that a query can use the table twice.
    public static func `as`<Alias: TableAlias>(_ alias: Alias.Type) -> Where<Self>
    where Alias.Table == Self {
        scoped.as(alias)
    }

    /// The rows of the table under another name, so that a query can use the table twice.
    public static func `as`<Alias: AliasName>(_ alias: Alias.Type) -> Where<Self> {
        scoped.as(alias)
    }
}

extension PrimaryKeyedTable {
    /// The row with a primary key.
    @inlinable
    public static func find(_ key: PrimaryKey) -> Where<Self> {
        var query = scoped
        query.core.append(key: tableDefinition, SQLNode(binding: storedKey(key)))
        return query
    }

    /// The rows with the given primary keys.
    public static func find(_ keys: some Sequence<PrimaryKey>) -> Where<Self> {
        scoped.find(keys)
    }

    /// The row whose primary key is the value of an expression, such as the key of another row.
    ///
    /// ```swift
    /// Reminder.createTrigger(after: .insert { new in Reminder.find(new.id).update { ... } })
    /// ```
    @_disfavoredOverload
    public static func find(_ key: some ScalarExpression<StoredKey>) -> Where<Self> {
        var query = scoped
        query.core.append(key: tableDefinition, key.node)
        return query
    }

    /// The rows whose primary keys a query selects.
    public static func find(_ keys: some Query<PrimaryKey>) -> Where<Self> { scoped.find(keys) }
}
