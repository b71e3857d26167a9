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
