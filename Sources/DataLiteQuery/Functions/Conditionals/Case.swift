/// The beginning of a `CASE` expression, which compares an expression with values or tests
/// conditions.
///
/// ```swift
/// Case($0.priority).when(1, then: "Low").when(2, then: "Medium").else("Unknown")
/// Case().when($0.dueDate < today, then: "Overdue").else("Open")
/// ```
///
/// `Base` is the type of the compared values, or a marker type for a `CASE` with conditions. As with `==`, NULL equals
/// NULL.
///
/// The first result determines the type of all: begin with a column if a column with a representation is set, or use
/// `iif`. If one of the results is optional, so is the result of the `CASE`.
public struct Case<Base: Sendable>: Sendable {
    private let base: SQLNode?

    /// Compares an expression with values: `Case($0.priority).when(1, then: "Low")`. A number or text is bound:
    /// `Case(5).when($0.count, then: "full")`.
    public init(_ base: some SQLOperand<Base>) {
        self.base = base.operandNode
    }

    /// Tests conditions in order; the first that is true determines the result.
    public init() where Base == _CaseConditions {
        base = nil
    }

    fileprivate func branch<Result>(
        _ value: SQLNode, _ result: SQLNode
    ) -> CaseBranches<Base, Result> {
        CaseBranches(base: base).adding(value, result)
    }
}

/// Marks a `CASE` with conditions.
public enum _CaseConditions: Sendable {}

/// A `CASE` with at least one branch.
public struct CaseBranches<Base: Sendable, Result: RowRepresentable>: Sendable {
    private let base: SQLNode?
    private var branches: [(value: SQLNode, result: SQLNode)] = []

    init(base: SQLNode?) {
        self.base = base
    }

    /// The branches, with results that may be NULL.
    var nullable: CaseBranches<Base, Result?> {
        var copy = CaseBranches<Base, Result?>(base: base)
        copy.branches = branches
        return copy
    }

    func adding(_ value: SQLNode, _ result: SQLNode) -> Self {
        var copy = self
        copy.branches.append((value, result))
        return copy
    }

    /// The result where no branch matches.
    public func `else`(_ result: Result._Plain) -> SQLExpression<Result> {
        SQLExpression(expression(else: SQLNode(binding: result, as: Result.self)))
    }

    /// The result where no branch matches.
    public func `else`(_ result: some ScalarExpression<Result>) -> SQLExpression<Result> {
        SQLExpression(expression(else: result.node))
    }

    /// Ends the `CASE` without `ELSE`: the result is NULL where no branch matches.
    public func end() -> SQLExpression<Result?> {
        SQLExpression<Result?>(expression(else: nil))
    }

    func expression(else otherwise: SQLNode?) -> SQLNode {
        let isNullable = (Base.self as? any RowRepresentable.Type)?._containsNull ?? false
        let values = branches.map(\.value)
        let results = branches.map(\.result) + [otherwise].compactMap(\.self)
        return .choice(among: results, conditions: [base].compactMap(\.self) + values) { results in
            .fragment(
                CaseExpression(
                    base: base, isNullable: isNullable,
                    branches: Array(zip(values, results)),
                    otherwise: otherwise.flatMap { _ in results.last }))
        }
    }
}

/// Without `else`, the result is NULL where no branch matches.
extension CaseBranches: SQLExpressionProtocol {
    public typealias Value = Result?
    public typealias Output = Result._Plain?
    public typealias Wrapped = Result._Plain

    public var expression: SQLExpression<Result?> { end() }
}

// MARK: - Values

// The parameters for expressions have a generic type, which a literal cannot have, so a literal is always a plain
// value.

extension Case where Base: RowRepresentable {
    /// The result for a value.
    public func when<Result: RowRepresentable>(
        _ value: Base._Plain, then result: Result
    ) -> CaseBranches<Base, Result> {
        branch(SQLNode(binding: value, as: Base.self), SQLNode(binding: result))
    }

