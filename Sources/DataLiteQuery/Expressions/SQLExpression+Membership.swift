// Whether a value is in a list or in the result of a query. The condition is never NULL.

extension ComposableExpression where Value: SQLiteBindable {
    /// Whether the value is in a list. An empty list contains no value.
    ///
    /// The SQL text does not depend on the number of values.
    public func `in`(_ values: some Sequence<Value._Plain>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(InList.node(NullableOperand(expression), values, of: Value.self))
    }

    /// Whether an optional value is in a list.
    public func `in`<Wrapped: SQLiteRepresentable>(
        _ values: some Sequence<Wrapped._Plain>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(InList.node(NullableOperand(expression), values, of: Wrapped.self))
    }
}

extension SQLExpression where Value: SQLiteBindable {
    /// Whether the value equals one of several expressions. NULL equals none of them.
    @_disfavoredOverload
    public func `in`(_ values: [Self]) -> SQLExpression<Bool> {
        let list = ExpressionList(values: values.map(\.node))
        return SQLExpression<Bool>(
            .fragment(InQuery(operand: node, query: list, isNullable: Value._containsNull)))
    }
}

extension SQLExpression {
    /// Whether the value is in the result of a query. NULL is not in any result. In a column of a group, NULL equals
    /// NULL.
    public func `in`(_ query: some Query<Value._Plain>) -> SQLExpression<Bool> {
        isMember(of: query, isNullable: Value._containsNull)
    }

    /// Whether an optional value is in the result of a query. NULL is not in any result.
    public func `in`<Wrapped: RowRepresentable>(
        _ query: some Query<Wrapped._Plain>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        isMember(of: query, isNullable: true)
    }

    /// Whether the value is in the result of a query of optionals.
    @_disfavoredOverload
    public func `in`(_ query: some Query<Value._Plain?>) -> SQLExpression<Bool> {
        isMember(of: query, isNullable: true)
    }

    /// Does not compile.
    @available(
        *, unavailable,
        message: "the query must select one value of the same type as the expression"
    )
    @_disfavoredOverload
    public func `in`<Output>(_ query: some Query<Output>) -> SQLExpression<Bool> {
        isMember(of: query, isNullable: true)
    }

    /// Whether a group of columns is in a list. As with `==`, NULL equals NULL in a column of the group.
    @_disfavoredOverload
    public func `in`(_ values: [Value]) -> SQLExpression<Bool> where Value: Selection {
        GroupMembership.isMember(node, of: values, columns: Value.columnDefinitions)
    }

    /// Whether an optional group of columns is in a list.
    @_disfavoredOverload
    public func `in`<Wrapped: Selection>(_ values: [Wrapped]) -> SQLExpression<Bool>
    where Value == Wrapped? {
        GroupMembership.isMember(node, of: values, columns: Wrapped.columnDefinitions)
    }

    /// Whether the value is in a list, for code that is generic over tables: `$0.primaryKey.in(keys)`.
    @_disfavoredOverload
    public func `in`(_ values: some Sequence<Value._Plain>) -> SQLExpression<Bool> {
        guard node.isRow else {
            return SQLExpression<Bool>(InList.node(NullableOperand(self), values, of: Value.self))
        }
        let groups = values.map { Value(_plain: $0) }
        let columns = ColumnDefinition.group(of: Value.self)?.type.columnDefinitions
        return GroupMembership.isMember(node, of: groups, columns: columns)
    }

    private func isMember(of query: some Query, isNullable: Bool) -> SQLExpression<Bool> {
        let query = QueryText(query: query, storedAs: StoredForms(of: Value.self))
        if let membership = GroupMembership(self, in: query) {
            return SQLExpression<Bool>(.fragment(membership))
        }
        return SQLExpression<Bool>(
            .fragment(InQuery(operand: node, query: query, isNullable: isNullable)))
    }
}

// Disfavored, so that a range of integers is not written as a list.
extension Sequence where Element: Sendable {
    /// Whether the sequence contains the value of an expression.
    @_disfavoredOverload
    public func contains<Value: SQLiteRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Bool> where Value._Plain == Element {
        value.in(self)
    }

    /// Whether the sequence contains the value of an optional expression.
    @_disfavoredOverload
    public func contains<Value: SQLiteRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Bool> where Value._Plain == Element {
        value.in(self)
    }
}

