/// Collects the queries in the closure of a ``With`` over several tables.
@resultBuilder
public enum _CommonTablesBuilder {
    /// Used by the compiler for the closure as a whole.
    public static func buildBlock<First: RowQuery, Second: RowQuery, each Other: RowQuery>(
        _ first: First, _ second: Second, _ others: repeat each Other
    ) -> (First, Second, repeat each Other) {
        (first, second, repeat each others)
    }
}

/// Builds the statement in the last closure of a ``With``.
// Like those of the clauses, the closure is a result-builder closure, so that the compiler type-checks it separately. With
// a plain closure, `With { ... } query: { ... }.fetchAll(db).map(\.title)` takes seconds to type-check, or fails.
@resultBuilder
public enum _CommonTableBodyBuilder {
    /// Used by the compiler for the closure as a whole.
    public static func buildBlock<Body>(_ body: Body) -> Body { body }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Body>(first: Body) -> Body { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither<Body>(second: Body) -> Body { second }
}
