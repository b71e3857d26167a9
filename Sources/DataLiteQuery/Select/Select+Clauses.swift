// MARK: - Order

extension Select {
    /// Orders the rows.
    public consuming func order(
        @OrderingBuilder by terms: (Columns) -> [Ordering]
    ) -> Self {
        let terms = call(terms)
        core.order += terms.flatMap(\.nodes)
        return self
    }

    /// Orders the rows by a column.
    @inlinable
    public consuming func order<Term: OrderingTerm>(by column: KeyPath<Columns, Term>) -> Self {
        core.append(order: columns[keyPath: column]._orderingTerm)
        return self
    }

    /// The rows in the opposite order: descending where they were ascending, with NULLs at the other end. Without an
    /// order, the order stays undefined.
    public consuming func reversed() -> Self {
        with { $0.order = NodeList($0.order.map(\.reversedOrder)) }
    }

    /// The rows without an order.
    public consuming func unordered() -> Self { with { $0.order = [] } }

    // MARK: - Limit

    /// Limits the query to `count` rows, after skipping `offset` rows; `nil` means no limit. Without an offset, the
    /// offset of an earlier ``offset(_:)`` is kept.
    @inlinable
    public consuming func limit(_ count: Int?, offset: Int? = nil) -> Self {
        core.setLimit(count, offset: offset)
        return self
    }

    /// Skips rows; `nil` means none. Without a limit, all further rows are returned.
    public consuming func offset(_ count: Int?) -> Self {
        with { $0.setOffset(count) }
    }

    /// Limits the number of rows to the value of an expression over the table.
    public consuming func limit<Count: SQLOperand>(
        _ count: (Columns) -> Count
    ) -> Self where Count.Operand: SQLNumber {
        let subquery = subquery(call(count).operandNode)
        return with { $0.setLimit(subquery, offset: nil) }
    }

    /// Limits the number of rows, and skips rows, by the values of expressions over the table.
    public consuming func limit<Count: SQLOperand, Offset: SQLOperand>(
        _ count: (Columns) -> Count, offset: (Columns) -> Offset
    ) -> Self where Count.Operand: SQLNumber, Offset.Operand: SQLNumber {
        let (count, offset) = (
            subquery(call(count).operandNode), subquery(call(offset).operandNode)
        )
        return with { $0.setLimit(count, offset: offset) }
    }

    /// The value of an expression over the table, for a clause in which columns have no meaning.
    private func subquery(_ node: SQLNode) -> SQLNode {
        if case .parameter = node { return node }
        var inner = SelectCore(from: core.from)
        inner.selection = _SelectList(nodes: [node])
        return .fragment(Subquery(query: inner))
    }

    /// Removes duplicate rows: `DISTINCT`.
    public consuming func distinct(_ isDistinct: Bool = true) -> Self {
        core.clauses.isDistinct = isDistinct
        return self
    }

    // MARK: - Groups

    /// Groups the rows that have the same values.
    public consuming func group(
        @_GroupingBuilder by terms: (Columns) -> _SelectList
    ) -> Self {
        let terms = call(terms)
        core.clauses.group += terms.fields.map(\.node)
        return self
    }

    /// Groups the rows that have the same value in a column.
    public consuming func group<Term: Selectable>(by column: KeyPath<Columns, Term>) -> Self {
        core.clauses.group += _SelectList(columns[keyPath: column]).fields.map(\.node)
        return self
    }

    /// Keeps the groups for which a condition is true.
    public consuming func having(
        @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
    ) -> Self {
        let node = call(condition).node
        if !node.isAlways { core.clauses.having = .and(core.clauses.having, node) }
        return self
    }

    // MARK: - Selection

    /// Selects an expression, the columns of a table, or a tuple of these. Replaces what was selected before.
    public consuming func select<NewOutput>(
        @SelectionBuilder _ selection: (Columns) -> Selected<NewOutput>
    ) -> Select<NewOutput, Columns> {
        let selection = call(selection)
        return selecting(selection)
    }

    /// Selects a column. Replaces what was selected before.
    public func select<S: Selectable>(_ column: KeyPath<Columns, S>) -> Select<S.Output, Columns> {
        selecting(SelectionBuilder.buildExpression(columns[keyPath: column]))
    }

    func selecting<NewOutput>(_ selected: Selected<NewOutput>) -> Select<NewOutput, Columns> {
        var core = core
        core.selection = selected.list
        if core.rare != nil { core.clauses.selectsAll = false }
        return Select<NewOutput, Columns>(
            core: core, columns: columns, decoder: selected.decoder)
    }
}

extension _QueryDecoder {
    /// Decodes a single selected expression.
    init<S: _SelectableValue>(selecting type: S.Type) where S.Output == Output {
        self.init(columnCount: S._selectedColumnCount, forms: StoredForms(selecting: type)) {
            (row: inout RowReader) throws(SQLiteError) in
            try S._decode(&row)
        }
    }

    /// Decodes a tuple.
    @inlinable
    init<each S: _SelectableValue>(tuple types: repeat (each S).Type)
    where Output == (repeat (each S).Output) {
        var count = 0
        repeat count += (each S)._selectedColumnCount
        let forms = StoredForms(selecting: repeat each types)
        self.init(columnCount: count, forms: forms) {
            (row: inout RowReader) throws(SQLiteError) in
            (repeat try (each S)._decode(&row))
        }
    }
}
