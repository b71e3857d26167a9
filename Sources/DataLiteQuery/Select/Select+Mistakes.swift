// Columns that are no conditions. The compiler reports what to write.

extension Table {
    @available(*, unavailable, message: "this is not a condition: write where { $0.count > 0 }")
    @_disfavoredOverload
    public static func `where`<Value>(
        _ column: KeyPath<Columns, SQLExpression<Value>>
    ) -> Where<Self> { unscoped }
}

extension Select {
    @available(*, unavailable, message: "this is not a condition: write where { $0.count > 0 }")
    @_disfavoredOverload
    public func `where`<Value>(
        _ column: KeyPath<Columns, SQLExpression<Value>>
    ) -> Self { self }
}
