/// Collects the rows of ``Values``: values and expressions, or tuples of them. All rows have values of the same types.
///
/// A closure has at least one row. For any number of rows, use `Values(array)`.
//
// `Rows` is generic over the output, not over a parameter pack of the values: the Swift 6.3 runtime corrupts memory
// when it creates the metadata of arrays of such a type.
@resultBuilder
public enum _ValuesBuilder {
    /// Rows with values of the same types.
    public struct Rows<Output>: Sendable {
        var nodes: [[SQLNode]]
        let decoder: _QueryDecoder<Output>
    }

    /// Used by the compiler for a row of several values.
    public static func buildExpression<each Value: _SelectableValue>(
        _ row: (repeat each Value)
    ) -> Rows<(repeat (each Value).Output)> {
        Rows(
            nodes: [_SelectList(repeat each row).fields.map(\.node)],
            decoder: _QueryDecoder(tuple: repeat (each Value).self))
    }
    /// Used by the compiler for a row of a selection, or of a table.
    public static func buildExpression<Row: Selection>(_ row: Row) -> Rows<Row> {
        Rows(
            nodes: [SQLNode(binding: row).elements],
            decoder: _QueryDecoder(selecting: SQLExpression<Row>.self))
    }
    /// Used by the compiler for the first statement.
    public static func buildPartialBlock<Output>(first: Rows<Output>) -> Rows<Output> { first }
    /// Used by the compiler for each further statement.
    public static func buildPartialBlock<Output>(
        accumulated: Rows<Output>, next: Rows<Output>
    ) -> Rows<Output> {
        Rows(nodes: accumulated.nodes + next.nodes, decoder: accumulated.decoder)
    }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Output>(first: Rows<Output>) -> Rows<Output> { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Output>(second: Rows<Output>) -> Rows<Output> { second }
}
