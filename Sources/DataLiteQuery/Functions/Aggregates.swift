// Aggregates. Each takes `distinct:` and `filter:`; all but the counts are NULL for no rows.

extension SQLExpression {
    /// The number of rows in which the value is not NULL.
    public func count(
        distinct isDistinct: Bool = false, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Int> {
        SQLExpression<Int>(aggregate("count", isDistinct, filter))
    }

    /// The least value.
    public func min(filter: SQLExpression<Bool>? = nil) -> SQLExpression<Value?> {
        SQLExpression<Value?>(aggregate("min", false, filter))
    }

    /// The least value.
    public func min<Wrapped: RowRepresentable>(
        filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? {
        SQLExpression<Wrapped?>(aggregate("min", false, filter))
    }

    /// The greatest value.
    public func max(filter: SQLExpression<Bool>? = nil) -> SQLExpression<Value?> {
        SQLExpression<Value?>(aggregate("max", false, filter))
    }

    /// The greatest value.
    public func max<Wrapped: RowRepresentable>(
        filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? {
        SQLExpression<Wrapped?>(aggregate("max", false, filter))
    }

    func aggregate(
        _ name: StaticString, _ isDistinct: Bool, _ filter: SQLExpression<Bool>?,
        _ more: [SQLNode] = []
    ) -> SQLNode {
        .fragment(
            FunctionCall(
                name: .builtIn(name), arguments: [node] + more, isDistinct: isDistinct,
                filter: filter?.node))
    }
}

extension SQLExpression where Value: SQLNumber {
    /// The sum; NULL for no rows.
    public func sum(
        distinct isDistinct: Bool = false, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Value?> {
        SQLExpression<Value?>(aggregate("sum", isDistinct, filter))
    }

    /// The sum; NULL for no rows.
    public func sum<Wrapped: SQLNumber>(
        distinct isDistinct: Bool = false, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? {
        SQLExpression<Wrapped?>(aggregate("sum", isDistinct, filter))
    }

    /// The sum as a real; 0 for no rows.
    public func total(
        distinct isDistinct: Bool = false, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Double> {
        SQLExpression<Double>(aggregate("total", isDistinct, filter))
    }

    /// The average; NULL for no rows.
    public func avg(
        distinct isDistinct: Bool = false, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Double?> {
        SQLExpression<Double?>(aggregate("avg", isDistinct, filter))
    }
}

extension SQLExpression where Value: SQLText {
    /// The texts, one after the other; NULL for no rows. The default separator is a comma. SQLite
    /// allows no separator together with `distinct`.
    public func groupConcat(
        _ separator: SQLExpression<String>? = nil, distinct isDistinct: Bool = false,
        filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<String?> {
        SQLExpression<String?>(
            aggregate("group_concat", isDistinct, filter, separator.map { [$0.node] } ?? []))
    }

    /// The texts, one after the other; NULL for no rows.
    public func groupConcat(
        separator: SQLExpression<String>, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<String?> {
        groupConcat(separator, filter: filter)
    }
}

extension ColumnSet {
    /// The number of rows.
    public func count(filter: SQLExpression<Bool>? = nil) -> SQLExpression<Int> {
        SQLExpression<Int>(
            .fragment(
                FunctionCall(
                    name: .builtIn("count"), arguments: [.text("*")], filter: filter?.node)))
    }
}