extension Sequence where Element: Selection {
    /// Whether the sequence contains the value of a group of columns.
    @_disfavoredOverload
    public func contains(_ group: SQLExpression<Element>) -> SQLExpression<Bool> {
        group.in(Array(self))
    }
}

/// An operand of `IN` that may be NULL, in which case SQL's condition is NULL. The condition is written so that it is
/// false instead, where that makes a difference.
struct NullableOperand: Sendable {
    let node: SQLNode
    private let isNullable: Bool

    init<Value>(_ expression: SQLExpression<Value>) {
        node = expression.node
        isNullable = Value._containsNull
    }

    /// The precedence of the condition.
    var precedence: Precedence { isNullable && node.isColumn ? .and : .equality }

    /// Writes the condition. The closure writes it for an operand that is not NULL.
    func write(
        to writer: inout _SQLWriter, _ condition: (SQLNode, inout _SQLWriter) -> Void
    ) {
        guard isNullable, !writer.fragmentIgnoresNull else { return condition(node, &writer) }
        if node.isColumn {
            // This form can use an index.
            writer.write(node, atLeast: Precedence.equality.next)
            writer.write(" IS NOT NULL AND ")
            condition(node, &writer)
        } else {
            // This form computes the operand only once.
            writer.write("coalesce(")
            condition(node, &writer)
            writer.write(", 0)")
        }
    }
}

/// `a, b, c`
private struct ExpressionList: SQLRenderable {
    let values: [SQLNode]

    func write(to writer: inout _SQLWriter) { writer.writeList(values) { $0.write($1) } }
}

/// `value IN (SELECT ...)`
struct InQuery: SQLRenderable {
    let operand: SQLNode
    let query: any SQLRenderable
    /// Whether the value or one of the results may be NULL, so that SQL's condition may be NULL, too.
    let isNullable: Bool

    var precedence: Precedence { .equality }

    func write(to writer: inout _SQLWriter) {
        let isCertain = isNullable && !writer.fragmentIgnoresNull
        if isCertain { writer.write("coalesce(") }
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" IN (")
        query.write(to: &writer)
        writer.write(isCertain ? "), 0)" : ")")
    }
}

/// `value IN (...)` for a list of values.
///
/// The list is one parameter, a JSON array, so the text is the same for every number of values and the statement is
/// prepared once. Values that JSON cannot contain are in a second parameter, a BLOB, and the array contains the
/// position and length of each. Very large and very small numbers are written as products, because newer versions of
/// SQLite may round their decimal form.
///
/// The condition is false for NULL, unless the list contains it.
struct InList: SQLRenderable {
    let operand: NullableOperand
    let values: [SQLiteValue]

    /// The condition that a value is in a list; a failure if an element of the list cannot be encoded.
    static func node<Value: RowRepresentable>(
        _ operand: NullableOperand, _ list: some Sequence<Value._Plain>, of type: Value.Type
    ) -> SQLNode {
        var values = RowWriter()
        values.reserveCapacity(list.underestimatedCount)
        for value in list { values.append(Value(_plain: value)) }
        if let error = values.error { return .failure(error) }
        return .fragment(InList(operand: operand, values: values.values))
    }

    var precedence: Precedence { containsNull ? .or : operand.precedence }

    private var containsNull: Bool { values.contains(where: \.isNull) }

    func write(to writer: inout _SQLWriter) {
        guard containsNull else { return operand.write(to: &writer, writeMembership) }
        writeMembership(operand.node, to: &writer)
        writer.write(" OR ")
        writer.write(operand.node, atLeast: Precedence.equality.next)
        writer.write(" IS NULL")
    }

    private func writeMembership(_ operand: SQLNode, to writer: inout _SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" IN (")
        if writer.writesSchema { writeEach(to: &writer) } else { writeArray(to: &writer) }
        writer.write(")")
    }

    private func writeArray(to writer: inout _SQLWriter) {
        let list = JSONList(values)
        if let error = list.error { writer.fail(error) }
        writer.write("SELECT ")
        if list.hasOtherForms {
            list.writeForms(to: &writer)
        } else {
            writer.write("\"value\" FROM json_each(")
            writer.write(parameter: .text(list.text))
            writer.write(")")
        }
    }

    /// Writes each value, except NULL and NaN, which SQLite stores as NULL.
    private func writeEach(to writer: inout _SQLWriter) {
        let values = values.filter { value in
            UnstorableValue(value) != nil || !value.isStored(as: .null)
        }
        writer.writeList(values) { $0.write(parameter: $1) }
    }
}
