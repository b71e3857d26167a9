// SQLite allows no `LIMIT` after `VALUES`, so the rows are a derived table.

extension Values {
    /// At most `count` rows, or all for `nil`, after skipping `offset` rows.
    public func limit(_ count: Int?, offset: Int? = nil) -> Select<Output, ()> {
        derived.limit(count, offset: offset)
    }

    /// The rows after skipping `count` rows, or all for `nil`.
    public func offset(_ count: Int?) -> Select<Output, ()> { derived.offset(count) }

    /// The query without rows. As a statement, it returns no row, and ``Query/sql()`` is empty.
    public var none: Select<Output, ()> { derived.none }

    private var derived: Select<Output, ()> {
        let item = _part.table(as: "rows", columns: .numbered(_decoder.columnCount))
        return Select(core: SelectCore(from: item), columns: (), decoder: _decoder)
    }
}

// Rows with named columns are also filtered and ordered as a derived table.
extension Values where Output: Selection {
    /// The rows for which a condition is true.
    ///
    /// ```swift
    /// Values { Score(points: 3); Score(points: 1) }.where { $0.points > 2 }
    /// ```
    public func `where`(
        @ConditionBuilder _ condition: (Output.Columns) -> SQLExpression<Bool>
    ) -> Select<Output, Output.Columns> {
        asTable().where(condition)
    }

    /// The rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Output.Columns, SQLExpression<Truth>>
    ) -> Select<Output, Output.Columns> {
        asTable().where(column)
    }

    /// The rows, sorted by terms.
    public func order(
        @OrderingBuilder by terms: (Output.Columns) -> [Ordering]
    ) -> Select<Output, Output.Columns> {
        asTable().order(by: terms)
    }

    /// The rows, sorted by a column.
    public func order<Term: OrderingTerm>(
        by column: KeyPath<Output.Columns, Term>
    ) -> Select<Output, Output.Columns> {
        asTable().order(by: column)
    }
}
