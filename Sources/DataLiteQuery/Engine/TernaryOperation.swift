/// An operation with two words and three operands, such as `a BETWEEN b AND c` and `a LIKE b ESCAPE c`.
struct TernaryOperation: SQLRenderable {
    private let operands: (SQLNode, SQLNode, SQLNode)
    private let words: (StaticString, StaticString)

    init(
        _ first: SQLNode, _ word: StaticString, _ second: SQLNode, _ otherWord: StaticString,
        _ third: SQLNode
    ) {
        operands = (first, second, third)
        words = (word, otherWord)
    }

    var precedence: Precedence { .equality }

    func write(to writer: inout _SQLWriter) {
        writer.write(comparand: operands.0)
        writer.write(words.0)
        writer.write(comparand: operands.1)
        writer.write(words.1)
        writer.write(comparand: operands.2)
    }
}

extension _SQLWriter {
    fileprivate mutating func write(comparand node: SQLNode) {
        if case .parameter(let value) = node, case .real(let real) = value, real.isNaN {
            fail(comparing: value)
        }
        write(node, atLeast: Precedence.equality.next)
    }
}
