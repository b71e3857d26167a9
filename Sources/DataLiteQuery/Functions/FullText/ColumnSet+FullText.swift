extension ColumnSet where Model: FTS5 {
    /// Whether any column matches a query of FTS5
    /// (<https://sqlite.org/fts5.html#full_text_query_syntax>).
    ///
    /// A query with a mistake in it is an error when it runs. For what a person has typed, use
    /// ``match(allOf:)`` and the like.
    public func match<Query: SQLOperand>(_ query: Query) -> SQLExpression<Bool>
    where Query.Operand: SQLText {
        SQLExpression<Bool>(.binary(tableNode, .match, query.operandNode))
    }

    /// Whether a column contains the words of a text next to each other, in order.
    ///
    /// The text may be any text: nothing in it has a meaning, and what is not part of a word is ignored.
    /// A text without words matches no row.
    public func match(phrase text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.phrase(text))
    }

    /// Whether the columns contain all words of a text.
    ///
    /// The text may be any text: nothing in it has a meaning, and what is not part of a word is ignored.
    /// A text without words matches no row.
    public func match(allOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.all(text))
    }

    /// Whether the columns contain any word of a text.
    ///
    /// The text may be any text: nothing in it has a meaning, and what is not part of a word is ignored.
    /// A text without words matches no row.
    public func match(anyOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.any(text))
    }

    /// Whether the columns contain words that begin with the words of a text, for a search while it is
    /// typed.
    ///
    /// The text may be any text: nothing in it has a meaning, and what is not part of a word is ignored.
    /// A text without words matches no row.
    public func match(prefix text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.prefixes(text))
    }

    /// How well the row matches: the lower, the better. Each column can have a weight, in order; others
    /// have 1.
    public func bm25(_ weights: Double...) -> SQLExpression<Double> {
        SQLExpression<Double>(
            .call("bm25", [tableNode] + weights.map { SQLNode(binding: $0) }))
    }

    /// A part of the column that matches best, with marks around the words that match.
    ///
    /// - Parameters:
    ///   - start: The text before each word that matches.
    ///   - end: The text after each word that matches.
    ///   - ellipsis: The text in place of what is left out.
    ///   - count: The greatest number of words, from 1 to 64.
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
    /// How well the row matches: the lower, the better. Ordering by it is faster than by ``bm25(_:)``,
    /// which it is by default. NULL in a query without `match`.
    public var rank: SQLExpression<Double?> {
        SQLExpression<Double?>(.column(_source.qualifier, "rank"))
    }
}

extension ColumnSet where Model: FTS5, Output == Model? {
    /// How well the row matches: the lower, the better. NULL in a query without `match`.
    public var rank: SQLExpression<Double?> {
        SQLExpression<Double?>(.column(_source.qualifier, "rank"))
    }
}

extension SQLExpression where Value: SQLText {
    /// Whether a column of a full-text table contains the words of a text next to each other, in order.
    ///
    /// The text may be any text; see ``ColumnSet/match(phrase:)``.
    public func match(phrase text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.phrase(text))
    }

    /// Whether a column of a full-text table contains all words of a text.
    ///
    /// The text may be any text; see ``ColumnSet/match(allOf:)``.
    public func match(allOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.all(text))
    }

    /// Whether a column of a full-text table contains any word of a text.
    ///
    /// The text may be any text; see ``ColumnSet/match(anyOf:)``.
    public func match(anyOf text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.any(text))
    }

    /// Whether a column of a full-text table contains words that begin with the words of a text.
    ///
    /// The text may be any text; see ``ColumnSet/match(prefix:)``.
    public func match(prefix text: String) -> SQLExpression<Bool> {
        match(FullTextQuery.prefixes(text))
    }
}
