/// Finds the tokens of SQL text in its UTF-8 bytes, without allocating.
///
/// Tokens begin and end exactly where SQLite's own tokenizer puts them, so text that is not valid
/// SQL has tokens, too. A NUL character, at which SQLite stops reading, is a separate illegal
/// token; inside quotes and comments it is an ordinary character.
package struct SQLTokenizer {
    /// The kind and the end of a token.
    typealias Token = (kind: SQLToken.Kind, end: Int)

    let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: The SQL. The bytes must stay valid while the tokenizer is used.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The offset of the first byte at or after `start` that belongs to a statement: neither
    /// whitespace, nor a comment, nor a semicolon; `nil` if there is none.
    package func firstToken(from start: Int) -> Int? {
        var offset = endOfSpace(from: start)
        while offset < bytes.count, bytes[offset] == UInt8(ascii: ";") {
            offset = endOfSpace(from: offset + 1)
        }
        return offset < bytes.count ? offset : nil
    }

    /// The first token at or after a position, which is moved to the end of the token; `nil` at the end.
    func nextToken(from position: inout Int) -> SQLToken? {
        guard let (kind, start) = nextKind(from: &position) else { return nil }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return SQLToken(kind, text: text, range: start..<position)
    }

    /// The kind and the start of the first token at or after a position, which is moved to the end of the token; `nil`
    /// at the end.
    func nextKind(from position: inout Int) -> (kind: SQLToken.Kind, start: Int)? {
        let start = endOfSpace(from: position)
        position = start
        guard start < bytes.count else { return nil }
        let (kind, end) = token(at: start)
        position = end
        return (kind, start)
    }

    /// At most `limit` tokens, starting at an offset.
    func tokens(from start: Int, limit: Int) -> [SQLToken] {
        var tokens: [SQLToken] = []
        var position = start
        while tokens.count < limit, let token = nextToken(from: &position) { tokens.append(token) }
        return tokens
    }

    /// The end of the whitespace and comments at `start`: `start` itself if there are none.
    func endOfSpace(from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset].mayBeginSpace, let end = endOfOneSpace(at: offset)
        {
            offset = end
        }
        return offset
    }

    /// The byte at an offset; 0 after the end, as in a C string.
    private func byte(at offset: Int) -> UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    private func scalar(at offset: Int) -> Unicode.Scalar {
        Unicode.Scalar(byte(at: offset))
    }

    /// The first offset at or after `start` whose byte is not a member.
    private func end(of isMember: (UInt8) -> Bool, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, isMember(bytes[offset]) { offset += 1 }
        return offset
    }

    // MARK: - Whitespace and comments

    private func endOfOneSpace(at start: Int) -> Int? {
        switch (byte(at: start), byte(at: start + 1), byte(at: start + 2)) {
        case (0x09, _, _), (0x0A, _, _), (0x0C, _, _), (0x0D, _, _), (0x20, _, _):
            // A vertical tab is whitespace only after other whitespace.
            return end(of: { (0x09...0x0D).contains($0) || $0 == 0x20 }, from: start)
        case (0xEF, 0xBB, 0xBF):
            // A byte order mark, wherever a token could begin.
            return start + 3
        case (UInt8(ascii: "-"), UInt8(ascii: "-"), _):
            return end(of: { $0 != UInt8(ascii: "\n") }, from: start)
        case (UInt8(ascii: "/"), UInt8(ascii: "*"), _) where start + 2 < bytes.count:
            // At the end of the text, `/*` is two operators.
            return endOfComment(from: start + 2)
        default:
            return nil
        }
    }

    /// A comment that is not closed extends to the end of the text.
    private func endOfComment(from start: Int) -> Int {
        var offset = start
        while offset + 1 < bytes.count {
            if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
                return offset + 2
            }
            offset += 1
        }
        return bytes.count
    }

    // MARK: - Tokens

    /// The token at an offset within the text. Whitespace must have been skipped.
    func token(at start: Int) -> Token {
        switch bytes[start] {
        case UInt8(ascii: "'"): return readQuoted(.string, at: start)
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return readQuoted(.identifier, at: start)
        case UInt8(ascii: "["): return readBracketed(at: start)
        case UInt8(ascii: "?"):
            return (.parameter, end(of: { $0.isDigit }, from: start + 1))
        case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "#"):
            return readNamedParameter(at: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber(at: start)
        case UInt8(ascii: ".") where byte(at: start + 1).isDigit: return readNumber(at: start)
        case UInt8(ascii: "x") where byte(at: start + 1) == UInt8(ascii: "'"),
            UInt8(ascii: "X") where byte(at: start + 1) == UInt8(ascii: "'"):
            return readBlob(at: start)
        case let byte where byte.isNamePart:
            return (.word, end(of: { $0.isNamePart }, from: start))
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"):
            return (.punctuation, start + 1)
        default: return readPunctuation(at: start)
        }
    }

    private func readQuoted(_ kind: SQLToken.Kind, at start: Int) -> Token {
        let quote = bytes[start]
        var offset = start + 1
        while offset < bytes.count {
            if bytes[offset] == quote {
                guard byte(at: offset + 1) == quote else { return (kind, offset + 1) }
                offset += 1
            }
            offset += 1
        }
        return (.illegal, bytes.count)
    }

    private func readBracketed(at start: Int) -> Token {
        let closing = end(of: { $0 != UInt8(ascii: "]") }, from: start)
        return closing < bytes.count ? (.identifier, closing + 1) : (.illegal, closing)
    }

    private func readBlob(at start: Int) -> Token {
        let digits = start + 2
        let end = end(of: { $0.isHexDigit }, from: digits)
        if byte(at: end) == UInt8(ascii: "'"), (end - digits).isMultiple(of: 2) {
            return (.blob, end + 1)
        }
        let quote = self.end(of: { $0 != UInt8(ascii: "'") }, from: end)
        return (.illegal, Swift.min(quote + 1, bytes.count))
    }

    /// Names may contain `::` and end with parentheses, as Tcl's variables do: `$ns::list(item)`.
    private func readNamedParameter(at start: Int) -> Token {
        var offset = start + 1
        var length = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte.isNamePart {
                length += 1
                offset += 1
            } else if byte == UInt8(ascii: "("), length > 0 {
                let end = end(of: { !$0.isSpace && $0 != UInt8(ascii: ")") }, from: offset + 1)
                let isClosed = self.byte(at: end) == UInt8(ascii: ")")
                return isClosed ? (.parameter, end + 1) : (.illegal, end)
            } else if byte == UInt8(ascii: ":"), self.byte(at: offset + 1) == byte {
                offset += 2
            } else {
                break
            }
        }
        return (length > 0 ? .parameter : .illegal, offset)
    }

    private func readNumber(at start: Int) -> Token {
        let isHex = byte(at: start) == UInt8(ascii: "0") && scalar(at: start + 1).isX
        if isHex, byte(at: start + 2).isHexDigit {
            return (.number, end(of: { $0.isHexDigit }, from: start + 2))
        }
        var offset = end(of: { $0.isDigit }, from: start)
        if byte(at: offset) == UInt8(ascii: ".") {
            offset = end(of: { $0.isDigit }, from: offset + 1)
        }
        if scalar(at: offset).isE {
            let hasSign = "+-".unicodeScalars.contains(scalar(at: offset + 1))
            let exponent = offset + (hasSign ? 2 : 1)
            if byte(at: exponent).isDigit { offset = end(of: { $0.isDigit }, from: exponent) }
        }
        let end = end(of: { $0.isNamePart }, from: offset)
        return (end == offset ? .number : .illegal, end)
    }

    private func readPunctuation(at start: Int) -> Token {
        let length =
            switch (scalar(at: start), scalar(at: start + 1), scalar(at: start + 2)) {
            case ("-", ">", ">"): 3
            case ("-", ">", _), ("=", "=", _), ("<", "=", _), ("<", ">", _), ("<", "<", _),
                (">", "=", _), (">", ">", _), ("!", "=", _), ("|", "|", _):
                2
            case ("-", _, _), ("=", _, _), ("<", _, _), (">", _, _), ("|", _, _), ("/", _, _),
                ("+", _, _), ("*", _, _), ("%", _, _), ("&", _, _), ("~", _, _), (".", _, _):
                1
            default: 0
            }
        return length > 0 ? (.punctuation, start + length) : (.illegal, start + 1)
    }
}

extension Unicode.Scalar {
    fileprivate var isX: Bool { self == "x" || self == "X" }
    fileprivate var isE: Bool { self == "e" || self == "E" }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    /// Whether a name may contain this byte. Everything that is not ASCII counts as a letter.
    var isNamePart: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// Whether whitespace or a comment may begin with this byte.
    fileprivate var mayBeginSpace: Bool {
        switch self {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0xEF, UInt8(ascii: "-"), UInt8(ascii: "/"): true
        default: false
        }
    }

    fileprivate var isSpace: Bool { (0x09...0x0D).contains(self) || self == 0x20 }
}
