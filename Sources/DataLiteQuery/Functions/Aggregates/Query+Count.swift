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
