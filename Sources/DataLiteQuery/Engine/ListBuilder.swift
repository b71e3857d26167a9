/// Collects a list: the rows of an insert, the terms of an order, the statements of a trigger, the
/// rows of a seed.
@resultBuilder
public enum _ListBuilder<Element> {
    /// Used by the compiler for a statement of the closure.
    @inlinable
    public static func buildExpression(_ element: Element) -> [Element] { [element] }

    /// Used by the compiler for a statement of the closure.
    @inlinable
    public static func buildExpression(_ elements: some Sequence<Element>) -> [Element] {
        Array(elements)
    }

    /// Used by the compiler for an array in the closure, such as `[]`.
    @inlinable
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

    /// Used by the compiler for the closure as a whole.
    @inlinable
    public static func buildBlock() -> [Element] { [] }

    /// Used by the compiler for the first statement.
    @inlinable
    public static func buildPartialBlock(first: [Element]) -> [Element] { first }

    /// Used by the compiler for each further statement.
    @inlinable
    public static func buildPartialBlock(
        accumulated: [Element], next: [Element]
    ) -> [Element] { accumulated + next }

    /// Used by the compiler for a branch of `if` or `switch`.
    @inlinable
    public static func buildEither(first: [Element]) -> [Element] { first }

    /// Used by the compiler for a branch of `if` or `switch`.
    @inlinable
    public static func buildEither(second: [Element]) -> [Element] { second }

    /// Used by the compiler for an `if` without `else`.
    @inlinable
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }

    /// Used by the compiler for `if #available`.
    @inlinable
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }

    /// Used by the compiler for a `for` loop.
    @inlinable
    public static func buildArray(_ elements: [[Element]]) -> [Element] { Array(elements.joined()) }
}
