// The names of GRDB for aggregates of associations. They are unavailable; the compiler reports what to write instead.

public import DataLiteQuery

extension AssociatedRows {
    @available(*, unavailable, message: "write `!$0[\\.association].exists()`")
    public var isEmpty: SQLExpression<Bool> { exists() }

    @available(*, unavailable, message: "write `aggregate { $0.column.max() }`")
    public func max<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> SQLExpression<Value> { aggregate(value) }

    @available(*, unavailable, message: "write `aggregate { $0.column.min() }`")
    public func min<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> SQLExpression<Value> { aggregate(value) }

    @available(*, unavailable, message: "write `aggregate { $0.column.sum() }`")
    public func sum<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> SQLExpression<Value> { aggregate(value) }

    @available(*, unavailable, message: "write `aggregate { $0.column.avg() }`")
    public func average<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> SQLExpression<Value> { aggregate(value) }
}

extension HasMany {
    @available(*, unavailable, message: "write `where { !$0[\\.association].exists() }`")
    public var isEmpty: Related<Parent, Int> { count }

    @available(*, unavailable, message: "write `aggregate { $0.column.max() }`")
    public func max<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> Related<Parent, Value._Plain> where Value._Plain: Sendable { aggregate(value) }

    @available(*, unavailable, message: "write `aggregate { $0.column.min() }`")
    public func min<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> Related<Parent, Value._Plain> where Value._Plain: Sendable { aggregate(value) }

    @available(*, unavailable, message: "write `aggregate { $0.column.sum() }`")
    public func sum<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> Related<Parent, Value._Plain> where Value._Plain: Sendable { aggregate(value) }

    @available(*, unavailable, message: "write `aggregate { $0.column.avg() }`")
    public func average<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> Related<Parent, Value._Plain> where Value._Plain: Sendable { aggregate(value) }
}

extension Related {
    @available(*, unavailable, message: "write `map { Set($0) }`")
    public func distinct<Element>() -> Self where Value == [Element] { self }
}

extension _FilteredAssociation {
    @available(*, unavailable, renamed: "where(_:)")
    public func filter(_ condition: (Child.Columns) -> SQLExpression<Bool>) -> Self { self }
}
