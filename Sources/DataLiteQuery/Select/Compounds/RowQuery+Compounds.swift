// The result of a compound select is a query whose columns depend on the type of its rows: the
// columns of a table or a selection, an expression for a value, and one expression per element for
// a tuple.

// MARK: - Rows of tables and selections

extension RowQuery where Output: Selection {
    /// The rows of both queries, without duplicates; with `all`, including duplicates.
    public func union(
        all: Bool = false, _ other: some RowQuery<Output>
    ) -> Select<Output, Output.Columns> {
        rows(all ? .unionAll : .union, other)
    }

    /// The rows that both queries return, without duplicates.
    public func intersect(_ other: some RowQuery<Output>) -> Select<Output, Output.Columns> {
        rows(.intersect, other)
    }

    /// The rows of this query that the other query does not return, without duplicates.
    public func except(_ other: some RowQuery<Output>) -> Select<Output, Output.Columns> {
        rows(.except, other)
    }

    private func rows(
        _ operator: CompoundSelect.Operator, _ other: some RowQuery<Output>
    ) -> Select<Output, Output.Columns> {
        let compound = CompoundSelect(
            _part, `operator`, other._part, columns: Output.columnDefinitions)
        let decoder = decoder(with: other)
        let rows = Select(
            core: SelectCore(compound, from: .nothing), columns: (), decoder: decoder)
        let item = Output.table(rows._part)
        return Select(
            core: SelectCore(compound, from: item),
            columns: Output.Columns(_source: ColumnSource(of: item)), decoder: decoder)
    }
}

// MARK: - Values and tuples

extension RowQuery where Output: RowRepresentable {
    /// The rows of both queries, without duplicates; with `all`, including duplicates.
    public func union(
        all: Bool = false, _ other: some RowQuery<Output>
    ) -> Select<Output, SQLExpression<Output>> {
        values(all ? .unionAll : .union, other)
    }

    /// The rows that both queries return, without duplicates.
    public func intersect(_ other: some RowQuery<Output>) -> Select<Output, SQLExpression<Output>> {
        values(.intersect, other)
    }

    /// The rows of this query that the other query does not return, without duplicates.
    public func except(_ other: some RowQuery<Output>) -> Select<Output, SQLExpression<Output>> {
        values(.except, other)
    }

    private func values(
        _ operator: CompoundSelect.Operator, _ other: some RowQuery<Output>
    ) -> Select<Output, SQLExpression<Output>> {
        compound(`operator`, other) { $0.next() }
    }
}

// At least two values, so that a query of one value has one meaning.
extension RowQuery {
    /// The rows of both queries, without duplicates; with `all`, including duplicates.
    public func union<A: RowRepresentable, B: RowRepresentable, each Value: RowRepresentable>(
        all: Bool = false, _ other: some RowQuery<Output>
    ) -> Select<Output, (SQLExpression<A>, SQLExpression<B>, repeat SQLExpression<each Value>)>
    where Output == (A, B, repeat each Value) {
        tuples(all ? .unionAll : .union, other)
    }

    /// The rows that both queries return, without duplicates.
    public func intersect<A: RowRepresentable, B: RowRepresentable, each Value: RowRepresentable>(
        _ other: some RowQuery<Output>
    ) -> Select<Output, (SQLExpression<A>, SQLExpression<B>, repeat SQLExpression<each Value>)>
    where Output == (A, B, repeat each Value) {
        tuples(.intersect, other)
    }

    /// The rows of this query that the other query does not return, without duplicates.
    public func except<A: RowRepresentable, B: RowRepresentable, each Value: RowRepresentable>(
        _ other: some RowQuery<Output>
    ) -> Select<Output, (SQLExpression<A>, SQLExpression<B>, repeat SQLExpression<each Value>)>
    where Output == (A, B, repeat each Value) {
        tuples(.except, other)
    }

