// Methods that do the same as operators, for code that comes from libraries without these operators.
//
// A literal is a plain value, so the functions for expressions are disfavored. If a literal could be an expression at
// the same cost, a method and an operator in one condition would have two best solutions. Plain values are a type
// parameter for the same reason: with `Value._Plain` itself, `$0.a.gt(3) && $0.a.round() > 3` is ambiguous.

extension SQLExpression {
    /// Whether both values are equal; NULL equals NULL: `IS`.
    @_disfavoredOverload
    public func `is`(_ other: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(node, .is, other.node))
    }

    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain { `is`(Self(other)) }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    @_disfavoredOverload
    public func isNot(_ other: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(node, .isNot, other.node))
    }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain { isNot(Self(other)) }

    /// The same as `==`.
    @_disfavoredOverload
    public func eq(_ other: Self) -> SQLExpression<Bool> { self == other }

    /// The same as `==`.
    public func eq<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain { self == Self(other) }

    /// The same as `!=`.
    @_disfavoredOverload
    public func neq(_ other: Self) -> SQLExpression<Bool> { self != other }

    /// The same as `!=`.
    public func neq<Plain>(_ other: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain { self != Self(other) }

    /// The same as `<`.
    @_disfavoredOverload
    public func lt(_ other: Self) -> SQLExpression<Value._Condition> { self < other }

    /// The same as `<`.
    public func lt<Plain>(_ other: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain { self < Self(other) }

    /// The same as `<=`.
    @_disfavoredOverload
    public func lte(_ other: Self) -> SQLExpression<Value._Condition> { self <= other }

    /// The same as `<=`.
    public func lte<Plain>(_ other: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain {
        self <= Self(other)
    }

    /// The same as `>`.
    @_disfavoredOverload
    public func gt(_ other: Self) -> SQLExpression<Value._Condition> { self > other }

    /// The same as `>`.
    public func gt<Plain>(_ other: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain { self > Self(other) }

    /// The same as `>=`.
    @_disfavoredOverload
    public func gte(_ other: Self) -> SQLExpression<Value._Condition> { self >= other }

    /// The same as `>=`.
    public func gte<Plain>(_ other: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain {
        self >= Self(other)
    }
}

// One side may be optional, as for the operators.
extension SQLExpression {
    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? { self == other }

    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`(_ other: SQLExpression<Value?>) -> SQLExpression<Bool> { self == other }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? { self != other }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot(_ other: SQLExpression<Value?>) -> SQLExpression<Bool> { self != other }

    /// The same as `==`.
    public func eq<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? { self == other }

    /// The same as `==`.
    public func eq(_ other: SQLExpression<Value?>) -> SQLExpression<Bool> { self == other }

    /// The same as `!=`.
    public func neq<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? { self != other }

    /// The same as `!=`.
    public func neq(_ other: SQLExpression<Value?>) -> SQLExpression<Bool> { self != other }

    /// The same as `<`.
    public func lt<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? { self < other }

    /// The same as `<`.
    public func lt(_ other: SQLExpression<Value?>) -> SQLExpression<Value._Condition._OrNull> {
        self < other
    }

    /// The same as `<=`.
    public func lte<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? { self <= other }

    /// The same as `<=`.
    public func lte(_ other: SQLExpression<Value?>) -> SQLExpression<Value._Condition._OrNull> {
        self <= other
    }

    /// The same as `>`.
    public func gt<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? { self > other }

    /// The same as `>`.
    public func gt(_ other: SQLExpression<Value?>) -> SQLExpression<Value._Condition._OrNull> {
        self > other
    }

    /// The same as `>=`.
    public func gte<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? { self >= other }

    /// The same as `>=`.
    public func gte(_ other: SQLExpression<Value?>) -> SQLExpression<Value._Condition._OrNull> {
        self >= other
    }
}
