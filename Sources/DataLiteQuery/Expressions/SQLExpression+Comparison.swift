// Comparison of expressions with expressions and with values.
//
// The overloads for plain values are disfavored: otherwise, queries with literals over many tables would take seconds
// to type-check.

// MARK: - Literals

// These are before the general operators, because the compiler tries the operators that match a literal in this order.
// After a solution without a disfavored operator, it skips the others: with another order, the number of solutions that it
// tries for `n` conditions would grow with the cube of `n`.

extension SQLExpression where Value: _LiteralValue {
    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), SQLNode(binding: rhs)))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .binary(lhs.node, .inequality(of: Value.self), SQLNode(binding: rhs)))
    }
}

// MARK: - Equality

extension SQLExpression {
    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), rhs.node))
    }

    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .inequality(of: Value.self), rhs.node))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }

    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @_disfavoredOverload
    @inlinable
    public static func == <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain {
        SQLExpression<Bool>(
            .binary(lhs.node, .equality(of: Value.self), SQLNode(binding: rhs, as: Value.self)))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @_disfavoredOverload
    @inlinable
    public static func != <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain {
        SQLExpression<Bool>(
            .binary(lhs.node, .inequality(of: Value.self), SQLNode(binding: rhs, as: Value.self)))
    }

    // An optional expression is compared with `nil` as a literal of its own type.

    @available(*, unavailable, message: "this value is not optional, so it is never nil")
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        while true {}
    }

    @available(*, unavailable, message: "this value is not optional, so it is never nil")
    @_disfavoredOverload
    public static func != (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        while true {}
    }
}

extension BinaryOperator {
    /// `=`, or `IS` if a value of the type can be NULL.
    @inlinable
    static func equality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type._containsNull ? .is : .equal
    }

    @inlinable
    static func inequality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type._containsNull ? .isNot : .notEqual
    }
}

extension SQLExpression {
    /// Whether the value is at least `low` and at most `high`; NULL if a NULL makes that unknown.
    public func between(_ low: Self, and high: Self) -> SQLExpression<Value._Condition> {
        between(low.node, high.node)
    }

    /// Whether the value is at least `low` and at most `high`; NULL if a NULL makes that unknown.
    @_disfavoredOverload
    public func between(_ low: Value._Plain, and high: Value._Plain) -> SQLExpression<
        Value._Condition
    > {
        between(SQLNode(binding: low, as: Value.self), SQLNode(binding: high, as: Value.self))
    }

    /// Whether an optional value is at least `low` and at most `high`; NULL if the value is NULL.
    public func between<Wrapped: RowRepresentable>(
        _ low: SQLExpression<Wrapped>, and high: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        between(low.node, high.node)
    }

    private func between<Condition>(_ low: SQLNode, _ high: SQLNode) -> SQLExpression<Condition> {
        SQLExpression<Condition>(
            Value.isOrdered
                ? .fragment(TernaryOperation(node, " BETWEEN ", low, " AND ", high))
                : .failure(.noOrder(Value.self)))
    }
}

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
