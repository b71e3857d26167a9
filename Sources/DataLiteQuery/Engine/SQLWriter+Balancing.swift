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
