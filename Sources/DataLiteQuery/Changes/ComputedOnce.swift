/// An assigned value with a function whose result may differ from call to call. If a statement contained it twice, the
/// column and what was computed from the column would differ.
struct ComputedOnce: SQLRenderable {
    private final class Identity: Sendable {}

    private let node: SQLNode
    private let column: String
    private let identity = Identity()

    /// The value of an assignment.
    static func node(_ value: SQLNode, assignedTo columns: [String]) -> SQLNode {
        guard value.isVolatile else { return value }
        return .fragment(ComputedOnce(node: value, column: columns.joined(separator: ", ")))
    }

    private init(node: SQLNode, column: String) {
        self.node = node
        self.column = column
    }

    var precedence: Precedence { node.precedence }

    func write(to writer: inout _SQLWriter) {
        let id = ObjectIdentifier(identity)
        if writer.computedOnce.contains(id) {
            writer.fail(.computedTwice(column))
        } else {
            writer.computedOnce.append(id)
        }
        writer.write(node)
    }
}

extension SQLNode {
    /// Whether the value may differ each time it is computed.
    fileprivate var isVolatile: Bool {
        // SQLite accepts no expression that is deeper.
        guard depth <= 1000, hasPart else { return false }
        var writer = _SQLWriter()
        writer.write(self)
        return writer.isVolatile
    }

    /// Whether it has a part other than operators, columns and values.
    private var hasPart: Bool {
        switch self {
        case .part: true
        case .operation(let operation): operation.lhs.hasPart || operation.rhs.hasPart
        case .unary(_, let operand): operand.hasPart
        case .deep(let operation): operation.node.hasPart
        case .row(let nodes): nodes.contains(where: \.hasPart)
        case .column, .parameter, .text, .null, .failure: false
        }
    }
}

extension SQLiteError {
    fileprivate static func computedTwice(_ column: String) -> SQLiteError {
        SQLiteError(
            .misuse,
            message:
                "the column \(column) was assigned an expression that is not deterministic, such "
                + "as random(), and is read again: SQLite would compute another value; read it in a "
                + "second update")
    }
}
