/// Collects a list: the rows of an insert, the terms of an order, the statements of a trigger.
@resultBuilder
public enum ListBuilder<Element> {
    @inlinable
    public static func buildExpression(_ element: Element) -> [Element] { [element] }

    @inlinable
    public static func buildExpression(_ elements: some Sequence<Element>) -> [Element] {
        Array(elements)
    }

    @inlinable
    public static func buildBlock() -> [Element] { [] }

    @inlinable
    public static func buildPartialBlock(first: [Element]) -> [Element] { first }

    @inlinable
    public static func buildPartialBlock(
        accumulated: [Element], next: [Element]
    ) -> [Element] { accumulated + next }

    @inlinable
    public static func buildEither(first: [Element]) -> [Element] { first }

    @inlinable
    public static func buildEither(second: [Element]) -> [Element] { second }

    @inlinable
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }

    @inlinable
    public static func buildArray(_ elements: [[Element]]) -> [Element] { Array(elements.joined()) }
}
