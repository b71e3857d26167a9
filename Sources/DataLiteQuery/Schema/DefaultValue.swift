import DataLiteSyntax

/// The default value of a column as SQL text.
enum DefaultValue {
    /// Whether `DEFAULT` accepts the text without parentheses: a number, a string, a blob, or one
    /// of a few keywords (<https://sqlite.org/lang_createtable.html#the_default_clause>).
    static func isPlain(_ text: String) -> Bool {
        isNumber(text) || isString(text) || isBlob(text) || keywords.contains(text.uppercased())
    }

    /// Whether two default values are the same, ignoring case, whitespace, outer parentheses and the notation of
    /// numbers and truth values.
    static func areEquivalent(_ lhs: String?, _ rhs: String?) -> Bool {
        normal(lhs) == normal(rhs)
    }

    private static let keywords: Set<String> = [
        "NULL", "TRUE", "FALSE", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP",
    ]

    private static func isNumber(_ text: String) -> Bool {
        guard let last = text.utf8.last, digits.contains(last) else { return false }
        return Double(text) != nil && text.utf8.allSatisfy { numberBytes.contains($0) }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let numberBytes = Set("0123456789+-.eE".utf8)

    private static func isString(_ text: String) -> Bool {
        let quote = UInt8(ascii: "'")
        guard text.utf8.count >= 2, text.utf8.first == quote, text.utf8.last == quote else {
            return false
        }
        // Every quote inside must be doubled.
        let inner = text.dropFirst().dropLast()
        return !inner.replacing("''", with: "").contains("'")
    }

    private static func isBlob(_ text: String) -> Bool {
        (text.hasPrefix("X'") || text.hasPrefix("x'")) && isString(String(text.dropFirst()))
            && text.dropFirst(2).dropLast().allSatisfy(\.isHexDigit)
    }

    /// The text in a form that is equal for equal values. `DEFAULT NULL` is the same as no default.
    private static func normal(_ text: String?) -> String? {
        guard var text = text?[...] else { return nil }
        text = trimmed(text)
        while text.first == "(", text.last == ")", isBalanced(text.dropFirst().dropLast()) {
            text = trimmed(text.dropFirst().dropLast())
        }
        if isString(String(text)) { return String(text) }
        if let number = Double(text), isNumber(String(text)) { return "\(number)" }
        switch text.uppercased() {
        case "NULL": return nil
        case "TRUE": return "1.0"
        case "FALSE": return "0.0"
        default: return words(of: text)
        }
    }

    private static func words(of text: Substring) -> String {
        SQLTokens(String(text)).lazy.map { $0.kind == .string ? $0.text : $0.text.uppercased() }
            .joined(separator: " ")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Whether parentheses are balanced: without its outer characters, `(a) + (b)` is not.
    private static func isBalanced(_ text: Substring) -> Bool {
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }
}
