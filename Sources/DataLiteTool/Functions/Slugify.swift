import DataLiteCore
import Foundation

/// `slugify(x)`: text for a URL, in lower case, with a hyphen in place of characters that are not letters
/// or digits. `slugify('Crème brûlée!')` is `creme-brulee`.
///
/// Latin letters lose their diacritics, and ligatures are split. Letters of other scripts keep their
/// marks, because they would be different letters without them. NULL returns NULL, numbers are
/// converted to text, and a BLOB is an error.
final class Slugify: Function.Scalar {
    override class var name: String { "slugify" }
    override class var argc: Int32 { 1 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        switch args[0] as SQLiteValue {
        case .null: return nil
        case .text(let text): return slug(text)
        case .int(let number): return slug("\(number)")
        case .real(let number): return slug("\(number)")
        case .blob: throw ArgumentError(name, expected: "text", found: args[0])
        }
    }

    static func slug(_ text: String) -> String {
        var words: [String] = [""]
        for character in text.decomposedStringWithCompatibilityMapping {
            if let letters = letters(of: character) {
                words[words.count - 1] += letters
            } else if words.last != "" {
                words.append("")
            }
        }
        if words.last == "" { words.removeLast() }
        return words.joined(separator: "-").precomposedStringWithCanonicalMapping
    }

    /// The letters for a character in a slug, or `nil` if the character separates words.
    private static func letters(of character: Character) -> String? {
        guard let base = character.unicodeScalars.first else { return nil }
        if base == "'" || base == "\u{2019}" { return "" }
        if let plain = plainLetters[base] { return plain }
        if base.isASCII {
            let isKept = base.properties.isAlphabetic || base.properties.numericType != nil
            return isKept ? base.properties.lowercaseMapping : nil
        }
        return character.isLetter || character.isNumber ? character.lowercased() : nil
    }

    /// Latin letters that are not an ASCII letter with a mark.
    private static let plainLetters: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o",
        "ð": "d", "Ð": "d", "đ": "d", "Đ": "d", "þ": "th", "Þ": "th", "ł": "l", "Ł": "l",
        "ħ": "h", "Ħ": "h", "ŧ": "t", "Ŧ": "t", "ŋ": "ng", "Ŋ": "ng", "ı": "i", "ĸ": "k",
        "ɖ": "d", "Ɖ": "d", "ɓ": "b", "Ɓ": "b", "ɗ": "d", "Ɗ": "d", "ə": "e", "Ə": "e",
    ]
}
