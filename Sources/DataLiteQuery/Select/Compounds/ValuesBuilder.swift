/// Collects the rows of ``Values``: values and expressions, or tuples of them. All rows have the same types.
@resultBuilder
public enum ValuesBuilder {
    /// Rows with values of the same types.
    public struct Rows<each Value: SelectableValue>: Sendable {
        var nodes: [[SQLNode]]
    }

    /// Used by the compiler for a row.
    public static func buildExpression<each Value: SelectableValue>(
        _ row: (repeat each Value)
    ) -> Rows<repeat each Value> {
        Rows(nodes: [_SelectList(repeat each row).fields.map(\.node)])
    }
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<each Value: SelectableValue>(
        first: Rows<repeat each Value>
    ) -> Rows<repeat each Value> { first }
    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<each Value: SelectableValue>(
        accumulated: Rows<repeat each Value>, next: Rows<repeat each Value>
    ) -> Rows<repeat each Value> { Rows(nodes: accumulated.nodes + next.nodes) }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<each Value: SelectableValue>(
        first: Rows<repeat each Value>
    ) -> Rows<repeat each Value> { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<each Value: SelectableValue>(
        second: Rows<repeat each Value>
    ) -> Rows<repeat each Value> { second }
    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional<each Value: SelectableValue>(
        _ rows: Rows<repeat each Value>?
    ) -> Rows<repeat each Value> { rows ?? Rows(nodes: []) }
    /// Used by the compiler for a `for` loop.
    public static func buildArray<each Value: SelectableValue>(
        _ rows: [Rows<repeat each Value>]
    ) -> Rows<repeat each Value> { Rows(nodes: rows.flatMap(\.nodes)) }
}
