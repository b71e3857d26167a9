import DataLiteCore

/// Text from a database, escaped for Swift source: it can neither end the enclosing literal or comment nor
/// change how the source is displayed.
enum SwiftText {
    /// A string literal.
    static func literal(_ text: String) -> String {
        "\"" + escaped(text) { $0 == "\"" || $0 == "\\" } + "\""
    }

    /// Text for a line comment.
    static func comment(_ text: String) -> String {
        escaped(text) { _ in false }
    }

    private static func escaped(
        _ text: String, backslash: (Unicode.Scalar) -> Bool
    ) -> String {
        var result = String.UnicodeScalarView()
        var canCombine = false
        for scalar in text.unicodeScalars {
            if backslash(scalar) {
                result.append(contentsOf: ["\\", scalar])
            } else if isPlain(scalar, canCombine: canCombine) {
                result.append(scalar)
            } else {
                result.append(contentsOf: escape(scalar).unicodeScalars)
                canCombine = false
                continue
            }
            canCombine = !scalar.isASCII || scalar.properties.isAlphabetic
        }
        return String(result)
    }

    /// Whether a character is visible and does not combine with a preceding quote.
    private static func isPlain(_ scalar: Unicode.Scalar, canCombine: Bool) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7f }
        if TerminalText.isInvisible(scalar) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
            .privateUse, .unassigned:
            return false
        case .nonspacingMark, .spacingMark, .enclosingMark:
            return canCombine
        default:
            return true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}
