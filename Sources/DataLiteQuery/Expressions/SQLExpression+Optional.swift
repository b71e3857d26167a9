extension SQLExpression {
    /// The result of a closure for a value that is not NULL; NULL for NULL.
    ///
    /// ```swift
    /// Reminder.select { $0.assignedUserID.map { $0 + 1 } }
    /// ```
    public func map<Wrapped: RowRepresentable, Result: RowRepresentable>(
        _ transform: (SQLExpression<Wrapped>) -> SQLExpression<Result>
    ) -> SQLExpression<Result._NonNull?> where Value == Wrapped? {
        Case().when(isNot(nil), then: transform(SQLExpression<Wrapped>(node))).end()
    }

    /// The result of a closure, which may be NULL, for a value that is not NULL; NULL for NULL.
    public func flatMap<Wrapped: RowRepresentable, Result: RowRepresentable>(
        _ transform: (SQLExpression<Wrapped>) -> SQLExpression<Result?>
    ) -> SQLExpression<Result?> where Value == Wrapped? {
        Case().when(isNot(nil), then: transform(SQLExpression<Wrapped>(node)))
            .else(SQLExpression<Result?>(SQLNode.null))
    }
}

// Comparison of an expression that is not optional with an optional value, such as a variable that may be `nil`. NULL
// is equal only to NULL, as in Swift.
//
// The value has the type of a protocol, not `Value?`, so that `$0.id == nil` stays an error.

/// An optional of any type.
public protocol _OptionalValue<Wrapped> {
    associatedtype Wrapped

    var _optional: Wrapped? { get }
}

extension Optional: _OptionalValue {
    public var _optional: Wrapped? { self }
}

extension SQLExpression {
    /// Whether the value is equal to an optional one; false for `nil`.
    @_disfavoredOverload
    public static func == <Other: _OptionalValue>(lhs: Self, rhs: Other) -> SQLExpression<Bool>
    where Other.Wrapped == Value._Plain { lhs.compared(.is, with: rhs) }

    /// Whether the value differs from an optional one; true for `nil`.
    @_disfavoredOverload
    public static func != <Other: _OptionalValue>(lhs: Self, rhs: Other) -> SQLExpression<Bool>
    where Other.Wrapped == Value._Plain { lhs.compared(.isNot, with: rhs) }

    /// Whether the value is equal to an optional one; false for `nil`.
    @_disfavoredOverload
    public func `is`<Other: _OptionalValue>(_ other: Other) -> SQLExpression<Bool>
    where Other.Wrapped == Value._Plain { compared(.is, with: other) }

    /// Whether the value differs from an optional one; true for `nil`.
    @_disfavoredOverload
    public func isNot<Other: _OptionalValue>(_ other: Other) -> SQLExpression<Bool>
    where Other.Wrapped == Value._Plain { compared(.isNot, with: other) }

    /// Whether the value is equal to an optional one; false for `nil`.
    @_disfavoredOverload
    public func eq<Other: _OptionalValue>(_ other: Other) -> SQLExpression<Bool>
    where Other.Wrapped == Value._Plain { compared(.is, with: other) }

    /// Whether the value differs from an optional one; true for `nil`.
    @_disfavoredOverload
    public func neq<Other: _OptionalValue>(_ other: Other) -> SQLExpression<Bool>
    where Other.Wrapped == Value._Plain { compared(.isNot, with: other) }

    private func compared<Other: _OptionalValue>(
        _ comparison: BinaryOperator, with other: Other
    ) -> SQLExpression<Bool> where Other.Wrapped == Value._Plain {
        let other = SQLExpression<Value?>(other._optional)
        return SQLExpression<Bool>(.binary(node, comparison, other.node))
    }
}
