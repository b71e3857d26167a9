// Aggregate functions: <https://sqlite.org/lang_aggfunc.html>. They ignore NULL.
//
// `distinct` uses each distinct value once; `filter` uses only the rows for which a condition is
// true.

extension ComposableExpression {
    /// The number of values that are not NULL; for a group of columns, the number of rows in which not all are NULL.
    public func count(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Int> {
        if distinct { return aggregate("count", true, filter) }
        return SQLExpression<Value>(node.presence).aggregate("count", false, filter)
    }

    /// All values as one string, separated by commas; NULL if there are no values.
    ///
    /// ```swift
    /// Reminder.select { $0.title.groupConcat(", ", order: $0.date.desc(), $0.title) }
    /// ```
    ///
    /// - Parameter order: The order of the values. It requires SQLite 3.44. With an older library the order is arbitrary,
    ///   and specifying one is an error.
    public func groupConcat(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<String?> {
        aggregate("group_concat", distinct, filter, order: order)
    }

    /// All values as one string, separated by `separator`; NULL if there are no values.
    ///
    /// - Parameter order: The order of the values. It requires SQLite 3.44. With an older library the order is arbitrary,
    ///   and specifying one is an error.
    public func groupConcat(
        _ separator: some SQLOperand<String>, order: any OrderingTerm...,
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<String?> {
        aggregate("group_concat", false, filter, order: order, separator.operandNode)
    }

    /// All values as one string, separated by `separator`; NULL if there are no values.
    public func groupConcat(
        separator: some SQLOperand<String>, order: any OrderingTerm...,
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<String?> {
        aggregate("group_concat", false, filter, order: order, separator.operandNode)
    }

    private func extreme<Result>(
        _ name: StaticString, _ isDistinct: Bool, _ filter: (any SQLCondition)?
    ) -> SQLExpression<Result> {
        guard Value.isOrdered else { return SQLExpression<Result>(.failure(.noOrder(Value.self))) }
        return aggregate(name, isDistinct, filter)
    }

    private func aggregate<Result>(
        _ name: StaticString, _ isDistinct: Bool, _ filter: (any SQLCondition)?,
        order: [any OrderingTerm] = [], _ others: SQLNode...
    ) -> SQLExpression<Result> {
        SQLExpression<Result>(
            .fragment(
                FunctionCall(
                    name: .builtIn(name), arguments: [node] + others, isDistinct: isDistinct,
                    order: order.flatMap(\._orderingTerm.nodes), filter: filter?.conditionNode)))
    }
}

// A group has no such methods, so its columns can have their names.
extension ComposableExpression where Value: SQLiteRepresentable {
    /// The smallest value; NULL if there are no values.
    public func min<Wrapped: SQLiteRepresentable>(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? {
        extreme("min", distinct, filter)
    }

    /// The smallest value; NULL if there are no values.
    @_disfavoredOverload
    public func min(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Value?> {
        extreme("min", distinct, filter)
    }

    /// The greatest value; NULL if there are no values.
    public func max<Wrapped: SQLiteRepresentable>(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Wrapped?> where Value == Wrapped? {
        extreme("max", distinct, filter)
    }

    /// The greatest value; NULL if there are no values.
    @_disfavoredOverload
    public func max(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Value?> {
        extreme("max", distinct, filter)
    }
}

extension ComposableExpression where Value: SQLNumber {
    /// The sum; NULL if there are no values. The statement fails if a sum of integers overflows 64
    /// bits.
    public func sum(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Value._Sum?> {
        aggregate("sum", distinct, filter)
    }

    /// The sum as a floating-point number; zero if there are no values.
    public func total(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double> {
        aggregate("total", distinct, filter)
    }

    /// The average; NULL if there are no values.
    public func avg(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        aggregate("avg", distinct, filter)
    }
}

// Percentiles: <https://sqlite.org/percentile.html>. SQLite 3.51 and later has them if it is compiled with
// SQLITE_ENABLE_PERCENTILE; older versions can load them as an extension. They ignore NULL.

extension SQLExpression where Value: SQLNumber {
    /// The median: the middle value, or the mean of the two middle values; NULL if there are no
    /// values.
    public func median(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        SQLExpression<Double?>(
            .fragment(
                FunctionCall(
                    name: .builtIn("median"), arguments: [node], isDistinct: distinct,
                    filter: filter?.conditionNode, requirement: .percentile("median"))))
    }

    /// The given percentile, from 0 to 100, interpolated between two values if necessary; NULL if
    /// there are no values.
    public func percentile(
        _ percent: some SQLOperand<Double>, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        percentile("percentile", percent.operandNode, filter)
    }

    /// The percentile given as a fraction from 0 to 1, interpolated between two values if
    /// necessary; NULL if there are no values.
    public func percentileCont(
        _ fraction: some SQLOperand<Double>, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        percentile("percentile_cont", fraction.operandNode, filter)
    }

    /// The percentile given as a fraction from 0 to 1, which is always one of the values; NULL if
    /// there are no values.
    public func percentileDisc(
        _ fraction: some SQLOperand<Double>, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        percentile("percentile_disc", fraction.operandNode, filter)
    }

    private func percentile(
        _ name: StaticString, _ fraction: SQLNode, _ filter: (any SQLCondition)?
    ) -> SQLExpression<Double?> {
        SQLExpression<Double?>(
            .fragment(
                FunctionCall(
                    name: .builtIn(name), arguments: [node, fraction],
                    filter: filter?.conditionNode,
                    requirement: .percentile(name))))
    }
}

extension SQLFeature {
    fileprivate static func percentile(_ name: StaticString) -> SQLFeature {
        .optionalFunction(name, since: 3_051_000, option: "SQLITE_ENABLE_PERCENTILE")
    }
}
