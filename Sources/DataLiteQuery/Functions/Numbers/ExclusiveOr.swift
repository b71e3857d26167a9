/// `a ^ b`, for which SQL has no operator. The difference cannot overflow: all bits of `a & b` are set in `a | b`.
private struct ExclusiveOr: SQLRenderable {
    private let node: SQLNode

    init(_ lhs: SQLNode, _ rhs: SQLNode) {
        node = .binary(.binary(lhs, .bitOr, rhs), .minus, .binary(lhs, .bitAnd, rhs))
    }

    var precedence: Precedence { .sum }

    func write(to writer: inout _SQLWriter) {
        let outer = writer.isVolatile
        writer.isVolatile = false
        writer.write(node)
        // SQLite would compute it twice, with two results.
        if writer.isVolatile { writer.fail(.exclusiveOrIsVolatile) }
        writer.isVolatile = writer.isVolatile || outer
    }
}

extension SQLNode {
    static func exclusiveOr(_ lhs: SQLNode, _ rhs: SQLNode) -> SQLNode {
        .fragment(ExclusiveOr(lhs, rhs))
    }
}

extension SQLiteError {
    fileprivate static let exclusiveOrIsVolatile = SQLiteError.misuse(
        "an operand of ^ is not deterministic, such as random(): SQLite would compute it twice")
}
