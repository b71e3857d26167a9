/// The columns of a table in an update. They can be read as expressions, and assigned expressions or values.
///
/// ```swift
/// Reminder.find(id).update {
///     $0.position += 1
///     $0.title = $0.title.upper()
///     $0.dueDate = nil
/// }
///
/// extension Updates<Reminder> {
///     mutating func postpone() { self.position += 1 }
/// }
/// ```
///
/// In a table whose rows are an enum, a case that gets a value sets the columns of all other cases to NULL.
///
/// Reading a column that was assigned returns the assigned expression, as with a property. All other columns have
/// their values from before the update:
///
/// ```swift
/// $0.count += 1
/// $0.total = $0.count * 2                        // SET "count" = "count" + 1, "total" = ("count" + 1) * 2
/// ($0.first, $0.second) = ($0.second, $0.first)  // exchanges the values
/// ```
///
/// SQLite computes an assigned expression again at each place that reads it. The statement fails if an assigned
/// expression with `random()`, or with a function that is not deterministic, is also read. Assign such a value in an
/// update of its own. Two columns that are assigned the same expression with `random()` get different values.
@dynamicMemberLookup
public struct Updates<Model: Table> {
    /// The columns that are set, in the order of their first assignment.
    var assignments: [Assignment] = []

    let columns: Model.Columns

    init(_ columns: Model.Columns) { self.columns = columns }

    // MARK: - Columns

    /// A column as an expression.
    public subscript<Value>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value> {
        get { SQLExpression(value(of: columns[keyPath: column].node)) }
        set { assign(newValue.node, to: columns[keyPath: column].node) }
    }

    /// A column, with or without a representation, that is set to a value.
    @_disfavoredOverload
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> Value._Assigned {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        set {
            assign(SQLNode(binding: Value(_assigned: newValue)), to: columns[keyPath: column].node)
        }
    }

    /// A nullable column that is set to an expression that is never NULL.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value?>>
    ) -> any SQLExpressionProtocol<Value> {
        @available(*, unavailable, message: "the column may be NULL")
        get { while true {} }
        set { assign(newValue.node, to: columns[keyPath: column].node) }
    }

    /// A group whose columns are set to values.
    @_disfavoredOverload
    public subscript<Group>(
        dynamicMember group: KeyPath<Model.Columns, SQLExpression<Group>>
    ) -> UpdatedGroup<Group> {
        get { UpdatedGroup(expression: self[dynamicMember: group]) }
        set { self[dynamicMember: group] = newValue.expression }
    }

    /// A column that is set to the first row of a query.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value>>
    ) -> any Query<Value._Plain> {
        @available(*, unavailable, message: "a column is not a query")
        get { while true {} }
        set {
            assign(
                newValue.subqueryNode(storedAs: StoredForms(of: Value.self)),
                to: columns[keyPath: column].node)
        }
    }

    /// A nullable column that is set to the first row of a query of values that are never NULL.
    @_disfavoredOverload
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Model.Columns, SQLExpression<Value?>>
    ) -> any Query<Value._Plain> {
        @available(*, unavailable, message: "the column may be NULL")
        get { while true {} }
        set {
            assign(
                newValue.subqueryNode(storedAs: StoredForms(of: Value?.self)),
                to: columns[keyPath: column].node)
        }
    }

    // MARK: - Generated columns

    /// A generated column as an expression. It can be read, not assigned.
    public subscript<Value>(
        dynamicMember column: WritableKeyPath<Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value> {
        get { self[dynamicMember: column as KeyPath] }
        @available(
            *, unavailable,
            message: "SQLite computes a generated column: assign the columns it is computed from"
        )
        set {}
    }

    /// A generated column that is set to a value, which is a mistake.
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public subscript<Value: RowRepresentable>(
        dynamicMember column: WritableKeyPath<Model.Columns, SQLExpression<Value>>
    ) -> Value._Assigned {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        @available(
            *, unavailable,
            message: "SQLite computes a generated column: assign the columns it is computed from"
        )
        set {}
    }

    // MARK: - Several columns

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
}

// The macro declares generated columns with a setter, so that their key paths are writable, and the compiler chooses
// these subscripts. They follow those above because the compiler tries the subscripts in this order.

// A subscript for each number of columns: the compiler (Swift 6.3) crashes for one with a parameter pack.
