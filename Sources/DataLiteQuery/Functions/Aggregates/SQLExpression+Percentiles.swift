// Percentiles: <https://sqlite.org/percentile.html>. SQLite has them since 3.51 if it is compiled with
// SQLITE_ENABLE_PERCENTILE, and with older versions as an extension. They ignore NULL.

extension SQLExpression where Value: SQLNumber {
    /// The number in the middle, or between the two in the middle; NULL if there is none.
    public func median(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        SQLExpression<Double?>(
            .fragment(
                FunctionCall(
                    name: .builtIn("median"), arguments: [node], isDistinct: distinct,
                    filter: filter?.conditionNode, requirement: .percentile("median"))))
    }

    /// The number below which a share of the numbers is, from 0 to 100, between two numbers if
    /// necessary; NULL if there is none.
    public func percentile(
        _ percent: some SQLOperand<Double>, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        percentile("percentile", percent.operandNode, filter)
    }

    /// The number below which a share of the numbers is, from 0 to 1, between two numbers if
    /// necessary; NULL if there is none.
    public func percentileCont(
        _ fraction: some SQLOperand<Double>, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        percentile("percentile_cont", fraction.operandNode, filter)
    }

    /// The number below which a share of the numbers is, from 0 to 1, always one of them; NULL if
    /// there is none.
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
