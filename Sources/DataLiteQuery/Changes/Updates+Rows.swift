// A subscript for each number of columns: the compiler (Swift 6.3) crashes for one with a parameter pack.

extension Updates {
    /// Two columns that are set to the values of the first row of a query: `("price", "stock") = (SELECT ...)`.
    ///
    /// ```swift
    /// Item.all.update { item in
    ///     item[\.price, \.stock] = Offer.where { $0.itemID == item.id }.select { ($0.price, $0.count) }
    /// }
    /// ```
    ///
    /// The query runs once for each updated row. If it has no row, the columns become NULL. They cannot be read after
    /// the assignment. Values and expressions need no subscript: `($0.price, $0.stock) = (5, $0.stock + 1)`.
    public subscript<First: RowRepresentable, Second: RowRepresentable>(
        first: KeyPath<Model.Columns, SQLExpression<First>>,
        second: KeyPath<Model.Columns, SQLExpression<Second>>
    ) -> any Query<(First._Plain, Second._Plain)> {
        @available(*, unavailable, message: "columns are not a query")
        get { while true {} }
        set {
            var forms = StoredForms(of: First.self)
            forms.append(Second.self)
            assign(
                newValue, storedAs: forms,
                to: [columns[keyPath: first].node, columns[keyPath: second].node])
        }
    }

    /// Three columns that are set to the values of the first row of a query.
    ///
    /// Like the subscript with two columns.
    public subscript<First: RowRepresentable, Second: RowRepresentable, Third: RowRepresentable>(
        first: KeyPath<Model.Columns, SQLExpression<First>>,
        second: KeyPath<Model.Columns, SQLExpression<Second>>,
        third: KeyPath<Model.Columns, SQLExpression<Third>>
    ) -> any Query<(First._Plain, Second._Plain, Third._Plain)> {
        @available(*, unavailable, message: "columns are not a query")
        get { while true {} }
        set {
            var forms = StoredForms(of: First.self)
            forms.append(Second.self)
            forms.append(Third.self)
            let targets = [
                columns[keyPath: first].node, columns[keyPath: second].node,
                columns[keyPath: third].node,
            ]
            assign(newValue, storedAs: forms, to: targets)
        }
    }

    /// Assigns a query to columns and groups of columns.
    private mutating func assign(
        _ query: some Query, storedAs forms: StoredForms, to targets: [SQLNode]
    ) {
        assign(query.subqueryNode(storedAs: forms), to: .row(targets.flatMap(\.elements)))
    }
}
