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
    ) -> CaseBranches<Base, Result> where Base: RowRepresentable {
        let parts = _CaseParts(base: base, containsNull: Base._containsNull)
        return CaseBranches(parts: parts.adding(value, result))
    }
}

/// Marks a `CASE` with conditions.
public enum _CaseConditions: Sendable {}

/// The parts of a `CASE`.
public struct _CaseParts: Sendable {
    let base: SQLNode?
    /// Whether the base can be NULL.
    let containsNull: Bool
    private var branches: [(value: SQLNode, result: SQLNode)] = []

    init(base: SQLNode?, containsNull: Bool) {
        self.base = base
        self.containsNull = containsNull
    }

    func adding(_ value: SQLNode, _ result: SQLNode) -> Self {
        var copy = self
        copy.branches.append((value, result))
        return copy
    }

    func expression(else otherwise: SQLNode?) -> SQLNode {
        let values = branches.map(\.value)
        let results = branches.map(\.result) + [otherwise].compactMap(\.self)
        return .choice(among: results, conditions: [base].compactMap(\.self) + values) { results in
            .fragment(
                CaseText(
                    base: base, isNullable: containsNull,
                    branches: Array(zip(values, results)),
                    otherwise: otherwise.flatMap { _ in results.last }))
        }
    }
}

/// A `CASE` with at least one branch. Without `else`, the result is NULL where no branch matches.
public protocol CaseExpression<Result>: ComposableExpression
where Value == Result?, Output == Result._Plain?, Wrapped == Result._Plain {
    /// The type of the results of the branches, which is optional if one of them is.
    associatedtype Branch: RowRepresentable

    /// The type of the results without NULL.
    associatedtype Result where Result == Branch._NonNull

    var _parts: _CaseParts { get }
}

extension CaseExpression {
    /// The result where no branch matches.
    public func `else`(_ result: Branch._Plain) -> SQLExpression<Branch> {
        SQLExpression(_parts.expression(else: SQLNode(binding: result, as: Branch.self)))
    }

    /// The result where no branch matches.
    public func `else`(_ result: some ScalarExpression<Branch>) -> SQLExpression<Branch> {
        SQLExpression(_parts.expression(else: result.node))
    }

    /// Ends the `CASE` without `ELSE`: the result is NULL where no branch matches.
    public func end() -> SQLExpression<Result?> {
        SQLExpression<Result?>(_parts.expression(else: nil))
    }

    /// The `CASE` without `ELSE`.
    public var expression: SQLExpression<Result?> { end() }
}

/// A `CASE` that compares an expression with values.
public struct CaseBranches<Base: RowRepresentable, Branch: RowRepresentable>: CaseExpression {
    public typealias Result = Branch._NonNull

    public let _parts: _CaseParts

    init(parts: _CaseParts) { _parts = parts }

    func adding<Other: RowRepresentable>(
        _ value: SQLNode, _ result: SQLNode
    ) -> CaseBranches<Base, Other> {
        CaseBranches<Base, Other>(parts: _parts.adding(value, result))
    }

    /// The result for another value.
    public func when(_ value: Base._Plain, then result: Branch._Plain) -> Self {
        adding(SQLNode(binding: value, as: Base.self), SQLNode(binding: result, as: Branch.self))
    }

    /// The result for another value.
    public func when(_ value: Base._Plain, then result: any _TypedExpression<Branch>) -> Self {
        adding(SQLNode(binding: value, as: Base.self), result.node)
    }

    /// The result for another value.
    public func when(_ value: any _TypedExpression<Base>, then result: Branch._Plain) -> Self {
        adding(value.node, SQLNode(binding: result, as: Branch.self))
    }

    /// The result for another value.
    public func when(
        _ value: any _TypedExpression<Base>, then result: any _TypedExpression<Branch>
    ) -> Self {
        adding(value.node, result.node)
    }
}

/// A `CASE` that tests conditions.
// Not `CaseBranches`: with the overloads for values, too, the compiler would give up on six conditions.
public struct CaseConditions<Branch: RowRepresentable>: CaseExpression {
    public typealias Result = Branch._NonNull

