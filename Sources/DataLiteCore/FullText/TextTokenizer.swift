/// Divides text into the tokens of a full-text table (FTS5).
///
/// ```swift
/// struct Hashtags: TextTokenizer {
///     func tokenize(
///         _ text: String, for purpose: TokenizationPurpose,
///         _ receive: (TextToken) throws -> Void
///     ) throws {
///         for word in text.split(separator: " ") where word.hasPrefix("#") {
///             try receive(TextToken(word.lowercased(), from: word))
///         }
///     }
/// }
/// ```
///
/// See ``Connection/add(tokenizer:_:)``.
public protocol TextTokenizer {
    /// Passes the tokens of a text to a closure, in their order.
    ///
    /// If the closure throws an error, throw it on: the text is not read further.
    ///
    /// - Parameters:
    ///   - text: The text. A byte that is not valid UTF-8 is the character U+FFFD.
    ///   - purpose: What the tokens are used for.
    ///   - receive: Receives a token.
    func tokenize(
        _ text: String, for purpose: TokenizationPurpose, _ receive: (TextToken) throws -> Void
    ) throws
}

extension TextTokenizer {
    /// The tokens of a text.
    ///
    /// - Throws: The error of the tokenizer.
    public func tokens(
        of text: String, for purpose: TokenizationPurpose = .document
    ) throws -> [TextToken] {
        var tokens: [TextToken] = []
        try tokenize(text, for: purpose) { tokens.append($0) }
        return tokens
    }
}

/// A token of a text: a word in the form in which the index contains it.
public struct TextToken: Hashable, Sendable {
    /// The token in the index. An empty token is ignored, and one of more than 32,768 bytes is shortened. A NUL character
    /// is U+FFFD in the index.
    public var text: String

    /// The part of the text that the token stands for: `highlight` and `snippet` mark it.
    public var range: Range<String.Index>

    /// Whether the token is at the same position as the one before it, as another word for it.
    ///
    /// Give synonyms either for documents or for queries: both finds the same rows, with more work.
    public var isSynonym: Bool

    /// Creates a token.
    public init(_ text: String, range: Range<String.Index>, isSynonym: Bool = false) {
        self.text = text
        self.range = range
        self.isSynonym = isSynonym
    }

    /// Creates a token that stands for a part of the text.
    ///
    /// - Parameters:
    ///   - text: The token in the index; `nil` for the part itself.
    ///   - part: A slice of the text that is divided.
    public init(_ text: String? = nil, from part: Substring, isSynonym: Bool = false) {
        self.init(
            text ?? String(part), range: part.startIndex..<part.endIndex, isSynonym: isSynonym)
    }
}

/// What the tokens of a text are used for.
public enum TokenizationPurpose: Hashable, Sendable {
    /// A row is inserted, updated or deleted. The tokens of a row must be the same each time.
    case document
    /// A query is searched for.
    case query
    /// A query is searched for whose last token is the beginning of a word, as in `MATCH 'wor*'`.
    case prefixQuery
    /// A function such as `highlight` reads a row. The tokens must be those of ``document``, which it counts.
    case function

    /// Whether the text is a query, not a part of a row.
    public var isQuery: Bool { self == .query || self == .prefixQuery }
}
