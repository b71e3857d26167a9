// Comparisons of the value of a query, under the names that they have for expressions: `Album.count().eq(0)`.

extension Select where Output: SQLiteRepresentable, Output._Plain == Output {
    /// Whether the value of the first row is another value; NULL equals NULL, and no row is NULL.
    public func eq(_ other: some SQLOperand<Output>) -> SQLExpression<Bool> {
        self == other._operand
    }

    /// Whether the value of the first row differs from another value; NULL equals NULL, and no row is NULL.
    public func neq(_ other: some SQLOperand<Output>) -> SQLExpression<Bool> {
        self != other._operand
    }

    /// Whether the value of the first row is another value; NULL equals NULL, and no row is NULL.
    public func `is`(_ other: some SQLOperand<Output>) -> SQLExpression<Bool> {
        self == other._operand
    }

    /// Whether the value of the first row differs from another value; NULL equals NULL, and no row is NULL.
    public func isNot(_ other: some SQLOperand<Output>) -> SQLExpression<Bool> {
        self != other._operand
    }

    /// Whether the value of the first row is NULL, or there is no row: `IS NULL`.
    public func `is`(_ other: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression(.unary(.isNull, operand: expression.node))
    }

    /// Whether there is a first row and its value is not NULL: `IS NOT NULL`.
    public func isNot(_ other: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression(.unary(.isNotNull, operand: expression.node))
    }

    /// Whether the value of the first row is less than another value; NULL if either is NULL.
    public func lt(_ other: some SQLOperand<Output>) -> SQLExpression<Bool?> {
        self < other._operand
    }

    /// Whether the value of the first row is less than or equal to another value; NULL if either is NULL.
    public func lte(_ other: some SQLOperand<Output>) -> SQLExpression<Bool?> {
        self <= other._operand
    }

    /// Whether the value of the first row is greater than another value; NULL if either is NULL.
    public func gt(_ other: some SQLOperand<Output>) -> SQLExpression<Bool?> {
        self > other._operand
    }

    /// Whether the value of the first row is greater than or equal to another value; NULL if either is NULL.
    public func gte(_ other: some SQLOperand<Output>) -> SQLExpression<Bool?> {
        self >= other._operand
    }
}

// MARK: - Two queries

extension Select where Output: SQLNumber {
    /// The sum of the values of the first rows of two queries; NULL if either is NULL or has no row.
    ///
    /// ```swift
    /// Values(Album.count() + Artist.count())
    /// ```
    @_disfavoredOverload
    public static func + <Other>(
        lhs: Self, rhs: Select<Output, Other>
    ) -> SQLExpression<Output> { lhs.expression + rhs.expression }

    /// The difference of the values of the first rows of two queries.
    @_disfavoredOverload
    public static func - <Other>(
        lhs: Self, rhs: Select<Output, Other>
    ) -> SQLExpression<Output> { lhs.expression - rhs.expression }

    /// The product of the values of the first rows of two queries.
    @_disfavoredOverload
    public static func * <Other>(
        lhs: Self, rhs: Select<Output, Other>
    ) -> SQLExpression<Output> { lhs.expression * rhs.expression }

    /// The product of the value of the first row and another value.
    @_disfavoredOverload
    public static func * (
        lhs: Self, rhs: SQLExpression<Output>
    ) -> SQLExpression<Output> { lhs.expression * rhs }
}

extension SQLExpression where Value: SQLNumber {
    /// The product of the value and that of the first row of a query.
    @_disfavoredOverload
    public static func * <Columns>(lhs: Self, rhs: Select<Value, Columns>) -> Self {
        lhs * rhs.expression
    }
}
