/// A query in parentheses.
struct Subquery: SQLFragment {
    let query: any SQLFragment

    func write(to writer: inout SQLWriter) {
        writer.write("(")
        query.write(to: &writer)
        writer.write(")")
    }
}

/// `EXISTS (...)`
struct Exists: SQLFragment {
    let query: any SQLFragment

    func write(to writer: inout SQLWriter) {
        writer.write("EXISTS (")
        query.write(to: &writer)
        writer.write(")")
    }
}

/// Any query as a part of a statement.
struct QueryFragment<Q: Query>: SQLFragment {
    let query: Q

    func write(to writer: inout SQLWriter) { query.write(to: &writer) }
}

extension Query {
    /// Whether the query has any row.
    public func exists() -> SQLExpression<Bool> {
        SQLExpression(.fragment(Exists(query: QueryFragment(query: self))))
    }

    /// The value of the first row as an expression; NULL if there is no row.
    public func scalar<Value: RowRepresentable>() -> SQLExpression<Value?> where Output == Value {
        SQLExpression(.fragment(Subquery(query: QueryFragment(query: self))))
    }

    /// The value of the first row as an expression; NULL if there is no row.
    public func scalar<Value: RowRepresentable>() -> SQLExpression<Value?> where Output == Value? {
        SQLExpression(.fragment(Subquery(query: QueryFragment(query: self))))
    }
}
