/// A query in parentheses.
struct Subquery: SQLRenderable {
    let query: any SQLRenderable

    func write(to writer: inout _SQLWriter) {
        writer.write("(")
        query.write(to: &writer)
        writer.write(")")
    }
}

/// `EXISTS (...)`
struct Exists: SQLRenderable {
    let query: any SQLRenderable

    func write(to writer: inout _SQLWriter) {
        writer.write("EXISTS (")
        query.write(to: &writer)
        writer.write(")")
    }
}

/// Any query as a part of a statement.
struct QueryFragment<Q: Query>: SQLRenderable {
    private let query: Q
    private let mistake: SQLiteError?

    init(query: Q) {
        self.query = query
        mistake = nil
    }

    /// Creates a fragment for a query whose values are stored, or compared with values that are stored, in the given
    /// forms.
    init(query: Q, storedAs forms: StoredForms) {
        self.query = query
        mistake = query._decoder.forms.mismatch(expecting: forms)
    }

    func write(to writer: inout _SQLWriter) {
        if let mistake { writer.fail(mistake) }
        writer.hasSubquery = true
        query._write(to: &writer)
    }
}

extension Table {
    /// Whether the table has any row: `EXISTS`.
    public static func exists() -> SQLExpression<Bool> { scoped.exists() }
}

extension Query {
    /// Whether the query returns any row: `EXISTS`.
    public func exists() -> SQLExpression<Bool> {
        SQLExpression(.fragment(Exists(query: QueryFragment(query: self))))
    }

    /// The value of the first row as an expression; NULL if there are no rows.
    public func scalar<Value: RowRepresentable>() -> SQLExpression<Value?> where Output == Value {
        scalarExpression()
    }

    /// The value of the first row as an expression; NULL if there are no rows.
    public func scalar<Value: RowRepresentable>() -> SQLExpression<Value?> where Output == Value? {
        scalarExpression()
    }

    /// The value of the first row as an expression, for a column that stores its values in another form; NULL if there
    /// are no rows.
    ///
    /// ```swift
    /// Event.select(\.date).scalar(as: UnixTime.self)
    /// ```
    public func scalar<Representation: RowRepresentable>(
        as type: Representation.Type
    ) -> SQLExpression<Representation?> where Output == Representation._Plain {
        scalarExpression()
    }

    /// The value of the first row as an expression, for a column that stores its values in another form; NULL if there
    /// are no rows.
    public func scalar<Representation: RowRepresentable>(
        as type: Representation.Type
    ) -> SQLExpression<Representation?> where Output == Representation._Plain? {
        scalarExpression()
    }

    private func scalarExpression<Value>() -> SQLExpression<Value?> {
        let query = QueryFragment(query: self, storedAs: StoredForms(of: Value.self))
        return SQLExpression<Value?>(.fragment(Subquery(query: query)))
    }
}
