// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins every row of another table.
    public func crossJoin<Other: Selection>(_ other: Select<Other, Other.Columns>) -> Select<
        (Columns.Output, Other), (Columns, Other.Columns)
    > where Columns: ColumnSet {
        let join = Join(other.core, .cross)
        let columns = (columns, Other.Columns(_source: join.source))
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: Columns.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<Other: Table>(_ other: Other.Type) -> Select<
        (Columns.Output, Other), (Columns, Other.Columns)
    > where Columns: ColumnSet {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<A: ColumnSet, B: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns>
    ) -> Select<(A.Output, B.Output, Other), (A, B, Other.Columns)> where Columns == (A, B) {
        let join = Join(other.core, .cross)
        let columns = (columns.0, columns.1, Other.Columns(_source: join.source))
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<A: ColumnSet, B: ColumnSet, Other: Table>(_ other: Other.Type) -> Select<
        (A.Output, B.Output, Other), (A, B, Other.Columns)
    > where Columns == (A, B) {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns>
    ) -> Select<(A.Output, B.Output, C.Output, Other), (A, B, C, Other.Columns)>
    where Columns == (A, B, C) {
        let join = Join(other.core, .cross)
        let columns = (columns.0, columns.1, columns.2, Other.Columns(_source: join.source))
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Other.Type
    ) -> Select<(A.Output, B.Output, C.Output, Other), (A, B, C, Other.Columns)>
    where Columns == (A, B, C) {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns>
    ) -> Select<(A.Output, B.Output, C.Output, D.Output, Other), (A, B, C, D, Other.Columns)>
    where Columns == (A, B, C, D) {
        let join = Join(other.core, .cross)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, Other.Columns(_source: join.source)
        )
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, D.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Other.Type
    ) -> Select<(A.Output, B.Output, C.Output, D.Output, Other), (A, B, C, D, Other.Columns)>
    where Columns == (A, B, C, D) {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, Other: Selection
    >(_ other: Select<Other, Other.Columns>) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, Other), (A, B, C, D, E, Other.Columns)
    > where Columns == (A, B, C, D, E) {
        let join = Join(other.core, .cross)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4,
            Other.Columns(_source: join.source)
        )
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, D.self, E.self, Other.Columns.self)
        )
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, Other: Table
    >(_ other: Other.Type) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, Other), (A, B, C, D, E, Other.Columns)
    > where Columns == (A, B, C, D, E) {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        Other: Selection
    >(_ other: Select<Other, Other.Columns>) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, Other),
        (A, B, C, D, E, F, Other.Columns)
    > where Columns == (A, B, C, D, E, F) {
        let join = Join(other.core, .cross)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5,
            Other.Columns(_source: join.source)
        )
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        Other: Table
    >(_ other: Other.Type) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, Other),
        (A, B, C, D, E, F, Other.Columns)
    > where Columns == (A, B, C, D, E, F) {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, Other: Selection
    >(_ other: Select<Other, Other.Columns>) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, Other),
        (A, B, C, D, E, F, G, Other.Columns)
    > where Columns == (A, B, C, D, E, F, G) {
        let join = Join(other.core, .cross)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
            Other.Columns(_source: join.source)
        )
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, Other: Table
    >(_ other: Other.Type) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, Other),
        (A, B, C, D, E, F, G, Other.Columns)
    > where Columns == (A, B, C, D, E, F, G) {
        crossJoin(Other.scoped)
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, Other: Selection
    >(_ other: Select<Other, Other.Columns>) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, Other),
        (A, B, C, D, E, F, G, H, Other.Columns)
    > where Columns == (A, B, C, D, E, F, G, H) {
        let join = Join(other.core, .cross)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, columns.7,
            Other.Columns(_source: join.source)
        )
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self,
                Other.Columns.self))
    }
}

extension Select {
    /// Joins every row of another table.
    public func crossJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, Other: Table
    >(_ other: Other.Type) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, Other),
        (A, B, C, D, E, F, G, H, Other.Columns)
    > where Columns == (A, B, C, D, E, F, G, H) {
        crossJoin(Other.scoped)
    }
}
