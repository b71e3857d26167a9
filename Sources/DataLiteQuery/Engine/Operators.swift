/// How tightly an operator binds; a higher value binds more tightly
/// (<https://sqlite.org/lang_expr.html>, section 2).
@usableFromInline
enum Precedence: UInt8, Comparable, Sendable {
    case lowest, or, and, not, equality, comparison, bitwise, sum, product, concatenation, collate
    case prefix, primary

    @usableFromInline
    static func < (lhs: Precedence, rhs: Precedence) -> Bool { lhs.rawValue < rhs.rawValue }
}

@usableFromInline
enum BinaryOperator: UInt8, Sendable {
    case or, and
    case equal, notEqual, `is`, isNot, like, glob, match, regexp
    case less, lessOrEqual, greater, greaterOrEqual
    case bitAnd, bitOr, shiftLeft, shiftRight
    case plus, minus, times, divide, modulo
    case concatenate, extract, extractText

    var text: StaticString {
        switch self {
        case .or: " OR "
        case .and: " AND "
        case .equal: " = "
        case .notEqual: " <> "
        case .is: " IS "
        case .isNot: " IS NOT "
        case .like: " LIKE "
        case .glob: " GLOB "
        case .match: " MATCH "
        case .regexp: " REGEXP "
        case .less: " < "
        case .lessOrEqual: " <= "
        case .greater: " > "
        case .greaterOrEqual: " >= "
        case .bitAnd: " & "
        case .bitOr: " | "
        case .shiftLeft: " << "
        case .shiftRight: " >> "
        case .plus: " + "
        case .minus: " - "
        case .times: " * "
        case .divide: " / "
        case .modulo: " % "
        case .concatenate: " || "
        case .extract: " -> "
        case .extractText: " ->> "
        }
    }

    var precedence: Precedence {
        switch self {
        case .or: .or
        case .and: .and
        case .equal, .notEqual, .is, .isNot, .like, .glob, .match, .regexp: .equality
        case .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
        case .bitAnd, .bitOr, .shiftLeft, .shiftRight: .bitwise
        case .plus, .minus: .sum
        case .times, .divide, .modulo: .product
        case .concatenate, .extract, .extractText: .concatenation
        }
    }

    /// Whether `a op b op c` may be written without parentheses for `(a op b) op c`.
    var isChained: Bool {
        switch self {
        case .or, .and, .bitAnd, .bitOr, .plus, .minus, .times, .divide, .modulo, .concatenate:
            true
        default: false
        }
    }

    /// Whether `a op (b op c)` may also be written without parentheses.
    var isAssociative: Bool { self == .and || self == .or }
}

@usableFromInline
enum UnaryOperator: UInt8, Sendable {
    case not, minus, bitNot, isNull, isNotNull

    var precedence: Precedence {
        switch self {
        case .not: .not
        case .minus, .bitNot: .prefix
        case .isNull, .isNotNull: .equality
        }
    }
}

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
