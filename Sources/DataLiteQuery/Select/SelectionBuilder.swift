// The closures of the clauses are result-builder closures, so that the compiler type-checks each one separately. With
// plain closures, a query over ten tables takes seconds to type-check, or fails.

/// The selection of a closure: an expression, the columns of a table, or a tuple of these.
public struct Selected<Output>: Sendable {
    let list: _SelectList
    let decoder: _QueryDecoder<Output>

    init(_ list: _SelectList, _ decoder: _QueryDecoder<Output>) {
        self.list = list
        self.decoder = decoder
    }

    fileprivate init<S: _SelectableValue>(selecting selected: S) where Output == S.Output {
        self.init(_SelectList(selected), _QueryDecoder(selecting: S.self))
    }

    fileprivate init<each S: _SelectableValue>(tuple selected: repeat each S)
    where Output == (repeat (each S).Output) {
        self.init(_SelectList(repeat each selected), _QueryDecoder(tuple: repeat (each S).self))
    }
}

/// Builds the selection of a query.
@resultBuilder
public enum SelectionBuilder {
    /// An expression, or the columns of a table.
    public static func buildExpression<S: Selectable>(_ selected: S) -> Selected<S.Output> {
        Selected(selecting: selected)
    }

    /// Several expressions; a row is a tuple.
    public static func buildExpression<each S: Selectable>(
        _ selected: (repeat each S)
    ) -> Selected<(repeat (each S).Output)> {
        Selected(tuple: repeat each selected)
    }

    /// A value, which is bound.
    @_disfavoredOverload
    public static func buildExpression<S: _SelectableValue>(_ selected: S) -> Selected<S.Output> {
        Selected(selecting: selected)
    }

    /// Several expressions and values; a row is a tuple.
    @_disfavoredOverload
    public static func buildExpression<each S: _SelectableValue>(
        _ selected: (repeat each S)
    ) -> Selected<(repeat (each S).Output)> {
        Selected(tuple: repeat each selected)
    }

    /// Used by the compiler for the closure as a whole.
    public static func buildBlock<Output>(_ selected: Selected<Output>) -> Selected<Output> {
        selected
    }

    // A tuple with labels does not convert to a tuple of a parameter pack, but it does convert to a tuple with a known
    // number of elements. The rows have no labels.

    /// Two expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<A: Selectable, B: Selectable>(
        _ selected: (A, B)
    ) -> Selected<(A.Output, B.Output)> {
        buildExpression((selected.0, selected.1))
    }

    /// Three expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<A: Selectable, B: Selectable, C: Selectable>(
        _ selected: (A, B, C)
    ) -> Selected<(A.Output, B.Output, C.Output)> {
        buildExpression((selected.0, selected.1, selected.2))
    }

    /// Four expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<A: Selectable, B: Selectable, C: Selectable, D: Selectable>(
        _ selected: (A, B, C, D)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output)> {
        buildExpression((selected.0, selected.1, selected.2, selected.3))
    }

    /// Five expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<
        A: Selectable, B: Selectable, C: Selectable, D: Selectable, E: Selectable
    >(
        _ selected: (A, B, C, D, E)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output, E.Output)> {
        buildExpression((selected.0, selected.1, selected.2, selected.3, selected.4))
    }

    /// Six expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<
        A: Selectable, B: Selectable, C: Selectable, D: Selectable, E: Selectable, F: Selectable
    >(
        _ selected: (A, B, C, D, E, F)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output, E.Output, F.Output)> {
        buildExpression((selected.0, selected.1, selected.2, selected.3, selected.4, selected.5))
    }

    /// Seven expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<
        A: Selectable, B: Selectable, C: Selectable, D: Selectable, E: Selectable, F: Selectable,
        G: Selectable
    >(
        _ selected: (A, B, C, D, E, F, G)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output)> {
        buildExpression(
            (selected.0, selected.1, selected.2, selected.3, selected.4, selected.5, selected.6))
    }

    /// Eight expressions with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<
        A: Selectable, B: Selectable, C: Selectable, D: Selectable, E: Selectable, F: Selectable,
        G: Selectable, H: Selectable
    >(
        _ selected: (A, B, C, D, E, F, G, H)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output)>
    {
        buildExpression(
            (
                selected.0, selected.1, selected.2, selected.3, selected.4, selected.5, selected.6,
                selected.7
            ))
    }
}

/// Builds the terms of an order.
public typealias OrderingBuilder = _ListBuilder<Ordering>

extension _ListBuilder where Element == Ordering {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<each Term: OrderingTerm>(
        _ terms: (repeat each Term)
    ) -> [Ordering] where repeat (each Term)._Comparison: SQLTruth {
        var list: [Ordering] = []
        repeat list.append((each terms)._orderingTerm)
        return list
    }

    /// Used by the compiler for a term or `nil`: `order { isNewest ? $0.year.desc() : nil }`.
    @_disfavoredOverload
    public static func buildExpression(_ term: Ordering?) -> [Ordering] {
        term.map { [$0] } ?? []
    }

    // A value of a generic type may be text. Its `asc()` is a term in any case.
    @available(
        *, unavailable,
        message:
            "text has no numeric order: use cast(as: Double.self); for a value of a generic type, write asc()"
    )
    @_disfavoredOverload
    public static func buildExpression<each Term: OrderingTerm>(
        _ terms: (repeat each Term)
    ) -> [Ordering] {
        while true {}
    }

    /// Used by the compiler for an array of columns, expressions and terms: `order { [$0.year.desc(), $0.title] }`.
    @_disfavoredOverload
    public static func buildExpression(_ terms: [any OrderingTerm]) -> [Ordering] {
        terms.map(\._orderingTerm)
    }
}

/// Builds the terms by which rows are grouped.
@resultBuilder
public enum _GroupingBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression<each Term: Selectable>(
        _ terms: (repeat each Term)
    ) -> _SelectList {
        _SelectList(repeat each terms)
    }

    /// Used by the compiler for SQL text: `group { #sql("\($0.title)") }`.
    public static func buildExpression(_ text: SQLFragment) -> _SelectList {
        _SelectList(nodes: [.fragment(text)])
    }

    /// Used by the compiler for the closure as a whole.
    public static func buildBlock(_ terms: _SelectList) -> _SelectList { terms }
}
