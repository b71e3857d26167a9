/// An assigned value with a function whose result may differ from call to call. If a statement contained it twice, the
/// column and what was computed from the column would differ.
struct ComputedOnce: SQLRenderable {
    private final class Identity: Sendable {}

    private let node: SQLNode
    private let column: String
    private let identity = Identity()

    /// The value of an assignment.
    static func node(_ value: SQLNode, assignedTo columns: [String]) -> SQLNode {
        switch value.repeatability {
        case .same: value
        case .volatile:
            .fragment(ComputedOnce(node: value, column: columns.joined(separator: ", ")))
        // A value that contains another one twice, which contains a third one twice, and so on, is not visited again.
        case .tooLong: .failure(.statementTooLong)
        }
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

/// Whether an expression has the same value when it is computed again.
enum Repeatability {
    case same, volatile, tooLong
}

extension SQLNode {
    var repeatability: Repeatability {
        // SQLite accepts no expression that is deeper.
        guard depth <= 1000 else { return .same }
        var limit = _SQLWriter.lengthLimit / 4
        let hasPart = hasPart(&limit)
        guard limit > 0 else { return .tooLong }
        guard hasPart else { return .same }
        var writer = _SQLWriter()
        writer.write(self)
        guard writer.position <= _SQLWriter.lengthLimit else { return .tooLong }
        return writer.isVolatile ? .volatile : .same
    }

    /// Whether it has a part other than operators, columns and values. A loop, because an update can nest an expression
    /// as deeply as SQLite allows: `for _ in 0..<900 { $0.count += 1 }`.
    ///
    /// - Parameter limit: The number of nodes to visit. Operands that are used twice are visited twice.
    private func hasPart(_ limit: inout Int) -> Bool {
        var pending = [self]
        while let node = pending.popLast() {
            limit -= 1
            guard limit > 0 else { return true }
            switch node {
            case .part: return true
            case .operation(let operation): pending += [operation.rhs, operation.lhs]
            case .unary(_, let operand): pending.append(operand)
            case .deep(let operation): pending.append(operation.node)
            case .row(let nodes): pending += nodes
            case .column, .tableColumn, .parameter, .text, .null, .failure: break
            }
        }
        return false
    }
}

extension SQLiteError {
    fileprivate static func computedTwice(_ column: String) -> SQLiteError {
        SQLiteError.misuse(
            "the column \(column) was assigned an expression that is not deterministic, such "
                + "as random(), and is read again: SQLite would compute another value; read it in a "
                + "second update")
    }
}
