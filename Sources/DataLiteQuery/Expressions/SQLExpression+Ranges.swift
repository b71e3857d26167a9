// Whether a value is in a range: `(1...9).contains($0.priority)`, `$0.priority.in(1...9)`.

/// A range of Swift that a condition can compare a value with: `1...9`, `1..<9`, `1...`, `...9`, `..<9`.
public protocol _SQLRange<Bound> {
    associatedtype Bound: Comparable

    /// The bounds. The range has the values `low` and `high`, and all below `limit`.
    var _bounds: _RangeBounds<Bound> { get }
}

public struct _RangeBounds<Bound> {
    var low: Bound?
    var high: Bound?
    var limit: Bound?
}

extension ClosedRange: _SQLRange {
    public var _bounds: _RangeBounds<Bound> { _RangeBounds(low: lowerBound, high: upperBound) }
}

extension Range: _SQLRange {
    public var _bounds: _RangeBounds<Bound> { _RangeBounds(low: lowerBound, limit: upperBound) }
}

extension PartialRangeFrom: _SQLRange {
    public var _bounds: _RangeBounds<Bound> { _RangeBounds(low: lowerBound) }
}

extension PartialRangeThrough: _SQLRange {
    public var _bounds: _RangeBounds<Bound> { _RangeBounds(high: upperBound) }
}

extension PartialRangeUpTo: _SQLRange {
    public var _bounds: _RangeBounds<Bound> { _RangeBounds(limit: upperBound) }
}

extension _SQLRange where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.node.condition(_bounds, Value.self))
    }

    /// Whether the value of an optional expression is in the range; false if the value is NULL.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.membership(_bounds, Value.self))
    }
}

// As with a list, the condition is false for NULL. Other ranges than those of integers have only `contains`.
extension SQLExpression where Value: SQLiteBindable {
    /// Whether the value is in a range.
    public func `in`(
        _ range: some _SQLRange<Value._Plain> & Sequence<Value._Plain>
    ) -> SQLExpression<Bool> {
        SQLExpression<Bool>(membership(range._bounds, Value.self))
    }

    /// Whether an optional value is in a range.
    public func `in`<Wrapped: SQLiteRepresentable>(
        _ range: some _SQLRange<Wrapped._Plain> & Sequence<Wrapped._Plain>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(membership(range._bounds, Wrapped.self))
    }
}

extension SQLExpression {
    /// The condition that the value is in a range; false if the value is NULL.
    fileprivate func membership<Bound: RowRepresentable>(
        _ bounds: _RangeBounds<Bound._Plain>, _ type: Bound.Type
    ) -> SQLNode {
        .fragment(
            InRange(operand: NullableOperand(self), condition: node.condition(bounds, type)))
    }
}

extension SQLNode {
    /// The condition that the value is in a range, whose bounds are written as those of a type.
    fileprivate func condition<Bound: RowRepresentable>(
        _ bounds: _RangeBounds<Bound._Plain>, _ type: Bound.Type
    ) -> SQLNode {
        guard Bound.isOrdered else { return .failure(.noOrder(type)) }
        func bound(_ value: Bound._Plain) -> SQLNode { SQLNode(binding: value, as: type) }
        if let low = bounds.low, let high = bounds.high {
            return .fragment(
                TernaryOperation(self, " BETWEEN ", bound(low), " AND ", bound(high)))
        }
        let terms: [(BinaryOperator, Bound._Plain?)] = [
            (.greaterOrEqual, bounds.low), (.lessOrEqual, bounds.high), (.less, bounds.limit),
        ]
        return terms.compactMap { symbol, value in
            value.map { .binary(self, symbol, bound($0)) }
        }.conjunction ?? .always
    }
}

/// The condition that a value is in a range; false if the value is NULL.
private struct InRange: SQLRenderable {
    let operand: NullableOperand
    let condition: SQLNode

    var precedence: Precedence { min(operand.precedence, condition.precedence) }

    func write(to writer: inout _SQLWriter) {
        operand.write(to: &writer) { _, writer in writer.write(condition, atLeast: .and) }
    }
}
