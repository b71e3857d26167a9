import DataLiteMacros

/// A random condition on a row of a table, with its truth value computed in Swift.
struct RandomTruth<Row: Table> {
    let expression: (Row.Columns) -> SQLExpression<Bool?>
    let truth: (Row) -> Bool?

    /// A condition that combines simple ones.
    ///
    /// - Parameter simple: Returns a simple condition.
    static func random<Generator: RandomNumberGenerator>(
        depth: Int = 2, using random: inout Generator, _ simple: (inout Generator) -> Self
    ) -> Self {
        let kind = depth > 0 ? Int.random(in: 0..<4, using: &random) : 3
        if kind == 3 { return simple(&random) }
        let lhs = Self.random(depth: depth - 1, using: &random, simple)
        if kind == 2 { return !lhs }
        let rhs = Self.random(depth: depth - 1, using: &random, simple)
        return kind == 0 ? lhs && rhs : lhs || rhs
    }

    static prefix func ! (operand: Self) -> Self {
        Self(expression: { !operand.expression($0) }, truth: { operand.truth($0).map(!) })
    }

    static func && (lhs: Self, rhs: Self) -> Self {
        Self(expression: { lhs.expression($0) && rhs.expression($0) }) { row in
            let (lhs, rhs) = (lhs.truth(row), rhs.truth(row))
            if lhs == false || rhs == false { return false }
            return lhs == nil || rhs == nil ? nil : true
        }
    }

    static func || (lhs: Self, rhs: Self) -> Self {
        Self(expression: { lhs.expression($0) || rhs.expression($0) }) { row in
            let (lhs, rhs) = (lhs.truth(row), rhs.truth(row))
            if lhs == true || rhs == true { return true }
            return lhs == nil || rhs == nil ? nil : false
        }
    }
}
