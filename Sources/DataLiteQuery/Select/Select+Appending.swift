// A `select` after one that selects values adds to it. Before any `select`, a query returns the rows of its tables, and
// a `select` replaces them; in a query of a compound, it selects from the compound's columns.
//
// There are functions for one value and for several. A pack of one element also matches one value, but only if the
// compiler knows the type of the value, and it checks closures after the rest of the expression: in
// `select { $0.id }.select { $0.title }`, the second `select` would replace the first.

extension Select where Output: SQLiteRepresentable, Output: SendableMetatype {
    /// Adds a column to the selected value.
    ///
    /// ```swift
    /// Reminder.select(\.id).select(\.title)  // rows of (Int, String)
    /// ```
    public consuming func select<Table: ColumnSet, each Other: ColumnSet, S: Selectable>(
        _ column: KeyPath<Columns, S>
    ) -> Select<(Output, S.Output), Columns> where Columns == (Table, repeat each Other) {
        appending(SelectionBuilder.buildExpression(columns[keyPath: column])) { ($0, $1) }
    }

    /// Adds an expression, or the columns of a table, to the selected value.
    public consuming func select<
        Table: ColumnSet, each Other: ColumnSet, Added: RowDecodable & SendableMetatype
    >(
        @SelectionBuilder _ selection: (Columns) -> Selected<Added>
    ) -> Select<(Output, Added), Columns> where Columns == (Table, repeat each Other) {
        appending(call(selection)) { ($0, $1) }
    }

    /// Adds several expressions to the selected value.
    public consuming func select<
        Table: ColumnSet, each Other: ColumnSet, Second, Third, each Added
    >(
        @SelectionBuilder _ selection: (Columns) -> Selected<(Second, Third, repeat each Added)>
    ) -> Select<(Output, Second, Third, repeat each Added), Columns>
    where Columns == (Table, repeat each Other) {
        appendingEach(call(selection))
    }

    private func appendingEach<each Added>(
        _ added: Selected<(repeat each Added)>
    ) -> Select<(Output, repeat each Added), Columns> {
        appending(added) { value, added in (value, repeat each added) }
    }
}

extension Select {
    /// Adds a column to the selected values.
    public consuming func select<
        Table: ColumnSet, each Other: ColumnSet, First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype, S: Selectable
    >(
        _ column: KeyPath<Columns, S>
    ) -> Select<(First, Second, repeat each Value, S.Output), Columns>
    where Columns == (Table, repeat each Other), Output == (First, Second, repeat each Value) {
        toEach(selected: columns[keyPath: column])
    }

    /// Adds an expression, or the columns of a table, to the selected values.
    public consuming func select<
        Table: ColumnSet, each Other: ColumnSet, First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype, Added: RowDecodable & SendableMetatype
    >(
        @SelectionBuilder _ selection: (Columns) -> Selected<Added>
    ) -> Select<(First, Second, repeat each Value, Added), Columns>
    where Columns == (Table, repeat each Other), Output == (First, Second, repeat each Value) {
        toEach(call(selection))
    }

    /// Adds several expressions to the selected values.
    public consuming func select<
        Table: ColumnSet, each Other: ColumnSet, First: SQLiteRepresentable & SendableMetatype,
        Second: SQLiteRepresentable & SendableMetatype,
        each Value: SQLiteRepresentable & SendableMetatype, each Added
    >(
        @SelectionBuilder _ selection: (Columns) -> Selected<(repeat each Added)>
    ) -> Select<(First, Second, repeat each Value, repeat each Added), Columns>
    where Columns == (Table, repeat each Other), Output == (First, Second, repeat each Value) {
        eachToEach(call(selection))
    }

    // The compiler cannot decompose a tuple of a pack and other elements, but it can infer a pack of all its elements.

    private func toEach<each Value: SendableMetatype, S: Selectable>(
        selected: S
    ) -> Select<(repeat each Value, S.Output), Columns> where Output == (repeat each Value) {
        appending(SelectionBuilder.buildExpression(selected)) { values, added in
            (repeat each values, added)
        }
    }

    private func toEach<each Value: SendableMetatype, Added: SendableMetatype>(
        _ added: Selected<Added>
    ) -> Select<(repeat each Value, Added), Columns> where Output == (repeat each Value) {
        appending(added) { values, added in (repeat each values, added) }
    }

    private func eachToEach<each Value: SendableMetatype, each Added>(
        _ added: Selected<(repeat each Added)>
    ) -> Select<(repeat each Value, repeat each Added), Columns>
    where Output == (repeat each Value) {
        appending(added) { values, added in (repeat each values, repeat each added) }
    }

    fileprivate func appending<Added, Row>(
        _ added: Selected<Added>, _ row: @escaping @Sendable (Output, Added) -> Row
    ) -> Select<Row, Columns> {
        var list = core.selection ?? _SelectList()
        list.items += added.list.items
        return selecting(Selected(list, _decoder.followed(by: added.decoder, row)))
    }
}

extension _QueryDecoder {
    /// Decodes this decoder's columns, then those of another one.
    func followed<Added, Row>(
        by second: _QueryDecoder<Added>, _ row: @escaping @Sendable (Output, Added) -> Row
    ) -> _QueryDecoder<Row> {
        _QueryDecoder<Row>(
            columnCount: columnCount + second.columnCount,
            forms: forms.followed(by: second.forms, at: columnCount)
        ) { [decode] (reader: inout RowReader) throws(SQLiteError) in
            row(try decode(&reader), try second.decode(&reader))
        }
    }
}
