// The closures of the clauses are result-builder closures: the compiler then type-checks each by itself.
// With plain closures a query over ten tables takes seconds, or does not type-check at all.

/// What a closure selects: an expression, the columns of a table, or a tuple of these.
public struct Selected<Output>: Sendable {
    let list: _SelectList
    let decoder: _QueryDecoder<Output>

    init(_ list: _SelectList, _ decoder: _QueryDecoder<Output>) {
        self.list = list
        self.decoder = decoder
    }

    fileprivate init<S: SelectableValue>(selecting selected: S) where Output == S.Output {
        self.init(_SelectList(selected), _QueryDecoder(selecting: S.self))
    }

    fileprivate init<each S: SelectableValue>(tuple selected: repeat each S)
    where Output == (repeat (each S).Output) {
        self.init(_SelectList(repeat each selected), _QueryDecoder(tuple: repeat (each S).self))
    }
}

/// Builds what a query selects.
@resultBuilder
public enum SelectionBuilder {
    /// One expression, or the columns of a table.
    public static func buildExpression<S: Selectable>(_ selected: S) -> Selected<S.Output> {
        Selected(selecting: selected)
    }

    /// Several; a row is a tuple.
    public static func buildExpression<each S: Selectable>(
        _ selected: (repeat each S)
    ) -> Selected<(repeat (each S).Output)> {
        Selected(tuple: repeat each selected)
    }

    /// A value, which is bound.
    @_disfavoredOverload
    public static func buildExpression<S: SelectableValue>(_ selected: S) -> Selected<S.Output> {
        Selected(selecting: selected)
    }

    /// Several, some of which are values; a row is a tuple.
    @_disfavoredOverload
    public static func buildExpression<each S: SelectableValue>(
        _ selected: (repeat each S)
    ) -> Selected<(repeat (each S).Output)> {
        Selected(tuple: repeat each selected)
    }

    public static func buildBlock<Output>(_ selected: Selected<Output>) -> Selected<Output> {
        selected
    }
}

// A tuple with labels does not convert to a tuple of a parameter pack, but to one of a known number of
// elements. The rows have no labels.
extension SelectionBuilder {
    /// Two with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<A: Selectable, B: Selectable>(
        _ selected: (A, B)
    ) -> Selected<(A.Output, B.Output)> {
        buildExpression((selected.0, selected.1))
    }

    /// Three with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<A: Selectable, B: Selectable, C: Selectable>(
        _ selected: (A, B, C)
    ) -> Selected<(A.Output, B.Output, C.Output)> {
        buildExpression((selected.0, selected.1, selected.2))
    }

    /// Four with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<A: Selectable, B: Selectable, C: Selectable, D: Selectable>(
        _ selected: (A, B, C, D)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output)> {
        buildExpression((selected.0, selected.1, selected.2, selected.3))
    }

    /// Five with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<
        A: Selectable, B: Selectable, C: Selectable, D: Selectable, E: Selectable
    >(
        _ selected: (A, B, C, D, E)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output, E.Output)> {
        buildExpression((selected.0, selected.1, selected.2, selected.3, selected.4))
    }

    /// Six with labels.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func buildExpression<
        A: Selectable, B: Selectable, C: Selectable, D: Selectable, E: Selectable, F: Selectable
    >(
        _ selected: (A, B, C, D, E, F)
    ) -> Selected<(A.Output, B.Output, C.Output, D.Output, E.Output, F.Output)> {
        buildExpression((selected.0, selected.1, selected.2, selected.3, selected.4, selected.5))
    }

    /// Seven with labels.
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

    /// Eight with labels.
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
public typealias OrderingBuilder = ListBuilder<Ordering>

extension ListBuilder where Element == Ordering {
    public static func buildExpression<each Term: OrderingTerm>(
        _ terms: (repeat each Term)
    ) -> [Ordering] {
        var list: [Ordering] = []
        repeat list.append((each terms)._orderingTerm)
        return list
    }
}

/// Builds the terms by which rows are grouped.
@resultBuilder
public enum GroupingBuilder {
    public static func buildExpression<each Term: Selectable>(
        _ terms: (repeat each Term)
    ) -> _SelectList {
        var list = _SelectList()
        repeat (each terms)._appendColumns(to: &list)
        return list
    }

    public static func buildBlock(_ terms: _SelectList) -> _SelectList { terms }
}
