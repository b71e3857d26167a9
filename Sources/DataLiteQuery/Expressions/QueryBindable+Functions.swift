// Conditions and functions of Swift values, for queries without a table and for operands: `Values(5.in([4, 5]))`. The
// value is bound. For all other functions, `#bind(value)` is an expression.

extension QueryBindable {
    private var bound: SQLExpression<Self> { SQLExpression<Self>(SQLNode(binding: self)) }

    /// Whether the value equals another one; NULL equals NULL.
    public func eq(_ other: Self) -> SQLExpression<Bool> { bound.is(other.bound) }

    /// Whether the value equals that of an expression; NULL equals NULL.
    @_disfavoredOverload
    public func eq(_ other: SQLExpression<Self>) -> SQLExpression<Bool> { bound.is(other) }

    /// Whether the value differs from another one; NULL equals NULL.
    public func neq(_ other: Self) -> SQLExpression<Bool> { bound.isNot(other.bound) }

    /// Whether the value differs from that of an expression; NULL equals NULL.
    @_disfavoredOverload
    public func neq(_ other: SQLExpression<Self>) -> SQLExpression<Bool> { bound.isNot(other) }

    /// Whether the value is in a list.
    public func `in`(_ values: [Self]) -> SQLExpression<Bool> {
        bound.in(values.map(\.bound))
    }

    /// Whether the value equals one of several expressions.
    @_disfavoredOverload
    public func `in`(_ values: [SQLExpression<Self>]) -> SQLExpression<Bool> { bound.in(values) }

    /// Whether the value is in the result of a query.
    public func `in`(_ query: some Query<Self._Plain>) -> SQLExpression<Bool> { bound.in(query) }

    /// The value converted to another type: `CAST`.
    public func cast<Result: SQLiteRepresentable>(
        as type: Result.Type = Result.self
    ) -> SQLExpression<Result> { bound.cast(as: type) }

    /// The storage class of the value: `null`, `integer`, `real`, `text` or `blob`.
    public func typeof() -> SQLExpression<String> { bound.typeof() }

    /// The number of bytes of a blob, or of the text encoding of any other value; NULL for NULL. It requires SQLite
    /// 3.43.
    public func octetLength() -> SQLExpression<Int?> { bound.octetLength() }
}
