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
struct QueryText<Q: Query>: SQLRenderable {
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
        SQLExpression(.fragment(Exists(query: QueryText(query: self))))
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
        SQLExpression<Value?>(scalarNode(of: Value.self))
    }

    /// The value of the first row. A date or UUID with a representation is converted, if the expression has none.
    fileprivate func scalarNode<Value: RowRepresentable>(of type: Value.Type) -> SQLNode {
        if type._representation == nil, let stored = _decoder.forms.representation(of: 0),
            let node = SQLNode.converted(
                .fragment(Subquery(query: QueryText(query: self))), from: stored)
        {
            return node
        }
        return subqueryNode(storedAs: StoredForms(of: type))
    }
}

// MARK: - Queries without `scalar()`

/// A query of single values is an expression where an expression of its type is expected: in a selection, as the result
/// of `CASE`, or in `Values`.
///
/// ```swift
/// RemindersList.select { list in (list.title, Reminder.where { $0.listID == list.id }.count()) }
/// ```
///
/// Without rows, the value is NULL, which is an error when it is decoded as a type that is not optional. For an optional
/// value, write `scalar()`.
extension Select: SelectableValue, SelectableOptional, Selectable, OrderingTerm, ScalarExpression
where Output: SQLiteRepresentable, Output._Plain == Output {
    public typealias Value = Output
    public typealias Wrapped = Output._Wrapped

    public var expression: SQLExpression<Output> { SQLExpression(scalarNode(of: Output.self)) }
}
