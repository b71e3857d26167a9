// Columns that are no conditions, and scopes in the wrong place. The compiler reports what to write.

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

extension Select where Columns: ColumnSet, Columns.Model: Table, Columns == Columns.Model.Columns {
    @available(
        *, unavailable, message: "this scope joins tables or selects values: write it before select"
    )
    @_disfavoredOverload
    public subscript<NewOutput, NewColumns>(
        dynamicMember scope: KeyPath<Columns.Model.Type, Select<NewOutput, NewColumns>>
    ) -> Select<NewOutput, NewColumns> { Columns.Model.self[keyPath: scope] }
}
