extension _SQLWriter {
    mutating func write(_ node: SQLNode) {
        switch node {
        case .column, .tableColumn:
            write(column: node)
        case .parameter(let value):
            write(parameter: value)
        case .text(let text):
            write(text)
        case .null:
            write(parameter: .null)
        case .operation(let operation):
            nested { $0.write(operation) }
        case .unary(let symbol, let operand):
            nested { $0.write(symbol, operand) }
        case .deep(let operation):
            write(operation.node)
        case .row, .part, .failure:
            writeOther(node)
        }
    }

    // Separate functions, so that the stack frames of nested expressions are small.

    private mutating func write(column node: SQLNode) {
        switch node {
        case .column(let qualifier, let name): writeColumn(qualifier, name)
        case .tableColumn(let text): write(tableColumn: text)
        default: break
        }
    }

    private mutating func writeOther(_ node: SQLNode) {
        switch node {
        case .row(let nodes):
            nested {
                $0.write("(")
                $0.writeList(nodes) { $0.write($1) }
                $0.write(")")
            }
        case .part(let part):
            write(part.fragment)
        case .failure(let error):
            fail(error)
            write("NULL")
        default: break
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
        let outer = ignoresNull
        defer { ignoresNull = outer }
        ignoresNull = outer && operation.symbol.isLogic
        guard depth < Self.chainDepth else { return writeChain(operation) }
        writeOperand(operation.lhs, of: operation.symbol, isChained: operation.symbol.isChained)
        writeEnd(operation)
    }

    /// Writes an operation after its left operand.
    private mutating func writeEnd(_ operation: BinaryOperation) {
        let symbol = operation.symbol
        if operation.isNullTest {
            write(symbol == .is ? " IS NULL" : " IS NOT NULL")
        } else {
            write(symbol.text)
            writeOperand(operation.rhs, of: symbol, isChained: symbol.isAssociative)
        }
    }

    /// Writes an operation in a loop over its left operands: a chain of operators that was built in a loop is as deep
    /// as it is long.
    private mutating func writeChain(_ operation: BinaryOperation) {
        if operation.isLongChain { return writeLongChain(operation) }
        var chain = [(operation: operation, isInParentheses: false)]
        var outer = operation
        while let inner = outer.lhs.operation, !inner.isLongChain {
            let isInParentheses = outer.lhs.needsParentheses(
                in: outer.symbol, isChained: outer.symbol.isChained)
            if isInParentheses { write("(") }
            ignoresNull = ignoresNull && inner.symbol.isLogic
            chain.append((inner, isInParentheses))
            outer = inner
        }
        writeOperand(outer.lhs, of: outer.symbol, isChained: outer.symbol.isChained)
        for (operation, isInParentheses) in chain.reversed() {
            writeEnd(operation)
            if isInParentheses { write(")") }
        }
    }

    private mutating func writeLongChain(_ operation: BinaryOperation) {
        let (terms, symbol) = (operation.terms, operation.symbol)
        writeTerms(terms.indices, joinedBy: symbol) { writer, index in
            writer.writeOperand(terms[index], of: symbol, isChained: true)
        }
    }

    /// Writes an operand, in parentheses if its operator binds less tightly.
    ///
    /// - Parameter isChained: Whether an operand of the same precedence needs no parentheses.
    private mutating func writeOperand(
        _ node: SQLNode, of symbol: BinaryOperator, isChained: Bool
    ) {
        switch node {
        case .column, .tableColumn:
            write(column: node)
        case .parameter(let value):
            if case .real(let real) = value, real.isNaN, symbol.isComparison {
                fail(comparing: value)
            }
            write(parameter: value)
        default:
            write(node, inParentheses: node.needsParentheses(in: symbol, isChained: isChained))
        }
    }

    private mutating func write(_ unary: UnaryOperator, _ operand: SQLNode) {
        let outer = ignoresNull
        defer { ignoresNull = outer }
        ignoresNull = false
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

    /// Reports a comparison with NaN, or with a value that cannot be stored.
    mutating func fail(comparing value: SQLiteValue) {
        fail(UnstorableValue(value)?.error() ?? .comparesNaN)
    }
}

extension Precedence {
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .primary }
}

extension BinaryOperator {
    fileprivate var isLogic: Bool { self == .and || self == .or }

