// Three-valued logic: NULL is neither true nor false. A condition that is NULL matches no row, and neither does its
// negation: <https://sqlite.org/nulls.html>.

// Only the functions for `Bool` are not disfavored: the compiler skips the others once it has a solution.

extension SQLExpression where Value == Bool {
    /// Whether both conditions are true.
    @inlinable
    public static func && (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .and, rhs.node))
    }

    /// Whether either condition is true.
    @inlinable
    public static func || (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .or, rhs.node))
    }

    /// Whether both conditions are true.
    public func and(_ other: Self) -> Self { self && other }

    /// Whether either condition is true.
    public func or(_ other: Self) -> Self { self || other }

    /// Whether the condition is false.
    public func not() -> Self { !self }

    /// Negates the value, in an update.
    public mutating func toggle() { self = !self }
}

extension SQLExpression where Value == Bool? {
    /// Whether both conditions are true; NULL if neither is false and at least one is NULL.
    @_disfavoredOverload
    @inlinable
    public static func && (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .and, rhs.node))
    }

    /// Whether both conditions are true; NULL if neither is false and at least one is NULL.
    @_disfavoredOverload
    @inlinable
    public static func && (lhs: Self, rhs: SQLExpression<Bool>) -> Self {
        Self(.binary(lhs.node, .and, rhs.node))
    }

    /// Whether both conditions are true; NULL if neither is false and at least one is NULL.
    @_disfavoredOverload
    @inlinable
    public static func && (lhs: SQLExpression<Bool>, rhs: Self) -> Self {
        Self(.binary(lhs.node, .and, rhs.node))
    }

    /// Whether either condition is true; NULL if neither is true and at least one is NULL.
    @_disfavoredOverload
    @inlinable
    public static func || (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .or, rhs.node))
    }

    /// Whether either condition is true; NULL if neither is true and at least one is NULL.
    @_disfavoredOverload
    @inlinable
    public static func || (lhs: Self, rhs: SQLExpression<Bool>) -> Self {
        Self(.binary(lhs.node, .or, rhs.node))
    }

    /// Whether either condition is true; NULL if neither is true and at least one is NULL.
    @_disfavoredOverload
    @inlinable
    public static func || (lhs: SQLExpression<Bool>, rhs: Self) -> Self {
        Self(.binary(lhs.node, .or, rhs.node))
    }

    /// Negates the value, in an update; NULL stays NULL.
    public mutating func toggle() { self = !self }
}

// Functions of concrete types: to the compiler, Swift's `!` of a `Bool` would be the better choice where a column can be
// assigned a value, as in `$0.isDone = !$0.isDone`.

/// Whether the condition is false.
@inlinable
public prefix func ! (operand: SQLExpression<Bool>) -> SQLExpression<Bool> {
    SQLExpression<Bool>(.unary(.not, operand: operand.node))
}

/// Whether the condition is false; NULL if the condition is NULL.
@inlinable
public prefix func ! (operand: SQLExpression<Bool?>) -> SQLExpression<Bool?> {
    SQLExpression<Bool?>(.unary(.not, operand: operand.node))
}

extension SQLExpression where Value: SQLTruth {
    /// Whether both conditions are true; NULL if neither is false and at least one is NULL.
    public func and<Other: SQLTruth>(_ other: SQLExpression<Other>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(.binary(node, .and, other.node))
    }

    /// Whether either condition is true; NULL if neither is true and at least one is NULL.
    public func or<Other: SQLTruth>(_ other: SQLExpression<Other>) -> SQLExpression<Bool?> {
        SQLExpression<Bool?>(.binary(node, .or, other.node))
    }

    /// Whether the condition is false; NULL if the condition is NULL.
    @_disfavoredOverload
    public func not() -> Self { Self(.unary(.not, operand: node)) }
}

// MARK: - Optionals

extension SQLExpression {
    /// The left side, or the right side if the left side is NULL: `coalesce(lhs, rhs)`.
    public static func ?? <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        SQLExpression<Wrapped>(.coalesce(lhs.node, rhs.node))
    }

    /// The left side, or the right side if the left side is NULL: `coalesce(lhs, rhs)`.
    public static func ?? <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? {
        SQLExpression<Wrapped?>(.coalesce(lhs.node, rhs.node))
    }

    /// The left side, or the right side if the left side is NULL: `coalesce(lhs, rhs)`.
    public static func ?? <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: Wrapped
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        SQLExpression<Wrapped>(.coalesce(lhs.node, SQLNode(binding: rhs)))
    }

    /// The left side, or the right side if the left side is NULL: `coalesce(lhs, rhs)`.
    @_disfavoredOverload
    public static func ?? <Wrapped: ColumnRepresentation>(
        lhs: SQLExpression<Wrapped?>, rhs: Wrapped.Value
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        lhs ?? SQLExpression<Wrapped>(rhs)
    }

    /// This value, or another one if this value is NULL: `coalesce`. A value that is not optional stays as it is.
    @_disfavoredOverload
    public func ifnull(_ other: Self) -> Self {
        node.isRow ? self : Self(.coalesce(node, other.node))
    }

    /// This value, or NULL if it equals another one: `nullif`.
    public func nullif(_ other: Self) -> SQLExpression<Value._NonNull?> {
        SQLExpression<Value._NonNull?>(.nullif(node, other.node))
    }

    /// This value, or NULL if it equals a Swift value: `nullif`.
    @_disfavoredOverload
    public func nullif(_ other: Value._Plain) -> SQLExpression<Value._NonNull?> {
        nullif(Self(other))
    }

    /// This value, which is already optional.
    public func optional<Wrapped: RowRepresentable>() -> Self where Value == Wrapped? { self }

    /// This value, for use where an optional is expected.
    @_disfavoredOverload
    public func optional() -> SQLExpression<Value?> { SQLExpression<Value?>(node) }
}

extension ComposableExpression {
    /// This value, or another one if this value is NULL: `coalesce`.
    @_disfavoredOverload
    public func ifnull<Wrapped: RowRepresentable>(
        _ other: some ScalarExpression<Wrapped>
    ) -> SQLExpression<Wrapped> where Value == Wrapped? { expression ?? other.expression }

    /// This value, or another one if this value is NULL: `coalesce`.
    public func ifnull<Wrapped: RowRepresentable>(
        _ other: Wrapped._Plain
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        expression ?? SQLExpression<Wrapped>(other)
    }

    /// The value, or the value of the first row of a query where the value is NULL.
    public func ifnull<Wrapped: RowRepresentable>(
        _ query: some Query<Wrapped._Plain>
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        let other = query.subqueryNode(storedAs: StoredForms(of: Wrapped.self))
        return SQLExpression<Wrapped>(.coalesce(node, other))
    }
}
