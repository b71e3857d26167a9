extension Select {
    /// The query with another selection, which is computed from the selected values.
    ///
    /// ```swift
    /// Reminder.select { ($0.title, $0.notes) }.map { ($0.length(), $1.length()) }
    /// ```
    // At least two values, so that one value has one meaning.
    public func map<
        First: SQLiteRepresentable, Second: SQLiteRepresentable,
        each Value: SQLiteRepresentable & SendableMetatype, NewOutput
    >(
        @SelectionBuilder _ transform: (
            SQLExpression<First>, SQLExpression<Second>, repeat SQLExpression<each Value>
        ) -> Selected<NewOutput>
    ) -> Select<NewOutput, Columns> where Output == (First, Second, repeat each Value) {
        mapping { values in
            var index = 2
            func next<Next: RowRepresentable>(_ type: Next.Type) -> SQLExpression<Next> {
                defer { index += 1 }
                return values.expression(at: index)
            }
            return transform(
                values.expression(at: 0), values.expression(at: 1),
                repeat next((each Value).self))
        }
    }

    private func mapping<NewOutput>(
        _ transform: (SelectedValues) -> Selected<NewOutput>
    ) -> Select<NewOutput, Columns> {
        var query = separated()
        let values = SelectedValues(
            nodes: query.core.selection?.fields.map(\.node) ?? [], forms: _decoder.forms)
        EnclosingQuery.enter(&query.core)
        let selected = transform(values)
        EnclosingQuery.leave()
        guard _decoder.forms.isUnknown else { return query.selecting(selected) }
        let count = selected.decoder.columnCount
        return query.selecting(Selected(selected.list, .withoutRows(columnCount: count)))
            .withoutRows
    }
}

extension Select where Output: SQLiteRepresentable {
    /// The query with another selection, which is computed from the selected value.
    ///
    /// ```swift
    /// Reminder.select(\.title).map { $0.length() }
    /// ```
    public func map<NewOutput>(
        @SelectionBuilder _ transform: (SQLExpression<Output>) -> Selected<NewOutput>
    ) -> Select<NewOutput, Columns> {
        mapping { transform($0.expression(at: 0)) }
    }
}

/// The values that a query selects, as expressions.
private struct SelectedValues {
    let nodes: [SQLNode]
    let forms: StoredForms

    /// A value. A date or UUID with a representation is converted.
    func expression<Value>(at index: Int) -> SQLExpression<Value> {
        guard nodes.indices.contains(index) else {
            return SQLExpression(.failure(.isNoSelectedValue))
        }
        return SQLExpression(nodes[index].plain(storedAs: forms.representation(of: index)))
    }
}

extension SQLiteError {
    fileprivate static let isNoSelectedValue = SQLiteError.misuse(
        "map needs a query that selects values: write select first")
}
