import DataLiteSyntax
import Foundation

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

extension ColumnDefinition {
    /// How the column stores the sample; `nil` if its values are not UUIDs.
    private var uuidForm: SQLiteValue? {
        if let representation = representation as? any ColumnRepresentation.Type {
            return Self.form(representation)
        }
        guard ColumnType.storedType(of: storedValue) is UUID.Type else { return nil }
        return .text(sampleUUID.uuidString)
    }

    /// The sample in the form of a representation; `nil` if it does not represent UUIDs.
    private static func form<Form: ColumnRepresentation>(_ type: Form.Type) -> SQLiteValue? {
        (sampleUUID as? Form.Value).map { Form($0).sqliteValue }
    }

    /// The expression that creates a new UUID for a primary key, in the form in which the column stores UUIDs.
    ///
    /// Only an integer key gets a value from SQLite itself. With this default, a draft can omit a UUID, too.
    /// It is `nil` for other keys, and for those that refer to another table.
    var newKeySQL: String? {
        guard isPrimaryKey, defaultSQL == nil, references == nil, group == nil, let uuidForm else {
            return nil
        }
        switch uuidForm {
        case .text(sampleUUID.uuidString): return randomText
        case .text(sampleUUID.uuidString.lowercased()): return "lower(\(randomText))"
        case .blob(let bytes) where bytes.count == 16: return "randomblob(16)"
        default: return nil
        }
    }
}

/// A UUID whose text differs in upper and lower case.
private let sampleUUID = UUID(
    uuid: (10, 11, 12, 13, 14, 15, 26, 27, 28, 29, 30, 31, 42, 43, 44, 45))

/// A random UUID with the version 4 and the variant of RFC 9562. `hex` returns upper case.
private let randomText = """
    hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) \
    || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) \
    || '-' || hex(randomblob(6))
    """
