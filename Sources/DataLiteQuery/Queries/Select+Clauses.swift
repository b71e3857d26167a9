// MARK: - Order

extension Select {
    /// Orders the rows.
    public func order(
        @OrderingBuilder by terms: (Columns) -> [Ordering]
    ) -> Self {
        let nodes = terms(columns).map(\.node)
        return with { $0.order += nodes }
    }

    /// Orders the rows by a column.
    public func order<Term: OrderingTerm>(by column: KeyPath<Columns, Term>) -> Self {
        let node = columns[keyPath: column].orderingTerm.node
        return with { $0.order.append(node) }
    }

    /// The rows without an order.
    public func unordered() -> Self { with { $0.order = [] } }
}

// MARK: - Limit

extension Select {
    /// At most a number of rows, after skipping some.
    public func limit(_ count: Int, offset: Int? = nil) -> Self {
        with {
            $0.limit = .parameter(.int(Int64(count)))
            $0.offset = offset.map { .parameter(.int(Int64($0))) }
        }
    }

    /// At most as many rows as an expression over the table says.
    public func limit<Count: SQLNumber>(_ count: (Columns) -> SQLExpression<Count>) -> Self {
        var inner = SelectCore(from: core.from)
        var selection = SelectList()
        selection.append(count(columns).node)
        inner.selection = selection
        let subquery = SQLNode.fragment(Subquery(query: inner))
        return with {
            $0.limit = subquery
            $0.offset = nil
        }
    }

    /// Each different row once.
    public func distinct(_ isDistinct: Bool = true) -> Self {
        with { $0.clauses.isDistinct = isDistinct }
    }
}

// MARK: - Groups

extension Select {
    /// Groups the rows that have the same values.
    public func group(
        @GroupingBuilder by terms: (Columns) -> SelectList
    ) -> Self {
        let nodes = terms(columns).fields.map(\.node)
        return with { $0.clauses.group += nodes }
    }

    /// Groups the rows that have the same value in a column.
    public func group<Term: Selectable>(by column: KeyPath<Columns, Term>) -> Self {
        var list = SelectList()
        columns[keyPath: column].appendColumns(to: &list)
        let nodes = list.fields.map(\.node)
        return with { $0.clauses.group += nodes }
    }

    /// The groups for which a condition is true.
    public func having(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Self {
        let node = condition(columns).node
        guard !node.isAlways else { return self }
        return with { $0.clauses.having = .and($0.clauses.having, node) }
    }
}

// MARK: - Selection

extension Select {
    /// Selects an expression, the columns of a table, or a tuple of these.
    public func select<NewOutput>(
        @SelectionBuilder _ selection: (Columns) -> Selected<NewOutput>
    ) -> Select<NewOutput, Columns> {
        selecting(selection(columns))
    }

    /// Selects a column.
    public func select<S: Selectable>(_ column: KeyPath<Columns, S>) -> Select<S.Output, Columns> {
        selecting(SelectionBuilder.buildExpression(columns[keyPath: column]))
    }

    func selecting<NewOutput>(_ selected: Selected<NewOutput>) -> Select<NewOutput, Columns> {
        var core = core
        core.selection = selected.list
        return Select<NewOutput, Columns>(
            core: core, columns: columns, decoder: selected.decoder)
    }
}

extension QueryDecoder {
    /// Decodes what one expression selects.
    init<S: Selectable>(selecting type: S.Type) where S.Output == Output {
        self.init(columnCount: S.selectedColumnCount) {
            (row: inout RowColumns) throws(SQLiteError) in
            try S.decode(&row)
        }
    }

    /// Decodes a tuple.
    init<each S: Selectable>(tuple types: repeat (each S).Type)
    where Output == (repeat (each S).Output) {
        var count = 0
        repeat count += (each S).selectedColumnCount
        self.init(columnCount: count) { (row: inout RowColumns) throws(SQLiteError) in
            (repeat try (each S).decode(&row))
        }
    }
}
