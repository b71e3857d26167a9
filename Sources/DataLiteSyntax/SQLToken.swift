/// A token of SQL text: neither whitespace nor a comment.
package struct SQLToken: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A keyword or a bare name.
        case word
        /// A name in double quotes, back quotes or brackets.
        case identifier
        case string
        case blob
        case number
        case parameter
        /// An operator, a parenthesis, a comma, a period or a semicolon.
        case punctuation
        /// A token that SQLite does not recognize, such as a quote that is never closed.
        case illegal
    }

    package let kind: Kind

    /// The token as written.
    package let text: String

    /// The position of the token, in UTF-8 bytes from the start of the SQL.
    package let range: Range<Int>

    /// The keyword in upper case; `nil` if the token is not a keyword.
    ///
    /// SQLite accepts many keywords as names where the grammar allows no keyword, so the word may
    /// still be a name.
    package let keyword: String?

    init(_ kind: Kind, text: String, range: Range<Int>) {
        self.kind = kind
        self.text = text
        self.range = range
        self.keyword = kind == .word ? SQLKeywords.keyword(text) : nil
    }

    /// The token in a normalized spelling: keywords in upper case.
    package var normalized: String { keyword ?? text }

    package var isSemicolon: Bool { isPunctuation(";") }

    package func isPunctuation(_ text: String) -> Bool {
        kind == .punctuation && self.text == text
    }

    /// The token as a name, without its quotes; `nil` if the token cannot be a name. A string is
    /// accepted as a name (<https://sqlite.org/quirks.html>, section 8).
    package var name: String? {
        switch kind {
        case .word: text
        case .identifier, .string: unquoted
        case .blob, .number, .parameter, .punctuation, .illegal: nil
        }
    }

    private var unquoted: String {
        let utf8 = Array(text.utf8)
        let quote = utf8[0]
        var content: [UInt8] = []
        var isSecond = false
        for byte in utf8.dropFirst().dropLast() {
            // A closing bracket cannot be escaped inside brackets.
            isSecond = byte == quote && quote != UInt8(ascii: "[") && !isSecond
            if !isSecond { content.append(byte) }
        }
        return String(decoding: content, as: UTF8.self)
    }
}
