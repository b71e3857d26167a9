// A `select` after one that selects values adds to it. Before any `select`, a query returns the rows of its tables, and
// a `select` replaces them; in a query of a compound, it selects from the compound's columns.

extension Select {
    /// Adds a column to the selected values.
    ///
    /// ```swift
    /// Reminder.select(\.id).select(\.title)  // rows of (Int, String)
    /// ```
    public consuming func select<
        First: ColumnSet, each Table: ColumnSet, each Value: SQLiteRepresentable & SendableMetatype,
        S: Selectable
    >(
        _ column: KeyPath<Columns, S>
    ) -> Select<(repeat each Value, S.Output), Columns>
    where Columns == (First, repeat each Table), Output == (repeat each Value) {
        appending(SelectionBuilder.buildExpression(columns[keyPath: column])) { values, added in
            (repeat each values, added)
        }
    }

    /// Adds an expression, or the columns of a table, to the selected values.
    public consuming func select<
        First: ColumnSet, each Table: ColumnSet, each Value: SQLiteRepresentable & SendableMetatype,
        Added: RowDecodable & SendableMetatype
    >(
        @SelectionBuilder _ selection: (Columns) -> Selected<Added>
    ) -> Select<(repeat each Value, Added), Columns>
    where Columns == (First, repeat each Table), Output == (repeat each Value) {
        appending(call(selection)) { values, added in (repeat each values, added) }
    }

    /// Adds several expressions to the selected values.
    public consuming func select<
        First: ColumnSet, each Table: ColumnSet, each Value: SQLiteRepresentable & SendableMetatype,
        each Added
    >(
        @SelectionBuilder _ selection: (Columns) -> Selected<(repeat each Added)>
    ) -> Select<(repeat each Value, repeat each Added), Columns>
    where Columns == (First, repeat each Table), Output == (repeat each Value) {
        appending(call(selection)) { values, added in (repeat each values, repeat each added) }
    }

    private func appending<Added, Row>(
        _ added: Selected<Added>, _ row: @escaping @Sendable (Output, Added) -> Row
    ) -> Select<Row, Columns> {
        let (first, second) = (_decoder, added.decoder)
        var list = core.selection ?? _SelectList()
        list.items += added.list.items
        let decoder = _QueryDecoder<Row>(
            columnCount: first.columnCount + second.columnCount,
            forms: first.forms.followed(by: second.forms, at: first.columnCount)
        ) { (reader: inout RowReader) throws(SQLiteError) in
            row(try first.decode(&reader), try second.decode(&reader))
        }
        return selecting(Selected(list, decoder))
    }
}
