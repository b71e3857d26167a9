extension Select {
    /// The query, with its rows in sections by a column.
    ///
    /// ```swift
    /// @Fetch(Reminder.order(by: \.title).sections(by: \.status)) var sections = []
    /// ```
    ///
    /// The column is put before the order of the query: `ORDER BY status, title`. A limit counts rows in this order.
    public func sections<Name: RowRepresentable>(
        by name: KeyPath<Columns, SQLExpression<Name>>
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        sectioned(SQLExpression<Name>.self, [columns[keyPath: name]._orderingTerm])
    }

    /// The query, with its rows in sections by an expression.
    ///
    /// ```swift
    /// Reminder.order(by: \.title).sections { Case().when($0.dueDate.isNot(nil), then: "Scheduled").else("Later") }
    /// ```
    public func sections<Name: RowRepresentable>(
        by name: (Columns) -> SQLExpression<Name>
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        sectioned(SQLExpression<Name>.self, [name(columns)._orderingTerm])
    }

    /// The query, with its rows in sections by an expression with a direction: `{ $0.status.desc() }`. The closure can
    /// contain `if` and `switch`. With `nil`, all rows are in one section, whose name is `nil`.
    ///
    /// - Parameter type: The type of the expression: of the property, or its representation.
    @_disfavoredOverload
    public func sections<Name: RowRepresentable>(
        @OrderingBuilder by name: (Columns) -> [Ordering], as type: Name.Type = String?.self
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        sectioned(SQLExpression<Name>.self, name(columns))
    }

    private func sectioned<Name: RowRepresentable>(
        _ type: SQLExpression<Name>.Type, _ order: [Ordering]
    ) -> SectionedQuery<Output, Name._Plain>
    where Output: Sendable, Name._Plain: Hashable & Sendable {
        let order = order.isEmpty ? [SQLNode.null] : order.flatMap(\.nodes)
        return SectionedQuery(core, _decoder, order: order, name: type)
    }
}
