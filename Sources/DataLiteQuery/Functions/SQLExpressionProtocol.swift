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

    /// A call with the expression as its first argument.
    func call<Result>(_ name: StaticString, _ arguments: SQLNode...) -> SQLExpression<Result> {
        SQLExpression<Result>(.call(name, [node] + arguments))
    }
}

/// An expression, or a query of single values: `(SELECT ...)` is its first value.
public protocol ScalarExpression<Value>: _TypedExpression, Selectable, OrderingTerm
where Output == Value._Plain, Wrapped == Value._Wrapped {
    /// The type of the values in a comparison: optional for a query, which may have no row.
    associatedtype _Comparand: RowRepresentable = Value

    /// The expression in a comparison.
    var _comparand: SQLExpression<_Comparand> { get }
}

extension ScalarExpression where _Comparand == Value {
    public var _comparand: SQLExpression<Value> { expression }
}

/// An expression, or a type that can be used as one, such as the call of an ``SQLFunction``.
public protocol SQLExpressionProtocol<Value>: ScalarExpression {}

/// An expression that has the functions of text and the aggregates of SQL as methods: an ``SQLExpression``, or a `CASE`
/// without `else`.
//
// Not the call of an `SQLFunction`: inside its type, the methods would hide the functions of Swift with which it computes
// its result, such as `min`.
public protocol ComposableExpression<Value>: SQLExpressionProtocol {}

extension ScalarExpression {
    public var _orderingTerm: Ordering { expression._orderingTerm }

    public func _appendColumns(to list: inout _SelectList) {
        expression._appendColumns(to: &list)
    }

    @inlinable
    public static func _decode(_ row: inout RowReader) throws(SQLiteError) -> Output {
        try row.next(as: Value.self)._plain
    }

    @inlinable
    public static var _selectedColumnCount: Int { Value.columnCount }

    @inlinable
    public static func _appendForms(to forms: inout StoredForms) { forms.append(Value.self) }
}

extension SQLExpression: SQLExpressionProtocol, ComposableExpression {
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
