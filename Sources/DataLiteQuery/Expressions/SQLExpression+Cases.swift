// The case of an enum whose cases are columns.

extension SQLExpression {
    /// Whether a case of an enum is set.
    ///
    /// ```swift
    /// Attachment.where { $0.kind.is(\.note) }
    /// ```
    public func `is`<Payload>(
        _ case: KeyPath<Value._Columns, SQLExpression<Payload?>>
    ) -> SQLExpression<Bool> {
        self[dynamicMember: `case`].isNot(SQLExpression<Payload?>(Payload?.none))
    }

    /// Whether a case of an enum is not set.
    public func isNot<Payload>(
        _ case: KeyPath<Value._Columns, SQLExpression<Payload?>>
    ) -> SQLExpression<Bool> {
        self[dynamicMember: `case`].is(SQLExpression<Payload?>(Payload?.none))
    }
}
