/// An expression with values of a type. As the type of a parameter, it excludes literals.
//
// `any ScalarExpression<Value>` would do, but makes the optimizer of Swift 6.3 crash.
public protocol _TypedExpression<Value>: Sendable {
    /// The type of the values, as they are stored.
    associatedtype Value: RowRepresentable

    /// The expression.
    var expression: SQLExpression<Value> { get }
}

extension _TypedExpression {
    var node: SQLNode { expression.node }
}

/// An expression, or a query of single values: `(SELECT ...)` is its first value.
public protocol ScalarExpression<Value>: _TypedExpression, Selectable, OrderingTerm
where Output == Value._Plain, Wrapped == Value._Wrapped {}

/// An expression, or a type that can be used as one, such as the call of an ``SQLFunction``.
public protocol SQLExpressionProtocol<Value>: ScalarExpression, _WindowCallable {}

extension SQLExpressionProtocol {
    public var _calledFunction: SQLExpression<Value> { expression }
}

extension ScalarExpression {
    public var _orderingTerm: Ordering { expression._orderingTerm }

    public func _appendColumns(to list: inout _SelectList) {
        expression._appendColumns(to: &list)
    }

    @inlinable
    public static func decode(_ row: inout RowReader) throws(SQLiteError) -> Output {
        try row.next(as: Value.self)._plain
    }

    @inlinable
    public static var _selectedColumnCount: Int { Value.columnCount }

    @inlinable
    public static func _appendForms(to forms: inout StoredForms) { forms.append(Value.self) }
}

extension SQLExpression: SQLExpressionProtocol {
    public var expression: SQLExpression<Value> { self }
}

/// An argument of a function: an expression, or a value, which is bound.
public protocol SQLOperand<Operand>: Sendable {
    /// The type of the argument's values.
    associatedtype Operand: RowRepresentable

    /// The argument as an expression.
    var _operand: SQLExpression<Operand> { get }
}

extension SQLExpression: SQLOperand {
    public var _operand: SQLExpression<Value> { self }
}

extension String: SQLOperand {
    public var _operand: SQLExpression<String> { SQLExpression(self) }
}

extension Int: SQLOperand {
    public var _operand: SQLExpression<Int> { SQLExpression(self) }
}

extension Double: SQLOperand {
    public var _operand: SQLExpression<Double> { SQLExpression(self) }
}

extension SQLOperand {
    var operandNode: SQLNode { _operand.node }
}
