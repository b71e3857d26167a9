extension ColumnSet where Model: FTS5 {
    /// Whether any column matches an FTS5 query
    /// (<https://sqlite.org/fts5.html#full_text_query_syntax>).
    ///
    /// The statement fails if the query is invalid. For user input, use ``match(phrase:)``,
    /// ``match(allOf:)``, ``match(anyOf:)`` or ``match(prefix:)``.
    public func match<Query: SQLOperand>(_ query: Query) -> SQLExpression<Bool>
    where Query.Operand: SQLText {
        SQLExpression<Bool>(.binary(tableNode, .match, query.operandNode))
    }

    /// Whether a column contains the words of a string as a phrase: adjacent and in order.
    ///
    /// Any string is valid: FTS5 syntax is not interpreted, and characters outside words are ignored. A string without
    /// words matches no row.
    public func match(phrase text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.phrase(text))
    }

    /// Whether the columns contain all words of a string.
    ///
    /// Any string is valid: FTS5 syntax is not interpreted, and characters outside words are ignored. A string without
    /// words matches no row. Spaces and punctuation separate words, except an apostrophe, a period or an underscore
    /// between letters or digits.
    public func match(allOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.all(text))
    }

    /// Whether the columns contain any word of a string.
    ///
    /// Any string is valid: FTS5 syntax is not interpreted, and characters outside words are ignored. A string without
    /// words matches no row. Spaces and punctuation separate words, except an apostrophe, a period or an underscore
    /// between letters or digits.
    public func match(anyOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.any(text))
    }

    /// Whether the columns contain words that begin with each of the words of a string, for search as the user types.
    ///
    /// Any string is valid: FTS5 syntax is not interpreted, and characters outside words are ignored. A string without
    /// words matches no row. Spaces and punctuation separate words, except an apostrophe, a period or an underscore
    /// between letters or digits.
    public func match(prefix text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.prefixes(text))
    }

    /// The relevance of the row; lower is better. The weights apply to the columns in order, and default to 1.
    public func bm25(_ weights: Double...) -> SQLExpression<Double> {
        SQLExpression<Double>(
            .call("bm25", [tableNode] + weights.map { SQLNode(binding: $0) }))
    }

    /// The relevance of the row, with weights of some columns; lower is better. The other columns have the weight 1.
    ///
    /// ```swift
    /// ReminderText.where { $0.match(allOf: text) }.order { $0.bm25([\.title: 10, \.notes: 5]) }
    /// ```
    public func bm25(_ weights: KeyValuePairs<PartialKeyPath<Self>, Double>) -> SQLExpression<
        Double
    > {
        var list = Model.tableDefinition.fullTextColumns.map { _ in 1.0 }
        for (path, weight) in weights {
            guard let column = self[keyPath: path] as? any ScalarExpression,
                let index = (column.node.fragment as? FullTextColumn)?.index
            else { return SQLExpression(.failure(.isNoFullTextColumn)) }
            list[index] = weight
        }
        return SQLExpression(.call("bm25", [tableNode] + list.map { SQLNode(binding: $0) }))
    }

    /// An excerpt of the column that matches best, with markers around the words that match.
    ///
    /// - Parameters:
    ///   - start: The text to insert before each word that matches.
    ///   - end: The text to insert after each word that matches.
    ///   - ellipsis: The text that replaces omitted text.
    ///   - count: The maximum number of words, from 1 to 64.
    public func snippet(
        _ start: String, _ end: String, _ ellipsis: String, _ count: Int
    ) -> SQLExpression<String?> {
        let marks = [start, end, ellipsis].map { SQLNode.parameter(.text($0)) }
        return SQLExpression<String?>(
            .call(
                "snippet",
                [tableNode, .fragment(ColumnIndex(index: -1))] + marks
                    + [.parameter(.int(Int64(count)))]))
    }

    private var tableNode: SQLNode { .column(_source.qualifier, Model.tableName) }
}

extension ColumnSet where Model: FTS5, Output == Model {
    /// The relevance of the row; lower is better. It is ``bm25(_:)-(Double...)`` by default, but faster to order by.
    /// NULL in a query without `match`.
    public var rank: SQLExpression<Double?> {
        SQLExpression<Double?>(.column(_source.qualifier, "rank"))
    }
}

extension ColumnSet where Model: FTS5, Output == Model? {
    /// The relevance of the row; lower is better. NULL in a query without `match`.
    public var rank: SQLExpression<Double?> {
        SQLExpression<Double?>(.column(_source.qualifier, "rank"))
    }
}

extension SQLExpression where Value: SQLText {
    /// Whether a column of a full-text table contains the words of a string as a phrase: adjacent and in order.
    ///
    /// Any string is valid; see ``ColumnSet/match(phrase:)``.
    public func match(phrase text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.phrase(text))
    }

    /// Whether a column of a full-text table contains all words of a string.
    ///
    /// Any string is valid; see ``ColumnSet/match(allOf:)``.
    public func match(allOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.all(text))
    }

    /// Whether a column of a full-text table contains any word of a string.
    ///
    /// Any string is valid; see ``ColumnSet/match(anyOf:)``.
    public func match(anyOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.any(text))
    }

    /// Whether a column of a full-text table contains words that begin with each of the words of a
    /// string.
    ///
    /// Any string is valid; see ``ColumnSet/match(prefix:)``.
    public func match(prefix text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.prefixes(text))
    }
}

extension SQLiteError {
    fileprivate static let isNoFullTextColumn = SQLiteError.misuse(
        "bm25 requires key paths of columns of the full-text table")
}
