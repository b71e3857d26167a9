/// The tokens of an SQL text, white space and comments left out.
///
/// Tokens begin and end where SQLite's own tokenizer has them begin and end, whatever the text; it
/// is no error for a text not to be SQL. A NUL character, where SQLite would stop reading, is an
/// illegal token by itself, and nothing special inside quotes and comments.
package struct SQLTokens: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ sql: String) {
        bytes = Array(sql.utf8)
    }

    package mutating func next() -> SQLToken? {
        skipSpace()
        guard position < bytes.count else { return nil }
        let start = position
        let (kind, end) = readToken(at: start)
        position = end
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return SQLToken(kind, text: text, range: start..<end)
    }

    /// The byte at an offset; 0 behind the end, as a C string has it.
    private func byte(at offset: Int) -> UInt8 {
        offset < bytes.count ? bytes[offset] : 0
    }

    private func scalar(at offset: Int) -> Unicode.Scalar {
        Unicode.Scalar(byte(at: offset))
    }

    /// The first offset from `start` on whose byte is not of a kind.
    private func end(of isMember: (UInt8) -> Bool, from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, isMember(bytes[offset]) { offset += 1 }
        return offset
    }
}

// MARK: - White space and comments

extension SQLTokens {
    private mutating func skipSpace() {
        while let end = endOfSpace(at: position) { position = end }
    }

    private func endOfSpace(at start: Int) -> Int? {
        switch (byte(at: start), byte(at: start + 1), byte(at: start + 2)) {
        case (0x09, _, _), (0x0A, _, _), (0x0C, _, _), (0x0D, _, _), (0x20, _, _):
            // A vertical tab is space behind other space only.
            return end(of: { (0x09...0x0D).contains($0) || $0 == 0x20 }, from: start)
        case (0xEF, 0xBB, 0xBF):
            // A byte order mark, wherever a token could begin.
            return start + 3
        case (UInt8(ascii: "-"), UInt8(ascii: "-"), _):
            return end(of: { $0 != UInt8(ascii: "\n") }, from: start)
        case (UInt8(ascii: "/"), UInt8(ascii: "*"), _) where start + 2 < bytes.count:
            return endOfComment(from: start + 2)
        default:
            return nil
        }
    }

    /// A comment that nobody closes reaches to the end of the text.
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
}

// MARK: - Tokens

extension SQLTokens {
    private typealias Reading = (kind: SQLToken.Kind, end: Int)

    private func readToken(at start: Int) -> Reading {
        switch scalar(at: start) {
        case "'": return readQuoted(.string, at: start)
        case "\"", "`": return readQuoted(.identifier, at: start)
        case "[": return readBracketed(at: start)
        case "?": return (.parameter, end(of: \.isDigit, from: start + 1))
        case ":", "@", "$", "#": return readNamedParameter(at: start)
        case "0"..."9": return readNumber(at: start)
        case "." where byte(at: start + 1).isDigit: return readNumber(at: start)
        case "x" where byte(at: start + 1) == UInt8(ascii: "'"): return readBlob(at: start)
        case "X" where byte(at: start + 1) == UInt8(ascii: "'"): return readBlob(at: start)
        default:
            if byte(at: start).isNamePart {
                return (.word, end(of: \.isNamePart, from: start))
            }
            return readPunctuation(at: start)
        }
    }

    private func readQuoted(_ kind: SQLToken.Kind, at start: Int) -> Reading {
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

    private func readBracketed(at start: Int) -> Reading {
        let closing = end(of: { $0 != UInt8(ascii: "]") }, from: start)
        return closing < bytes.count ? (.identifier, closing + 1) : (.illegal, closing)
    }

    private func readBlob(at start: Int) -> Reading {
        let digits = start + 2
        let end = end(of: \.isHexDigit, from: digits)
        if byte(at: end) == UInt8(ascii: "'"), (end - digits).isMultiple(of: 2) {
            return (.blob, end + 1)
        }
        let quote = self.end(of: { $0 != UInt8(ascii: "'") }, from: end)
        return (.illegal, Swift.min(quote + 1, bytes.count))
    }

    /// Names may hold `::` and end with brackets, as Tcl's variables do: `$ns::list(item)`.
    private func readNamedParameter(at start: Int) -> Reading {
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

    private func readNumber(at start: Int) -> Reading {
        let isHex = byte(at: start) == UInt8(ascii: "0") && scalar(at: start + 1).isX
        if isHex, byte(at: start + 2).isHexDigit {
            return (.number, end(of: \.isHexDigit, from: start + 2))
        }
        var offset = end(of: \.isDigit, from: start)
        if byte(at: offset) == UInt8(ascii: ".") {
            offset = end(of: \.isDigit, from: offset + 1)
        }
        if scalar(at: offset).isE {
            let hasSign = "+-".unicodeScalars.contains(scalar(at: offset + 1))
            let exponent = offset + (hasSign ? 2 : 1)
            if byte(at: exponent).isDigit { offset = end(of: \.isDigit, from: exponent) }
        }
        let end = end(of: \.isNamePart, from: offset)
        return (end == offset ? .number : .illegal, end)
    }

    private func readPunctuation(at start: Int) -> Reading {
        let length =
            switch (scalar(at: start), scalar(at: start + 1), scalar(at: start + 2)) {
            case ("-", ">", ">"): 3
            case ("-", ">", _), ("=", "=", _), ("<", "=", _), ("<", ">", _), ("<", "<", _),
                (">", "=", _), (">", ">", _), ("!", "=", _), ("|", "|", _):
                2
            case ("-", _, _), ("=", _, _), ("<", _, _), (">", _, _), ("|", _, _), ("/", _, _),
                ("(", _, _), (")", _, _), (";", _, _), ("+", _, _), ("*", _, _), ("%", _, _),
                (",", _, _), ("&", _, _), ("~", _, _), (".", _, _):
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

    /// Whether a name may go on with this byte. All that is not ASCII counts as a letter.
    fileprivate var isNamePart: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }

    fileprivate var isSpace: Bool { (0x09...0x0D).contains(self) || self == 0x20 }
}
