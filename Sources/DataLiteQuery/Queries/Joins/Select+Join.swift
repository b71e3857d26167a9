// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins the rows of another table that match.
    public func join<Other: Selection>(
        _ other: Select<Other, Other.Columns>,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Columns.Output, Other), (Columns, Other.Columns)> where Columns: ColumnSet {
        var join = Join(other.core, .inner)
        let columns = (columns, Other.Columns(_source: join.source))
        join.condition = condition(columns.0, columns.1).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: Columns.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Columns.Output, Other), (Columns, Other.Columns)> where Columns: ColumnSet {
        join(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<A: ColumnSet, B: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns>,
        @ConditionBuilder on condition: (A, B, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, Other), (A, B, Other.Columns)> where Columns == (A, B) {
        var join = Join(other.core, .inner)
        let columns = (columns.0, columns.1, Other.Columns(_source: join.source))
        join.condition = condition(columns.0, columns.1, columns.2).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, Other), (A, B, Other.Columns)> where Columns == (A, B) {
        join(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns>,
        @ConditionBuilder on condition: (A, B, C, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, Other), (A, B, C, Other.Columns)>
    where Columns == (A, B, C) {
        var join = Join(other.core, .inner)
        let columns = (columns.0, columns.1, columns.2, Other.Columns(_source: join.source))
        join.condition = condition(columns.0, columns.1, columns.2, columns.3).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, Other), (A, B, C, Other.Columns)>
    where Columns == (A, B, C) {
        join(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns>,
        @ConditionBuilder on condition: (A, B, C, D, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, D.Output, Other), (A, B, C, D, Other.Columns)>
    where Columns == (A, B, C, D) {
        var join = Join(other.core, .inner)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, Other.Columns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2, columns.3, columns.4).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, D.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match.
    public func join<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, D.Output, Other), (A, B, C, D, Other.Columns)>
    where Columns == (A, B, C, D) {
        join(Other.scoped, on: condition)
    }
}
