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
