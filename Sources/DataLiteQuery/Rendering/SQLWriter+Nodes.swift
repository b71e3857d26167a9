extension SQLWriter {
    mutating func write(_ node: SQLNode) {
        switch node {
        case .column(let qualifier, let name):
            writeColumn(qualifier, name)
        case .parameter(let value):
            write(parameter: value)
        case .row(let nodes):
            write("(")
            writeList(nodes) { $0.write($1) }
            write(")")
        case .text(let text):
            write(text)
        case .null:
            write(parameter: .null)
        case .operation(let operation):
            write(operation)
        case .unary(let unary, let operand):
            write(unary, operand)
        case .fragment(let fragment):
            fragment.write(to: &self)
        case .failure(let error):
            fail(error)
            write("NULL")
        }
    }

    /// Writes a node, in parentheses if its operator binds less tightly than `precedence`.
    mutating func write(_ node: SQLNode, atLeast precedence: Precedence) {
        write(node, inParentheses: node.precedence < precedence)
    }

    @inline(__always)
    mutating func write(_ node: SQLNode, inParentheses: Bool) {
        if inParentheses { write("(") }
        write(node)
        if inParentheses { write(")") }
    }

    private mutating func write(_ operation: BinaryOperation) {
        let symbol = operation.symbol
        if case .null = operation.rhs, symbol == .is || symbol == .isNot {
            writeOperand(operation.lhs, of: symbol, isChained: false)
            write(symbol == .is ? " IS NULL" : " IS NOT NULL")
            return
        }
        writeOperand(operation.lhs, of: symbol, isChained: symbol.isChained)
        write(symbol.text)
        writeOperand(operation.rhs, of: symbol, isChained: symbol.isAssociative)
    }

    /// Writes an operand, in parentheses if its operator binds less tightly.
    ///
    /// - Parameter isChained: Whether an operand of the same precedence needs no parentheses.
    private mutating func writeOperand(
        _ node: SQLNode, of symbol: BinaryOperator, isChained: Bool
    ) {
        switch node {
        case .column(let qualifier, let name):
            writeColumn(qualifier, name)
        case .parameter(let value):
            write(parameter: value)
        default:
            let (inner, outer) = (node.precedence, symbol.precedence)
            let isWeaker = isChained && !node.mixes(with: symbol) ? inner < outer : inner <= outer
            write(node, inParentheses: isWeaker)
        }
    }

    private mutating func write(_ unary: UnaryOperator, _ operand: SQLNode) {
        switch unary {
        case .not: write("NOT ")
        case .minus: write("-")
        case .bitNot: write("~")
        case .isNull, .isNotNull: break
        }
        // As a literal, "-?" would be "--1", which is a comment.
        let isComment = unary == .minus && operand.isNegative
        write(operand, inParentheses: isComment || operand.precedence <= unary.precedence)
        switch unary {
        case .isNull: write(" IS NULL")
        case .isNotNull: write(" IS NOT NULL")
        default: break
        }
    }
}

extension Precedence {
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension SQLNode {
    var precedence: Precedence {
        switch self {
        case .operation(let operation): operation.symbol.precedence
        case .unary(let unary, _): unary.precedence
        case .fragment(let fragment): fragment.precedence
        default: .primary
        }
    }

    /// Whether the node is a parameter with a minus sign.
    fileprivate var isNegative: Bool {
        switch self {
        case .parameter(.int(let number)): number < 0
        case .parameter(.real(let number)): number.sign == .minus
        default: false
        }
    }

    /// Whether the outermost operator is another one of the same precedence, as `-` beside `+`.
    fileprivate func mixes(with other: BinaryOperator) -> Bool {
        guard other == .bitAnd || other == .bitOr, case .operation(let operation) = self else {
            return false
        }
        let symbol = operation.symbol
        return symbol != other && symbol.precedence == other.precedence
    }
}
