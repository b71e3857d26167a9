/// An expression, or something that becomes one, such as the call of an ``SQLFunction``.
public protocol AnySQLExpression<Value>: Selectable, OrderingTerm, WindowCallable
where Output == Value._Plain, Wrapped == Value._Wrapped {
    /// The expression.
    var expression: SQLExpression<Value> { get }
}

extension AnySQLExpression {
    public var calledFunction: SQLExpression<Value> { expression }

    public var orderingTerm: Ordering { expression.orderingTerm }

    public func appendColumns(to list: inout SelectList) {
        expression.appendColumns(to: &list)
    }

    @inlinable
    public static func decode(_ row: inout RowColumns) throws(SQLiteError) -> Output {
        try row.next(as: Value.self)._plain
    }

    @inlinable
    public static var selectedColumnCount: Int { Value.columnCount }

    @inlinable
    public static func _appendForms(to forms: inout StoredForms) { forms.append(Value.self) }

    var node: SQLNode { expression.node }
}

extension SQLExpression: AnySQLExpression {
    public var expression: SQLExpression<Value> { self }
}

/// The argument of a function: an expression, or a value, which is bound.
public protocol SQLOperand<Operand>: Sendable {
    /// The type of its values.
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