    /// The result for a value.
    public func when<Result: RowRepresentable>(
        _ value: Base._Plain, then result: some ScalarExpression<Result>
    ) -> CaseBranches<Base, Result> {
        branch(SQLNode(binding: value, as: Base.self), result.node)
    }

    /// The result for a value.
    public func when<Result: RowRepresentable>(
        _ value: some ScalarExpression<Base>, then result: Result
    ) -> CaseBranches<Base, Result> {
        branch(value.node, SQLNode(binding: result))
    }

    /// The result for a value.
    public func when<Result: RowRepresentable>(
        _ value: some ScalarExpression<Base>, then result: some ScalarExpression<Result>
    ) -> CaseBranches<Base, Result> {
        branch(value.node, result.node)
    }
}

extension CaseBranches where Base: RowRepresentable {
    /// The result for another value.
    public func when(_ value: Base._Plain, then result: Result._Plain) -> Self {
        adding(SQLNode(binding: value, as: Base.self), SQLNode(binding: result, as: Result.self))
    }

    /// The result for another value.
    public func when(_ value: Base._Plain, then result: some ScalarExpression<Result>) -> Self {
        adding(SQLNode(binding: value, as: Base.self), result.node)
    }

    /// The result for another value.
    public func when(
        _ value: some ScalarExpression<Base>, then result: Result._Plain
    ) -> Self {
        adding(value.node, SQLNode(binding: result, as: Result.self))
    }

    /// The result for another value.
    public func when(
        _ value: some ScalarExpression<Base>, then result: some ScalarExpression<Result>
    ) -> Self {
        adding(value.node, result.node)
    }
}

// MARK: - Conditions

extension Case where Base == _CaseConditions {
    /// The result for a condition.
    public func when<Result: RowRepresentable>(
        _ condition: SQLExpression<some SQLTruth>, then result: Result
    ) -> CaseBranches<Base, Result> {
        branch(condition.conditionNode, SQLNode(binding: result))
    }

    /// The result for a condition.
    public func when<Result: RowRepresentable>(
        _ condition: SQLExpression<some SQLTruth>, then result: some ScalarExpression<Result>
    ) -> CaseBranches<Base, Result> {
        branch(condition.conditionNode, result.node)
    }
}

extension CaseBranches where Base == _CaseConditions {
    /// The result for another condition.
    public func when(
        _ condition: SQLExpression<some SQLTruth>, then result: Result._Plain
    ) -> Self {
        adding(condition.conditionNode, SQLNode(binding: result, as: Result.self))
    }

    /// The result for another condition.
    public func when(
        _ condition: SQLExpression<some SQLTruth>, then result: some ScalarExpression<Result>
    ) -> Self {
        adding(condition.conditionNode, result.node)
    }
}

// MARK: - Rendering

/// `CASE a WHEN b THEN c ELSE d END`
private struct CaseExpression: SQLRenderable {
    let base: SQLNode?
    /// Whether the base can be NULL.
    let isNullable: Bool
    let branches: [(value: SQLNode, result: SQLNode)]
    let otherwise: SQLNode?

    /// Whether a value can be NULL, which `CASE a WHEN b` never matches, or a group, which it does not accept.
    private var needsOperator: Bool {
        branches.contains { branch in
            switch branch.value {
            case .parameter(let value): value.isNull
            case .row: true
            default: isNullable
            }
        }
    }

    func write(to writer: inout _SQLWriter) {
        writer.write("CASE")
        let comparesEach = base != nil && needsOperator
        if let base, !comparesEach {
            writer.write(" ")
            writer.write(base)
        }
        for branch in branches {
            writer.write(" WHEN ")
            if let base, comparesEach {
                writer.write(.binary(base, .is, branch.value))
            } else if base == nil {
                writer.write(condition: branch.value)
            } else {
                writer.write(branch.value)
            }
            writer.write(" THEN ")
            writer.write(branch.result)
        }
        if let otherwise {
            writer.write(" ELSE ")
            writer.write(otherwise)
        }
        writer.write(" END")
    }
}
