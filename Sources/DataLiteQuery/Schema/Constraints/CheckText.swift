import DataLiteSyntax

/// The condition of a `CHECK` constraint, in a form that is equal for conditions that are written in two ways.
struct CheckText: Hashable {
    /// The condition as written, with single spaces.
    let sql: String

    private let words: [String]

    /// - Parameter table: The name of the table, which a column may have before it.
    init(_ condition: ArraySlice<SQLToken>, of table: String) {
        sql = condition.map(\.text).joined(separator: " ")
        var words = Self.withoutParentheses(condition).map(CheckWord.init)
        words.removeQualifiers(CheckWord.name(table))
        words.moveConstantsToTheRight()
        self.words = words.map(\.text)
    }

    init(_ sql: String, of table: String) { self.init(Array(SQLTokens(sql))[...], of: table) }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.words == rhs.words }

    func hash(into hasher: inout Hasher) { hasher.combine(words) }

    private static func withoutParentheses(
        _ tokens: ArraySlice<SQLToken>
    ) -> ArraySlice<SQLToken> {
        let count = outerParentheses(tokens)
        return tokens.dropFirst(count).dropLast(count)
    }

    /// The number of pairs of parentheses around all tokens.
    private static func outerParentheses(_ tokens: ArraySlice<SQLToken>) -> Int {
        let opened = tokens.prefix { $0.isPunctuation("(") }.count
        let closed = tokens.reversed().prefix { $0.isPunctuation(")") }.count
        var count = min(opened, closed)
        var depth = 0
        // The inner tokens may close parentheses of the beginning: `(a) + (b)`.
        for token in tokens.dropFirst(opened).dropLast(closed) {
            if token.isPunctuation("(") { depth += 1 }
            if token.isPunctuation(")") { depth -= 1 }
            count = min(count, opened + depth)
        }
        return opened + depth == closed ? max(0, count) : 0
    }
}

/// A token of a condition in a form that does not depend on its notation.
private struct CheckWord {
    enum Kind {
        /// A name of a column or function.
        case name
        /// A number, a string or a BLOB.
        case constant
        /// `AND`, `CASE`, a parenthesis and other words between which a comparison can be.
        case boundary
        /// `=`, `<` and other operators of comparisons.
        case comparison
        /// An operator that binds more tightly.
        case `operator`
        /// Any other keyword.
        case keyword
    }

    let text: String
    let kind: Kind

    /// Whitespace, comments, case, quotes around names and the notation of operators and numbers make no difference.
    init(_ token: SQLToken) {
        switch token.kind {
        case .string: (text, kind) = (token.text, .constant)
        case .blob: (text, kind) = (token.text.uppercased(), .constant)
        case .number: (text, kind) = (Self.number(token.text), .constant)
        case .punctuation:
            text = Self.operators[token.text] ?? token.text
            kind =
                Self.swapped[text] != nil
                ? .comparison : ["(", ")", ","].contains(text) ? .boundary : .operator
        default:
            let name = (token.name ?? token.text).lowercasedASCII
            guard token.kind == .word else {
                (text, kind) = (Self.isPlain(name) ? name : "\"" + name, .name)
                return
            }
            // They are no keywords of SQLite, but names that no column has.
            if name == "true" || name == "false" {
                (text, kind) = (name == "true" ? "1" : "0", .constant)
            } else {
                text = name
                kind =
                    Self.boundaries.contains(name)
                    ? .boundary : Self.keywords.contains(name) ? .keyword : .name
            }
        }
    }

    /// The text of a name.
    static func name(_ name: String) -> String {
        let name = name.lowercasedASCII
        return isPlain(name) ? name : "\"" + name
    }

    /// Whether a name needs no quotes. Any other one could be spelled like a number, a string or an operator.
    private static func isPlain(_ name: String) -> Bool {
        name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    private static let operators = ["==": "=", "<>": "!="]

    /// The comparisons that have the same value if their operands are exchanged, and the operator that they then have.
    static let swapped = ["=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="]

    static let orders = swapped.filter { !["=", "!="].contains($0.key) }

    private static let boundaries: Set = [
        "and", "or", "not", "case", "when", "then", "else", "end",
    ]

    private static let keywords: Set = [
        "between", "collate", "distinct", "escape", "exists", "from", "glob", "in", "is", "isnull",
        "like", "match", "notnull", "null", "regexp", "cast", "as", "filter", "over",
    ]

    private static func number(_ text: String) -> String {
        if text.prefix(2).lowercased() == "0x" {
            return UInt64(text.dropFirst(2), radix: 16).map { "\(Int64(bitPattern: $0))" }
                ?? text.uppercased()
        }
        if let integer = Int64(text) { return "\(integer)" }
        return Double(text).map { "\($0)" } ?? text.uppercased()
    }

    fileprivate init(comparison: String) { (text, kind) = (comparison, .comparison) }
}

extension [CheckWord] {
    /// Removes the name of the table before its columns.
    fileprivate mutating func removeQualifiers(_ table: String) {
        guard contains(where: { $0.text == "." }) else { return }
        var words: [CheckWord] = []
        for (index, word) in enumerated() {
            let isQualifier = word.text == table && word.kind == .name
            if isQualifier, index + 1 < count, self[index + 1].text == "." { continue }
            if word.text == ".", index > 0, self[index - 1].text == table { continue }
            words.append(word)
        }
        self = words
    }

    /// Writes `1 < a` as `a > 1`.
    ///
    /// Only comparisons of a constant with another expression are changed: with two columns, the left one determines
    /// the collation.
    fileprivate mutating func moveConstantsToTheRight() {
        // `b BETWEEN 0 AND 1 = a` is `(b BETWEEN 0 AND 1) = a`.
        let symbols = contains { $0.text == "between" } ? CheckWord.orders : CheckWord.swapped
        var words: [CheckWord] = []
        var start = 0
        for end in indices where self[end].kind == .boundary {
            append(start..<end, symbols, to: &words)
            words.append(self[end])
            start = end + 1
        }
        append(start..<endIndex, symbols, to: &words)
        self = words
    }

    /// Appends the words between two boundaries, with exchanged operands if they are a comparison whose left operand is
    /// a constant.
    private func append(
        _ range: Range<Int>, _ symbols: [String: String], to words: inout [CheckWord]
    ) {
        let part = self[range]
        // Otherwise an operand continues beyond the parenthesis.
        let isWhole =
            (range.lowerBound == 0 || self[range.lowerBound - 1].text != ")")
            && (range.upperBound == endIndex || self[range.upperBound].text != "(")
        guard isWhole, let index = part.firstIndex(where: { $0.kind == .comparison }),
            let symbol = symbols[self[index].text]
        else { return words += part }
        let (left, right) = (part[..<index], part[(index + 1)...])
        guard !left.isEmpty, left.allSatisfy({ [.constant, .operator].contains($0.kind) }),
            right.contains(where: { $0.kind == .name }),
            right.allSatisfy({ [.constant, .operator, .name].contains($0.kind) })
        else { return words += part }
        words += right + [CheckWord(comparison: symbol)] + left
    }
}
