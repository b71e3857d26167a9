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

    /// The value of a row in another form.
    private let converted: SQLNode?

    /// The number of columns of a `.none` whose type does not tell it.
    private var noneColumnCount: Int?

    init(query: Q) {
        self.query = query
        mistake = nil
        converted = nil
    }

    /// Creates a fragment for a query whose values are stored, or compared with values that are stored, in the given
    /// forms. Single values in another form are converted.
    init(query: Q, storedAs forms: StoredForms) {
        self.query = query
        let mistake = query._decoder.forms.mismatch(expecting: forms)
        converted = mistake.flatMap { _ in
            query.converting(.column("cte:0", "value"), to: forms)
        }
        self.mistake = converted == nil ? mistake : nil
        if query._decoder.forms.isUnknown { noneColumnCount = forms.columnCount }
    }

    func write(to writer: inout _SQLWriter) {
        if let mistake { writer.fail(mistake) }
        writer.hasSubquery = true
        if let noneColumnCount { return writer.writeNoRows(columnCount: noneColumnCount) }
        guard let converted else { return query._write(to: &writer) }
        // Only a common table expression can name the column of any query.
        let rows = NestedPart(QueryText(query: query))
        [CommonTable(name: "cte:0", columns: ["value"], query: rows)].write(to: &writer)
        writer.write("SELECT ")
        writer.write(converted)
        writer.write(" FROM ")
        writer.writeName("cte:0")
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
    public func scalar() -> SQLExpression<Output._NonNull?> where Output: RowRepresentable {
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

    /// The array of a query of one row, such as `select { $0.title.jsonGroupArray() }`, as an expression.
    ///
    /// ```swift
    /// RemindersList.select { list in
    ///     (list.title, Reminder.where { $0.listID == list.id }.select { $0.title.jsonGroupArray() }.scalar())
    /// }
    /// ```
    ///
    /// Without a row, the value is NULL, which is an error when it is decoded: then write `scalar(as:)`.
    @_disfavoredOverload
    public func scalar<Element: Codable & Sendable>() -> SQLExpression<
        JSONRepresentation<[Element]>
    >
    where Output == [Element] {
        SQLExpression(scalarNode(of: JSONRepresentation<[Element]>.self))
    }

    /// The rows of a query of one row, such as `select { $0.jsonGroupArray() }`, as an expression.
    public func scalar<Row: Selection>() -> SQLExpression<JSONRows<Row>> where Output == [Row] {
        SQLExpression(scalarNode(of: JSONRows<Row>.self))
    }

    private func scalarExpression<Value>() -> SQLExpression<Value?> {
        SQLExpression<Value?>(scalarNode(of: Value.self))
    }

    /// The value of the first row, in the form of a type.
    fileprivate func scalarNode<Value: RowRepresentable>(of type: Value.Type) -> SQLNode {
        subqueryNode(storedAs: StoredForms(of: type))
    }

    /// The query as the value of columns that store their values in the given forms. A single value in another form is
    /// converted.
    func subqueryNode(storedAs forms: StoredForms) -> SQLNode {
        let subquery = Subquery(query: QueryText(query: self))
        if _decoder.forms.mismatch(expecting: forms) == nil { return .fragment(subquery) }
        return converting(.fragment(subquery), to: forms)
            ?? .fragment(Subquery(query: QueryText(query: self, storedAs: forms)))
    }

    /// The value of a row in another form; `nil` if it has several columns, or no such form.
    func converting(_ value: SQLNode, to forms: StoredForms) -> SQLNode? {
        guard _decoder.columnCount == 1, forms.columnCount == 1 else { return nil }
        return SQLNode.converted(
            value, from: _decoder.forms.representation(of: 0), to: forms.representation(of: 0))
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
extension Select: _SelectableValue, _SelectableOptional, Selectable, OrderingTerm, ScalarExpression,
    _TypedExpression
where Output: SQLiteRepresentable, Output._Plain == Output {
    public typealias Value = Output
    public typealias Wrapped = Output._Wrapped

    public var expression: SQLExpression<Output> { SQLExpression(scalarNode(of: Output.self)) }

    /// NULL without rows.
    public var _comparand: SQLExpression<Output._NonNull?> {
        SQLExpression<Output._NonNull?>(expression.node)
    }
}
