// SQLite allows no `LIMIT` after `VALUES`, so the rows are a derived table.

extension Values {
    /// At most `count` rows, after skipping `offset` rows.
    public func limit(_ count: Int, offset: Int? = nil) -> Select<Output, ()> {
        derived.limit(count, offset: offset)
    }

    /// The rows after skipping `count` rows.
    public func offset(_ count: Int) -> Select<Output, ()> { derived.offset(count) }

    /// The query without rows. As a statement, it returns no row, and ``Query/sql()`` is empty.
    public var none: Select<Output, ()> { derived.none }

    private var derived: Select<Output, ()> {
        let columns = ColumnDefinitions { definitions in
            for index in 0..<_decoder.columnCount {
                definitions.add("c\(index + 1)", SQLiteValue?.self)
            }
        }
        let item = _part.table(as: "rows", columns: columns)
        return Select(core: SelectCore(from: item), columns: (), decoder: _decoder)
    }
}
