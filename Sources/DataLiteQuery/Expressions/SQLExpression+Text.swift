public import Foundation

/// A value that is text in SQL.
public protocol SQLText: SQLiteRepresentable {
    /// The type of a length or position in the text: optional if the text is.
    associatedtype _Position: RowRepresentable = Int
}

extension String: SQLText {}

extension Optional: SQLText where Wrapped: SQLText {
    public typealias _Position = Int?
}

extension SQLExpression where Value: SQLText {
    /// The concatenation of both strings: `||`.
    public static func + (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .concatenate, rhs.node))
    }

    /// The concatenation of both strings: `||`.
    public static func + <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .concatenate, rhs.node))
    }

    /// The concatenation of both strings: `||`.
    public static func + <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .concatenate, rhs.node))
    }

    /// The concatenation of both strings: `||`.
    public static func + (lhs: Self, rhs: Value) -> Self {
        Self(.binary(lhs.node, .concatenate, SQLNode(binding: rhs)))
    }

    /// Appends text.
    public static func += (lhs: inout Self, rhs: Self) {
        lhs = lhs + rhs
    }

    /// Appends text.
    public static func += <Wrapped: RowRepresentable>(
        lhs: inout Self, rhs: SQLExpression<Wrapped>
    ) where Value == Wrapped? {
        lhs = lhs + rhs
    }

    /// Appends text.
    public static func += (lhs: inout Self, rhs: Value) {
        lhs = lhs + rhs
    }

    /// Appends text, in an update.
    public mutating func append(_ other: Self) {
        self = self + other
    }

    /// Appends text, in an update.
    @_disfavoredOverload
    public mutating func append(_ other: Value) { append(Self(other)) }
}

/// A number that is stored as text, so that it has no numeric order in SQL: `Decimal`, and optionals of it.
public protocol _NumberText: SQLiteRepresentable where _Plain == Self {}

extension Decimal: _NumberText {}
extension Optional: _NumberText where Wrapped: _NumberText {}

// A comparison does not compile, because its result is not a condition. These produce a warning where another order is
// used; the statement fails in any case. Unavailable declarations would produce no error, because the compiler would choose
// the general ones instead.
@available(*, deprecated, message: "text has no numeric order: use cast(as: Double.self)")
extension SQLExpression where Value: _NumberText {
    /// Not supported: the statement fails.
    public func min<Wrapped: _NumberText>(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? { Self.noOrder() }

    /// Not supported: the statement fails.
    @_disfavoredOverload
    public func min(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Value?> { Self.noOrder() }

    /// Not supported: the statement fails.
    public func max<Wrapped: _NumberText>(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? { Self.noOrder() }

    /// Not supported: the statement fails.
    @_disfavoredOverload
    public func max(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Value?> { Self.noOrder() }

    /// Not supported: the statement fails.
    public func asc(nulls: Ordering.Nulls? = nil) -> Ordering { _orderingTerm }

    /// Not supported: the statement fails.
    public func desc(nulls: Ordering.Nulls? = nil) -> Ordering { _orderingTerm }

    private static func noOrder<Result>() -> SQLExpression<Result> {
        SQLExpression<Result>(.failure(.noOrder(Value.self)))
    }
}

extension Select {
    /// Not supported: the statement fails.
    @available(*, deprecated, message: "text has no numeric order: use cast(as: Double.self)")
    public consuming func order<Value: _NumberText>(
        by column: KeyPath<Columns, SQLExpression<Value>>
    ) -> Self {
        core.append(order: columns[keyPath: column]._orderingTerm)
        return self
    }
}

extension Table {
    /// Not supported: the statement fails.
    @available(*, deprecated, message: "text has no numeric order: use cast(as: Double.self)")
    public static func order<Value: _NumberText>(
        by column: KeyPath<Columns, SQLExpression<Value>>
    ) -> Where<Self> {
        scoped.order(by: column)
    }
}

@available(
    *, unavailable,
    message: "text is not added exactly: use cast(as: Double.self), or store cents"
)
extension SQLExpression where Value: _NumberText {
    /// Not supported: SQLite adds floating-point numbers.
    public func sum(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> Self { self }

    /// Not supported: SQLite adds floating-point numbers.
    public func total(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> Self { self }

    /// Not supported: SQLite adds floating-point numbers.
    public func avg(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> Self { self }
}
