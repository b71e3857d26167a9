/// A piece of SQL text that means something: neither white space nor a comment.
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
        /// An operator, a bracket, a comma, a full stop or a semicolon.
        case punctuation
        /// What SQLite calls an unrecognized token, such as a quote that is never closed.
        case illegal
    }

    package let kind: Kind

    /// The token as written.
    package let text: String

    /// Where it stands, in UTF-8 bytes from the start of the SQL.
    package let range: Range<Int>

    /// The keyword in upper case; `nil` if this is none.
    ///
    /// Many keywords are names where no keyword can stand, so this says what the word may be.
    package let keyword: String?

    init(_ kind: Kind, text: String, range: Range<Int>) {
        self.kind = kind
        self.text = text
        self.range = range
        self.keyword = kind == .word ? SQLKeywords.keyword(text) : nil
    }
}

extension SQLToken {
    /// The token in the one spelling that all its spellings share.
    package var normalized: String { keyword ?? text }

    package var isSemicolon: Bool { isPunctuation(";") }

    package func isPunctuation(_ text: String) -> Bool {
        kind == .punctuation && self.text == text
    }

    /// What the token stands for where SQLite expects a name: quotes removed, those inside made
    /// single. A string is a name, too (<https://sqlite.org/quirks.html>, section 8). `nil` for
    /// what is no name.
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
            // There is no way to write a closing bracket inside brackets.
            isSecond = byte == quote && quote != UInt8(ascii: "[") && !isSecond
            if !isSecond { content.append(byte) }
        }
        return String(decoding: content, as: UTF8.self)
    }
}
