/// `CASE ... END`, which begins here.
///
/// ```swift
/// Case($0.priority).when(1, then: "Low").when(2, then: "Medium").else("Unknown")
/// Case().when($0.isCompleted, then: "Done").else("Open")
/// ```
public struct Case<Operand: RowRepresentable>: Sendable {
    let operand: SQLNode?

    /// Compares an expression with the value of each `when`.
    public init(_ operand: SQLExpression<Operand>) {
        self.operand = operand.node
    }

    /// Takes the first `when` whose condition is true.
    public init() where Operand == Bool {
        operand = nil
    }

    /// The result where the expression has a value, or where a condition is true.
    public func when<Result: RowRepresentable>(
        _ value: SQLExpression<Operand>, then result: SQLExpression<Result>
    ) -> CaseBranches<Operand, Result> {
        CaseBranches(operand: operand, branches: []).when(value, then: result)
    }

    /// The result where the expression has a value.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ value: Operand, then result: SQLExpression<Result>
    ) -> CaseBranches<Operand, Result> {
        when(SQLExpression(value), then: result)
    }

    /// The result where the expression has a value.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ value: Operand, then result: Result
    ) -> CaseBranches<Operand, Result> {
        when(SQLExpression(value), then: SQLExpression(result))
    }
}

/// `CASE ... END` with at least one `when`. Without an `else` it is NULL where none applies.
public struct CaseBranches<Operand: RowRepresentable, Result: RowRepresentable>: Selectable {
    public typealias Output = Result?

    let operand: SQLNode?
    var branches: [(when: SQLNode, then: SQLNode)]

    /// The result where the expression has a value, or where a condition is true.
    public func when(
        _ value: SQLExpression<Operand>, then result: SQLExpression<Result>
    ) -> Self {
        var copy = self
        copy.branches.append((value.node, result.node))
        return copy
    }

    /// The result where the expression has a value.
    @_disfavoredOverload
    public func when(_ value: Operand, then result: SQLExpression<Result>) -> Self {
        when(SQLExpression(value), then: result)
    }

    /// The result where the expression has a value.
    @_disfavoredOverload
    public func when(_ value: Operand, then result: Result) -> Self {
        when(SQLExpression(value), then: SQLExpression(result))
    }

    /// The result where no `when` applies.
    public func `else`(_ result: SQLExpression<Result>) -> SQLExpression<Result> {
        SQLExpression(
            .fragment(CaseExpression(operand: operand, branches: branches, other: result.node)))
    }

    /// The result where no `when` applies.
    @_disfavoredOverload
    public func `else`(_ result: Result) -> SQLExpression<Result> {
        `else`(SQLExpression(result))
    }

    /// The expression, NULL where no `when` applies.
    public func end() -> SQLExpression<Result?> {
        SQLExpression(
            .fragment(CaseExpression(operand: operand, branches: branches, other: nil)))
    }

    public func appendColumns(to list: inout SelectList) {
        end().appendColumns(to: &list)
    }
}

struct CaseExpression: SQLFragment {
    let operand: SQLNode?
    let branches: [(when: SQLNode, then: SQLNode)]
    let other: SQLNode?

    func write(to writer: inout SQLWriter) {
        writer.write("CASE")
        if let operand {
            writer.write(" ")
            writer.write(operand)
        }
        for branch in branches {
            writer.write(" WHEN ")
            writer.write(branch.when)
            writer.write(" THEN ")
            writer.write(branch.then)
        }
        if let other {
            writer.write(" ELSE ")
            writer.write(other)
        }
        writer.write(" END")
    }
}
