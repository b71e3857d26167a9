// MARK: - Order

extension Select {
    /// Orders the rows.
    public func order<each J: ColumnSet, each Term: OrderingTerm>(
        by terms: (From, repeat each J) -> (repeat each Term)
    ) -> Self where Joins == (repeat each J) {
        let terms: (repeat each Term) = self(terms)
        var nodes: [SQLNode] = []
        repeat nodes.append((each terms).orderingTerm.node)
        return with { $0.order += nodes }
    }

    /// Orders the rows by a column.
    public func order<Term: OrderingTerm>(by column: KeyPath<From, Term>) -> Self {
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
    public func limit<Count: SQLNumber>(_ count: (From) -> SQLExpression<Count>) -> Self {
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
    public func group<each J: ColumnSet, each Term: Selectable>(
        by terms: (From, repeat each J) -> (repeat each Term)
    ) -> Self where Joins == (repeat each J) {
        let terms: (repeat each Term) = self(terms)
        var list = SelectList()
        repeat (each terms).appendColumns(to: &list)
        let nodes = list.fields.map(\.node)
        return with { $0.clauses.group += nodes }
    }

    /// Groups the rows that have the same value in a column.
    public func group<Term: Selectable>(by column: KeyPath<From, Term>) -> Self {
        var list = SelectList()
        columns[keyPath: column].appendColumns(to: &list)
        let nodes = list.fields.map(\.node)
        return with { $0.clauses.group += nodes }
    }

    /// The groups for which a condition is true.
    public func having<each J: ColumnSet>(
        @ConditionBuilder _ condition: (From, repeat each J) -> SQLExpression<Bool>
    ) -> Self where Joins == (repeat each J) {
        let node = self(condition).node
        guard !node.isAlways else { return self }
        return with { $0.clauses.having = .and($0.clauses.having, node) }
    }
}

// MARK: - Selection

extension Select {
    /// Selects one expression, or the columns of a table.
    public func select<each J: ColumnSet, S: Selectable>(
        _ selection: (From, repeat each J) -> S
    ) -> Select<S.Output, From, Joins> where Joins == (repeat each J) {
        var list = SelectList()
        let selected: S = self(selection)
        selected.appendColumns(to: &list)
        return selecting(list, QueryDecoder(selecting: S.self))
    }

    /// Selects several expressions; a row is a tuple.
    public func select<each J: ColumnSet, each S: Selectable>(
        _ selection: (From, repeat each J) -> (repeat each S)
    ) -> Select<(repeat (each S).Output), From, Joins> where Joins == (repeat each J) {
        var list = SelectList()
        let selected: (repeat each S) = self(selection)
        repeat (each selected).appendColumns(to: &list)
        return selecting(list, QueryDecoder(tuple: repeat (each S).self))
    }

    /// Selects a column.
    public func select<S: Selectable>(_ column: KeyPath<From, S>) -> Select<S.Output, From, Joins> {
        var list = SelectList()
        columns[keyPath: column].appendColumns(to: &list)
        return selecting(list, QueryDecoder(selecting: S.self))
    }

    func selecting<NewOutput>(
        _ list: SelectList, _ decoder: QueryDecoder<NewOutput>
    ) -> Select<NewOutput, From, Joins> {
        var core = core
        core.selection = list
        var select = Select<NewOutput, From, Joins>(core: core, decoder: decoder)
        select.joined = joined
        return select
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