    public let _parts: _CaseParts

    init(parts: _CaseParts) { _parts = parts }

    func adding<Other: RowRepresentable>(
        _ condition: SQLNode, _ result: SQLNode
    ) -> CaseConditions<Other> {
        CaseConditions<Other>(parts: _parts.adding(condition, result))
    }

    /// The result for another condition.
    public func when(
        _ condition: SQLExpression<Bool>, then result: Branch._Plain
    ) -> Self {
        adding(condition.conditionNode, SQLNode(binding: result, as: Branch.self))
    }

    /// The result for another condition that may be NULL.
    @_disfavoredOverload
    public func when(
        _ condition: SQLExpression<Bool?>, then result: Branch._Plain
    ) -> Self {
        adding(condition.conditionNode, SQLNode(binding: result, as: Branch.self))
    }

    /// The result for another condition.
    public func when(
        _ condition: SQLExpression<Bool>, then result: some ScalarExpression<Branch>
    ) -> Self {
        adding(condition.conditionNode, result.node)
    }

    /// The result for another condition that may be NULL.
    @_disfavoredOverload
    public func when(
        _ condition: SQLExpression<Bool?>, then result: some ScalarExpression<Branch>
    ) -> Self {
        adding(condition.conditionNode, result.node)
    }
}

// MARK: - Values

// After the first branch, an expression has a protocol type, which a literal cannot have, so the compiler knows at each
// branch which overload applies, and a `CASE` of many branches compiles quickly.

extension Case where Base: RowRepresentable {
    /// The result for a value.
    public func when<Result: RowRepresentable>(
        _ value: Base._Plain, then result: Result
    ) -> CaseBranches<Base, Result> {
        branch(SQLNode(binding: value, as: Base.self), SQLNode(binding: result))
    }

    /// The result for a value.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ value: Base._Plain, then result: some ScalarExpression<Result>
    ) -> CaseBranches<Base, Result> {
        branch(SQLNode(binding: value, as: Base.self), result.node)
    }

    /// The result for a value.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ value: some ScalarExpression<Base>, then result: Result
    ) -> CaseBranches<Base, Result> {
        branch(value.node, SQLNode(binding: result))
    }

    /// The result for a value.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ value: some ScalarExpression<Base>, then result: some ScalarExpression<Result>
    ) -> CaseBranches<Base, Result> {
        branch(value.node, result.node)
    }
}

// MARK: - Conditions

// Separate overloads for the two types of conditions: with a generic one, the compiler takes ten times as long to report
// a result of the wrong type.

extension Case where Base == _CaseConditions {
    /// The result for a condition.
    public func when<Result: RowRepresentable>(
        _ condition: SQLExpression<Bool>, then result: Result
    ) -> CaseConditions<Result> {
        branch(condition.conditionNode, SQLNode(binding: result))
    }

    /// The result for a condition that may be NULL.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ condition: SQLExpression<Bool?>, then result: Result
    ) -> CaseConditions<Result> {
        branch(condition.conditionNode, SQLNode(binding: result))
    }

    /// The result for a condition.
    public func when<Result: RowRepresentable>(
        _ condition: SQLExpression<Bool>, then result: some ScalarExpression<Result>
    ) -> CaseConditions<Result> {
        branch(condition.conditionNode, result.node)
    }

    /// The result for a condition that may be NULL.
    @_disfavoredOverload
    public func when<Result: RowRepresentable>(
        _ condition: SQLExpression<Bool?>, then result: some ScalarExpression<Result>
    ) -> CaseConditions<Result> {
        branch(condition.conditionNode, result.node)
    }

    private func branch<Result>(
        _ condition: SQLNode, _ result: SQLNode
    ) -> CaseConditions<Result> {
        CaseConditions(parts: _CaseParts(base: nil, containsNull: false).adding(condition, result))
    }
}

extension CaseExpression where Result: JSONScalar & Sendable {
    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are no values.
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Result?]>> {
        SQLExpression(
            .jsonGroupArray(expression.jsonArgumentNode, distinct, order, filter?.conditionNode))
    }
}
