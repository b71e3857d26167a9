/// SQL names as Swift names.
enum SwiftName {
    /// A property's name, without backticks: `note_text` becomes `noteText`, `list_id` becomes `listID`.
    /// `nil` if the name has no letter and no digit.
    static func property(_ name: String) -> String? {
        if isLowerCamelCase(name) { return name }
        let words = words(of: name)
        guard let first = words.first else { return nil }
        let rest = words.dropFirst().map { acronyms[$0] ?? capitalized($0) }
        return identifier(([lowercasedStart(first)] + rest).joined())
    }

    /// A type's name, without backticks: `order_items` becomes `OrderItem`.
    static func type(_ name: String, singular: Bool) -> String? {
        var words = words(of: name)
        guard let last = words.popLast() else { return nil }
        let named = words + [singular ? SingularNoun.of(last) : last]
        return identifier(named.map { acronyms[$0] ?? capitalized($0) }.joined())
    }

    /// A name for source code, in backticks if it is a keyword.
    static func quoted(_ identifier: String) -> String {
        SwiftKeywords.reserved.contains(identifier) ? "`\(identifier)`" : identifier
    }

    /// Whether a column's name is used unchanged.
    static func isLowerCamelCase(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isLowercase else {
            return false
        }
        return isStart(first) && name.unicodeScalars.allSatisfy { isPart($0) && $0 != "_" }
    }

    /// The words of a name, in lower case if the name has no lowercase letter.
    private static func words(of name: String) -> [String] {
        let words = name.unicodeScalars.split { !isPart($0) || $0 == "_" }
            .map { String($0.drop(while: \.isMark)) }.filter { !$0.isEmpty }
        let isCapitals = !words.contains { $0.contains(where: \.isLowercase) }
        return isCapitals ? words.map { $0.lowercased() } : words
    }

    private static let acronyms = [
        "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "uuid": "UUID",
    ]

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// The word with its first capitals in lower case: `urlText` for `URLText`, `id` for `ID`, `title` for `Title`.
    private static func lowercasedStart(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }.count
        let next = word.dropFirst(capitals).first
        let count = capitals > 1 && next?.isLowercase == true ? capitals - 1 : capitals
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static func identifier(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, !isStart(first) else { return text }
        return "_" + text
    }

    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.properties.isAlphabetic : scalar.properties.isXIDStart
    }

    /// Whether a character can be part of a name. Swift accepts emoji and invisible characters too, but
    /// they are hard to type.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar == "_"
            : scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
    }
}

extension Unicode.Scalar {
    /// Whether the character combines with the one before it.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
