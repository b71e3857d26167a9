/// How a full-text table divides text into words (<https://sqlite.org/fts5.html#tokenizers>).
///
/// ```swift
/// ReminderText.createTable(tokenize: "trigram")
/// ReminderText.createTable(tokenize: .porter(.unicode61(tokenCharacters: "-")))
/// ```
public struct FTS5Tokenizer: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The tokenizer and its arguments, as the option `tokenize` has them.
    public let text: String

    /// What the linked SQLite must have for it.
    private var needsDiacriticsOfTrigrams = false

    /// A tokenizer by its name and its arguments, for one of your own.
    public init(_ name: String, _ arguments: [String] = []) {
        text = ([name] + arguments.map { "'\($0.replacing("'", with: "''"))'" })
            .joined(separator: " ")
    }

    /// A tokenizer as the option `tokenize` has it: `"unicode61 remove_diacritics 2"`.
    public init(stringLiteral text: String) { self.text = text }

    private init(text: String) { self.text = text }

    var requirement: SQLFeature? {
        needsDiacriticsOfTrigrams
            ? .since(3_045_000, "remove_diacritics of the tokenizer trigram") : nil
    }
}

extension FTS5Tokenizer {
    /// What happens with diacritical marks: whether `e` matches `é`.
    public enum Diacritics: Int, Sendable, Hashable {
        /// They stay.
        case keep = 0
        /// They are removed from letters with one mark, as versions of SQLite before 3.27 do.
        case removeSingle = 1
        /// They are removed.
        case remove = 2
    }

    /// Words of letters and digits of Unicode, in either case.
    ///
    /// - Parameters:
    ///   - diacritics: What happens with diacritical marks.
    ///   - tokenCharacters: Further characters that are part of words.
    ///   - separators: Further characters that are not part of words.
    public static func unicode61(
        diacritics: Diacritics = .remove, tokenCharacters: String = "", separators: String = ""
    ) -> FTS5Tokenizer {
        FTS5Tokenizer(
            "unicode61",
            ["remove_diacritics", "\(diacritics.rawValue)"]
                + characters(tokenCharacters, separators))
    }

    /// Words of ASCII letters, ASCII digits and all characters outside of ASCII.
    public static func ascii(
        tokenCharacters: String = "", separators: String = ""
    ) -> FTS5Tokenizer {
        FTS5Tokenizer("ascii", characters(tokenCharacters, separators))
    }

    /// English words without their endings, so that `correct` matches `corrected`.
    ///
    /// - Parameter tokenizer: What divides the text into words.
    public static func porter(_ tokenizer: FTS5Tokenizer = .unicode61()) -> FTS5Tokenizer {
        FTS5Tokenizer(text: "porter \(tokenizer.text)")
    }

    /// Each three characters that follow each other, so that any part of a text is found, also by `LIKE`
    /// and `GLOB`. Texts of fewer than three characters match no row.
    ///
    /// - Parameters:
    ///   - caseSensitive: Whether letters match only in the same case.
    ///   - removesDiacritics: Whether diacritical marks are removed. Requires SQLite 3.45.
    public static func trigram(
        caseSensitive: Bool = false, removesDiacritics: Bool = false
    ) -> FTS5Tokenizer {
        var tokenizer = FTS5Tokenizer(
            "trigram",
            (caseSensitive ? ["case_sensitive", "1"] : [])
                + (removesDiacritics ? ["remove_diacritics", "1"] : []))
        tokenizer.needsDiacriticsOfTrigrams = removesDiacritics
        return tokenizer
    }

    private static func characters(_ tokenCharacters: String, _ separators: String) -> [String] {
        (tokenCharacters.isEmpty ? [] : ["tokenchars", tokenCharacters])
            + (separators.isEmpty ? [] : ["separators", separators])
    }
}
