extension Table {
    /// The number of rows, as a query.
    public static func count() -> Select<Int, Columns> { scoped.count() }

    /// The number of rows for which a condition is true, as a query.
    public static func count(
        @ConditionBuilder filter: (Columns) -> SQLExpression<Bool>
    ) -> Select<Int, Columns> {
        scoped.where(filter).count()
    }
}

extension Select {
    /// The number of rows, as a query: `SELECT count(*)`.
    public func count() -> Select<Int, Columns> {
        Select<Int, Columns>(
            core: core.scoped.counting, columns: columns,
            decoder: _QueryDecoder(selecting: SQLExpression<Int>.self))
    }

    /// The number of rows for which a condition is true, as a query.
    public func count(
        @ConditionBuilder filter: (Columns) -> SQLExpression<Bool>
    ) -> Select<Int, Columns> {
        self.where(filter).count()
    }

    /// The number of rows.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error.
    public func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try count().fetchOne(db) ?? 0
    }
}

extension SelectCore {
    /// `SELECT count(*)` of the rows. The default scope has been applied.
    var counting: SelectCore {
        var counted = self
        // The order of the rows does not matter unless a limit follows it.
        if counted.limit == nil, counted.offset == nil { counted.order = [] }
        if counted.needsDerivedTable {
            counted = SelectCore(
                from: FromItem(
                    kind: .query(NestedPart(counted)), alias: "counted",
                    columns: counted.from.columns))
        }
        counted.clauses.windows = []
        counted.selection = _SelectList(nodes: [.call("count", [.text("*")])])
        return counted
    }
}

extension Query {
    /// The number of rows.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error.
    public func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try CountQuery(query: self).fetchOne(db) ?? 0
    }
}

/// The number of rows of any query.
private struct CountQuery<Counted: Query>: Query {
    typealias Output = Int

    let query: Counted

    var _decoder: _QueryDecoder<Int> { _QueryDecoder(selecting: SQLExpression<Int>.self) }

    func _write(to writer: inout _SQLWriter) {
        writer.write("SELECT count(*) FROM (")
        query._write(to: &writer)
        writer.write(")")
    }
}

extension ColumnSet {
    /// The number of rows: `count(*)`.
    ///
    /// For the table on the optional side of an outer join, only rows that match are counted, as in
    /// `RemindersList.leftJoin(Reminder.self) { ... }.group { list, _ in list.id }.select { ($0.title, $1.count()) }`,
    /// where a list without reminders has 0.
    public func count(filter: (any SQLCondition)? = nil) -> SQLExpression<Int> {
        SQLExpression(
            .fragment(
                FunctionCall(
                    name: .builtIn("count"),
                    arguments: [
                        isOuter ? _source.presence(in: Model.columnDefinitions) : .text("*")
                    ],
                    filter: filter?.conditionNode)))
    }
}

extension ColumnSet where Model: PrimaryKeyedTable {
    /// The number of rows of this table, each of which is counted once even if a join repeats it:
    /// `count(DISTINCT id)`. SQLite cannot count a primary key of several columns, so the statement then fails.
    public func count(distinct: Bool, filter: (any SQLCondition)? = nil) -> SQLExpression<Int> {
        guard distinct else { return count(filter: filter) }
        return SQLExpression<Model.StoredKey>(keyNode).count(distinct: true, filter: filter)
    }
}

extension Selectable where Self == SQLExpression<Int> {
    /// The number of rows, in a selection: `Reminder.select { _ in .count() }`.
    public static func count(filter: (any SQLCondition)? = nil) -> SQLExpression<Int> {
        SQLExpression(
            .fragment(
                FunctionCall(
                    name: .builtIn("count"), arguments: [.text("*")],
                    filter: filter?.conditionNode)))
    }
}

extension ColumnSource {
    /// An expression that is NULL where no row matches: a column that cannot be NULL in a row, else the first column
    /// that is not NULL. A row in which all columns are NULL is taken for a missing row, as in decoding.
    func presence(in definitions: ColumnDefinitions) -> SQLNode {
        let nodes = nodes(of: definitions)
        let columns = zip(definitions.list, nodes).filter { !$0.0.isNullable }
        let column = columns.first { $0.0.isPrimaryKey } ?? columns.first
        return column?.1 ?? SQLNode.row(nodes).presence
    }
}

extension SQLNode {
    /// For a row value, an expression that is NULL if all elements are NULL; otherwise the node
    /// itself.
    var presence: SQLNode {
        guard case .row(let elements) = self else { return self }
        return elements.count == 1 ? elements[0] : .call("coalesce", elements)
    }
}
