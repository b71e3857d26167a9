import DataLiteSyntax

/// The condition of a `CHECK` constraint, in a form that is equal for conditions that are written in two ways.
struct CheckText: Equatable {
    /// The condition as written, with single spaces.
    let sql: String

    private let words: [String]

    init(_ condition: ArraySlice<SQLToken>) {
        sql = condition.map(\.text).joined(separator: " ")
        words = Self.withoutParentheses(condition).map(Self.word)
    }

    init(_ sql: String) { self.init(Array(SQLTokens(sql))[...]) }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.words == rhs.words }

    /// Whitespace, comments, case, quotes around names and the notation of operators and numbers make no difference.
    private static func word(_ token: SQLToken) -> String {
        switch token.kind {
        case .string: return token.text
        case .blob: return token.text.uppercased()
        case .number: return number(token.text)
        case .punctuation: return operators[token.text] ?? token.text
        default:
            let name = (token.name ?? token.text).lowercasedASCII
            guard token.kind == .word else { return isPlain(name) ? name : "\"" + name }
            // They are no keywords of SQLite, but names that no column has.
            return name == "true" ? "1" : name == "false" ? "0" : name
        }
    }

    /// Whether a name needs no quotes. Any other one could be spelled like a number, a string or an operator.
    private static func isPlain(_ name: String) -> Bool {
        name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    private static let operators = ["==": "=", "<>": "!="]

    private static func number(_ text: String) -> String {
        if let integer = Int64(text) { return "\(integer)" }
        return Double(text).map { "\($0)" } ?? text.uppercased()
    }

    private static func withoutParentheses(
        _ tokens: ArraySlice<SQLToken>
    ) -> ArraySlice<SQLToken> {
        var tokens = tokens
        while tokens.first?.isPunctuation("(") == true, tokens.last?.isPunctuation(")") == true,
            isBalanced(tokens.dropFirst().dropLast())
        {
            tokens = tokens.dropFirst().dropLast()
        }
        return tokens
    }

    private static func isBalanced(_ tokens: ArraySlice<SQLToken>) -> Bool {
        var depth = 0
        for token in tokens {
            if token.isPunctuation("(") { depth += 1 }
            if token.isPunctuation(")") { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }
}