    private func tuples<A: RowRepresentable, B: RowRepresentable, each Value: RowRepresentable>(
        _ operator: CompoundSelect.Operator, _ other: some RowQuery<Output>
    ) -> Select<Output, (SQLExpression<A>, SQLExpression<B>, repeat SQLExpression<each Value>)>
    where Output == (A, B, repeat each Value) {
        compound(`operator`, other) { columns in
            func next<One: RowRepresentable>(_ type: One.Type) -> SQLExpression<One> {
                columns.next()
            }
            return (next(A.self), next(B.self), repeat next((each Value).self))
        }
    }

    // MARK: - Other rows

    /// The rows of both queries, without duplicates; with `all`, including duplicates.
    @_disfavoredOverload
    public func union(all: Bool = false, _ other: some RowQuery<Output>) -> Select<Output, ()> {
        compound(all ? .unionAll : .union, other) { _ in }
    }

    /// The rows that both queries return, without duplicates.
    @_disfavoredOverload
    public func intersect(_ other: some RowQuery<Output>) -> Select<Output, ()> {
        compound(.intersect, other) { _ in }
    }

    /// The rows of this query that the other query does not return, without duplicates.
    @_disfavoredOverload
    public func except(_ other: some RowQuery<Output>) -> Select<Output, ()> {
        compound(.except, other) { _ in }
    }

    /// A compound whose columns are named `c1`, `c2`, ...
    fileprivate func compound<Columns>(
        _ operator: CompoundSelect.Operator, _ other: some RowQuery<Output>,
        _ columns: (inout CompoundColumns) -> Columns
    ) -> Select<Output, Columns> {
        let name = "rows"
        let decoder = decoder(with: other)
        var source = CompoundColumns(qualifier: name, forms: decoder.forms)
        let columns = columns(&source)
        let count = max(decoder.columnCount, source.count)
        let compound = CompoundSelect(
            part(columnCount: count), `operator`, other.part(columnCount: count))
        let definitions = ColumnDefinitions.numbered(count)
        let rows = NamedRows(query: compound, columns: definitions.list.map(\.name))
        let item = FromItem(kind: .query(NestedPart(rows)), alias: name, columns: definitions)
        var core = SelectCore(compound, from: item)
        if let mistake = other._decoder.forms.mismatch(expecting: _decoder.forms) {
            core.conditions.append(.failure(mistake))
        }
        return Select(core: core, columns: columns, decoder: decoder)
    }

    /// The query as a part of a compound. The type of a `.none` does not tell the number of its columns.
    fileprivate func part(columnCount: Int) -> _QueryPart {
        guard _decoder.forms.isUnknown else { return _part }
        return _QueryPart(kind: .values(ValueRows(rows: [], columnCount: columnCount)))
    }

    /// The decoder for the rows of both queries. That of a `.none` does not know the forms of the values.
    fileprivate func decoder(with other: some RowQuery<Output>) -> _QueryDecoder<Output> {
        _decoder.forms.isUnknown ? other._decoder : _decoder
    }
}

/// Vends the columns of a compound as expressions, in order.
private struct CompoundColumns {
    let qualifier: String
    let forms: StoredForms
    private(set) var count = 0

    init(qualifier: String, forms: StoredForms) {
        self.qualifier = qualifier
        self.forms = forms
    }

    mutating func next<Value: RowRepresentable>() -> SQLExpression<Value> {
        let nodes = (count..<count + Value.columnCount).map {
            SQLNode.column(qualifier, "c\($0 + 1)")
        }
        if let representation = forms.representation(of: count) {
            count += nodes.count
            return SQLExpression(.failure(.storedForm(representation, expecting: nil)))
        }
        count += nodes.count
        guard nodes.count == 1, let node = nodes.first else { return SQLExpression(.row(nodes)) }
        return SQLExpression(node)
    }
}

extension Selection where Self: RowRepresentable {
    /// This row, and the rows of a query, without duplicates; with `all`, including duplicates.
    ///
    /// ```swift
    /// With {
    ///     Count(value: 1).union(Count.select { Count.Columns(value: $0.value + 1) })
    /// } query: {
    ///     Count.limit(4)
    /// }
    /// ```
    public func union(
        all: Bool = false, _ other: some RowQuery<Self>
    ) -> Select<Self, Columns> {
        Values(self).union(all: all, other)
    }
}
