/// The rules by which a full-text table divides text into words
/// (<https://sqlite.org/fts5.html#tokenizers>).
///
/// ```swift
/// ReminderText.createTable(tokenize: "trigram")
/// ReminderText.createTable(tokenize: .porter(.unicode61(tokenCharacters: "-")))
/// ```
public struct FTS5Tokenizer: Sendable, ExpressibleByStringLiteral {
    /// The tokenizer and its arguments, in the syntax of the option `tokenize`.
    public let text: String

    /// Whether the linked SQLite must support `remove_diacritics` for the tokenizer `trigram`.
    private var needsDiacriticsOfTrigrams = false

    /// Creates a tokenizer from its name and its arguments, for a custom tokenizer.
    public init(_ name: String, _ arguments: [String] = []) {
        text = ([name] + arguments.map { "'\($0.replacing("'", with: "''"))'" })
            .joined(separator: " ")
    }

    /// Creates a tokenizer from the value of the option `tokenize`:
    /// `"unicode61 remove_diacritics 2"`.
    public init(stringLiteral text: String) { self.text = text }

    private init(text: String) { self.text = text }

    var requirement: SQLFeature? {
        needsDiacriticsOfTrigrams
            ? .since(3_045_000, "remove_diacritics of the tokenizer trigram") : nil
    }

    /// The treatment of diacritical marks, which determines whether `e` matches `é`.
    public enum Diacritics: Int, Sendable, Hashable {
        /// Diacritical marks are kept.
        case keep = 0
        /// Diacritical marks are removed from letters with one mark only, as in SQLite before 3.27.
        case removeSingle = 1
        /// Diacritical marks are removed.
        case remove = 2
    }

    /// Words of Unicode letters and digits, case-insensitive.
    ///
    /// - Parameters:
    ///   - diacritics: The treatment of diacritical marks.
    ///   - tokenCharacters: Additional characters that are part of words.
    ///   - separators: Additional characters that are not part of words.
    public static func unicode61(
        diacritics: Diacritics = .remove, tokenCharacters: String = "", separators: String = ""
    ) -> FTS5Tokenizer {
        FTS5Tokenizer(
            "unicode61",
            ["remove_diacritics", "\(diacritics.rawValue)"]
                + characters(tokenCharacters, separators))
    }

    /// Words of ASCII letters, ASCII digits and all non-ASCII characters.
    public static func ascii(
        tokenCharacters: String = "", separators: String = ""
    ) -> FTS5Tokenizer {
        FTS5Tokenizer("ascii", characters(tokenCharacters, separators))
    }

    /// English words without their endings, so that `correct` matches `corrected`.
    ///
    /// - Parameter tokenizer: The tokenizer that divides the text into words.
    public static func porter(_ tokenizer: FTS5Tokenizer = .unicode61()) -> FTS5Tokenizer {
        FTS5Tokenizer(text: "porter \(tokenizer.text)")
    }

    /// Every sequence of three characters, so any substring can be found, including with `LIKE` and `GLOB`. A search
    /// for fewer than three characters matches no row.
    ///
    /// - Parameters:
    ///   - caseSensitive: Whether letters match only in the same case.
    ///   - removesDiacritics: Whether to remove diacritical marks. Requires SQLite 3.45.
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