    fileprivate var isComparison: Bool {
        switch self {
        case .equal, .notEqual, .is, .isNot, .less, .lessOrEqual, .greater, .greaterOrEqual: true
        default: false
        }
    }
}

extension SQLiteError {
    static let statementTooLong = SQLiteError.misuse(
        "the statement is longer than 4 MiB: an expression that is used several times is written several times, such "
            + "as a column of an update that is read after it was assigned, or the condition of a "
            + "choice among groups")

    fileprivate static let comparesNaN = SQLiteError.misuse(
        "NaN cannot be compared: SQLite stores it as NULL, so compare with nil")

    static let nestedTooDeeply = SQLiteError.misuse(
        "an expression or query is nested in more than 200 others")
}

extension BinaryOperation {
    /// Whether it is `a IS NULL` or `a IS NOT NULL`.
    fileprivate var isNullTest: Bool {
        if case .null = rhs { symbol == .is || symbol == .isNot } else { false }
    }
}

extension SQLNode {
    /// Whether the node needs parentheses as the operand of an operator.
    ///
    /// - Parameter isChained: Whether an operand of the same precedence needs none.
    fileprivate func needsParentheses(in symbol: BinaryOperator, isChained: Bool) -> Bool {
        let (inner, outer) = (precedence, symbol.precedence)
        return inner == outer ? !isChained || mixes(with: symbol) : inner < outer
    }

    var precedence: Precedence {
        switch self {
        case .operation(let operation): operation.symbol.precedence
        case .unary(let unary, _): unary.precedence
        case .deep(let operation): operation.node.precedence
        case .part(let part): part.fragment.precedence
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

    /// Whether `other` is `&` or `|`, and the outermost operator is a different one of the same precedence.
    fileprivate func mixes(with other: BinaryOperator) -> Bool {
        guard other == .bitAnd || other == .bitOr, let operation else {
            return false
        }
        let symbol = operation.symbol
        return symbol != other && symbol.precedence == other.precedence
    }
}

// SQLite parses `a AND b AND c` as a tree that is as deep as it is long, and refuses a tree of more than 1,000 levels:
// <https://sqlite.org/limits.html#max_expr_depth>. Long conjunctions and disjunctions are written with parentheses.

extension _SQLWriter {
    /// The number of terms that are written without parentheses.
    static var flatTerms: Int { 64 }

    /// Writes terms with an operator between them. More than ``flatTerms`` terms become a balanced tree.
    mutating func writeTerms(
        _ range: Range<Int>, joinedBy symbol: BinaryOperator,
        _ write: (inout _SQLWriter, Int) -> Void
    ) {
        if range.count <= Self.flatTerms {
            for index in range {
                if index > range.lowerBound { self.write(symbol.text) }
                write(&self, index)
            }
            return
        }
        let middle = range.lowerBound + range.count / 2
        self.write("(")
        writeTerms(range.lowerBound..<middle, joinedBy: symbol, write)
        self.write(")")
        self.write(symbol.text)
        self.write("(")
        writeTerms(middle..<range.upperBound, joinedBy: symbol, write)
        self.write(")")
    }
}

extension BinaryOperation {
    /// Whether the operation and its left operands are a chain of more than ``_SQLWriter/flatTerms`` terms of `AND`
    /// or of `OR`.
    var isLongChain: Bool {
        guard symbol.isAssociative else { return false }
        var operation = self
        for _ in 0..<_SQLWriter.flatTerms {
            guard let inner = operation.lhs.operation, inner.symbol == symbol else { return false }
            operation = inner
        }
        return true
    }

    /// The terms of a chain of the same operator.
    var terms: [SQLNode] {
        var terms = [rhs]
        var operation = self
        while let inner = operation.lhs.operation, inner.symbol == symbol {
            terms.append(inner.rhs)
            operation = inner
        }
        terms.append(operation.lhs)
        terms.reverse()
        return terms
    }
}
