// Several tables of `WITH` in one closure, as other libraries write them.

/// Collects the queries in the closure of a ``With``.
@resultBuilder
public enum CommonTablesBuilder {
    /// Two tables.
    public static func buildBlock<First, Second, C1, C2>(
        _ first: Select<First, C1>, _ second: Select<Second, C2>
    ) -> (Select<First, C1>, Select<Second, C2>) {
        (first, second)
    }

    /// Three tables.
    public static func buildBlock<First, Second, Third, C1, C2, C3>(
        _ first: Select<First, C1>, _ second: Select<Second, C2>, _ third: Select<Third, C3>
    ) -> (Select<First, C1>, Select<Second, C2>, Select<Third, C3>) {
        (first, second, third)
    }
}

extension With {
    /// A query over two tables.
    ///
    /// ```swift
    /// With {
    ///     Item.where { $0.price > 1000 }
    ///     Order.where(\.isOpen)
    /// } query: { expensive, open in
    ///     open.where { $0.itemID.in(expensive.select(\.id)) }
    /// }
    /// ```
    public init<First: Selection, C1, Second: Selection, C2>(
        materialized: Bool? = nil,
        @CommonTablesBuilder _ tables: () -> (Select<First, C1>, Select<Second, C2>),
        @CommonTableBodyBuilder query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>
        ) -> Body
    ) {
        let (first, second) = tables()
        self.init(materialized: materialized, { first }, with: { second }, query: query)
    }

    /// A query over three tables.
    public init<First: Selection, C1, Second: Selection, C2, Third: Selection, C3>(
        materialized: Bool? = nil,
        @CommonTablesBuilder _ tables: () -> (
            Select<First, C1>, Select<Second, C2>, Select<Third, C3>
        ),
        @CommonTableBodyBuilder query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>,
            Select<Third, Third.Columns>
        ) -> Body
    ) {
        let (first, second, third) = tables()
        self.init(
            materialized: materialized, { first }, with: { second }, with: { third }, query: query)
    }

    /// A query over two tables with the names of their types. The second one can use the first.
    public init<First: Selection, C1, Second: Selection, C2>(
        _ first: First.Type, _ second: Second.Type, materialized: Bool? = nil,
        @CommonTablesBuilder _ tables: () -> (Select<First, C1>, Select<Second, C2>),
        @CommonTableBodyBuilder query: () -> Body
    ) {
        let rows = tables()
        self.init(
            first, second, materialized: materialized, { rows.0 }, with: { rows.1 }, query: query)
    }

    /// A query over three tables with the names of their types. Each one can use those before it.
    public init<First: Selection, C1, Second: Selection, C2, Third: Selection, C3>(
        _ first: First.Type, _ second: Second.Type, _ third: Third.Type, materialized: Bool? = nil,
        @CommonTablesBuilder _ tables: () -> (
            Select<First, C1>, Select<Second, C2>, Select<Third, C3>
        ),
        @CommonTableBodyBuilder query: () -> Body
    ) {
        let rows = tables()
        self.init(
            first, second, third, materialized: materialized, { rows.0 }, with: { rows.1 },
            with: { rows.2 }, query: query)
    }

    /// A query over two tables with the names of the types of their rows, which the query uses. The second table can
    /// use the first.
    public init<First: Selection, C1, Second: Selection, C2>(
        materialized: Bool? = nil,
        @CommonTablesBuilder _ tables: () -> (Select<First, C1>, Select<Second, C2>),
        @CommonTableBodyBuilder query: () -> Body
    ) {
        self.init(First.self, Second.self, materialized: materialized, tables, query: query)
    }

    /// A query over three tables with the names of the types of their rows, which the query uses. Each one can use
    /// those before it.
    public init<First: Selection, C1, Second: Selection, C2, Third: Selection, C3>(
        materialized: Bool? = nil,
        @CommonTablesBuilder _ tables: () -> (
            Select<First, C1>, Select<Second, C2>, Select<Third, C3>
        ),
        @CommonTableBodyBuilder query: () -> Body
    ) {
        self.init(
            First.self, Second.self, Third.self, materialized: materialized, tables, query: query)
    }
}
