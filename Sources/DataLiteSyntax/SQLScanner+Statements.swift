extension SQLScanner {
    /// The statements of a script: each from its first token to its last, without the semicolon.
    ///
    /// A trigger is one statement, including everything between its `BEGIN` and its `END`.
    package static func statements(_ sql: String) -> [String] {
        let bytes = Array(sql.utf8)
        return statementRanges(sql).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The bytes of each of ``statements(_:)``.
    package static func statementRanges(_ sql: String) -> [Range<Int>] {
        var sql = sql
        return sql.withUTF8 { bytes in
            let tokenizer = SQLTokenizer(bytes)
            var ranges: [Range<Int>] = []
            var position = 0
            while let range = tokenizer.nextStatement(from: &position) { ranges.append(range) }
            return ranges
        }
    }
}

extension SQLTokenizer {
    /// The next statement of a script at or after a position, which is moved to the end of the statement and its
    /// semicolon; `nil` if there is none. See ``SQLScanner/statements(_:)``.
    package func nextStatement(from position: inout Int) -> Range<Int>? {
        guard let start = firstToken(from: position) else { return nil }
        position = start
        var end = start
        var trigger = TriggerProgress.initial(bytes[start])
        var followsSemicolon = false
        while true {
            if trigger == .none { skipPlainText(from: &position, end: &end) }
            guard let (token, offset) = nextKind(from: &position) else { break }
            let isSemicolon = token == .punctuation && bytes[offset] == UInt8(ascii: ";")
            if isSemicolon, trigger != .body { break }
            if trigger != .none {
                let keyword = token == .word ? self.keyword(offset..<position) : nil
                trigger = trigger.advanced(by: keyword, followsSemicolon: followsSemicolon)
            }
            followsSemicolon = isSemicolon
            end = position
        }
        return start..<end
    }

    /// Skips most tokens without reading them one by one: tokens that begin with none of the characters that can begin
    /// a string, a comment, a parameter or the end of a statement.
    ///
    /// - Parameters:
    ///   - position: Moved to the start or the end of a token.
    ///   - end: The end of the last token.
    private func skipPlainText(from position: inout Int, end: inout Int) {
        let start = position
        var offset = position
        while offset < bytes.count, bytes[offset].isPlainText {
            offset += 1
            if !bytes[offset - 1].isPlainSpace { end = offset }
        }
        // Whitespace is not skipped, because the text before it determines what is whitespace.
        position = max(start, min(end, offset))
        guard offset < bytes.count, offset == position, bytes[offset] != UInt8(ascii: ";") else {
            return
        }
        // The character may be in the word or number before it: `a$`, `1.$`, `1e-5`, `x''`.
        while position > start, bytes[position - 1].isNamePart { position -= 1 }
    }

    private func keyword(_ range: Range<Int>) -> String? {
        SQLKeywords.keyword(String(decoding: bytes[range], as: UTF8.self))
    }
}

/// The part of a `CREATE TRIGGER` that was read.
private enum TriggerProgress: Equatable {
    /// The words that may come before `TRIGGER`.
    case prefix(expected: [String])
    /// Between `TRIGGER` and `BEGIN`.
    case head
    /// Between `BEGIN` and `END`, where semicolons belong to the trigger.
    case body
    /// A statement that is not a trigger, or a trigger after its `END`.
    case none

    /// - Parameter byte: The first byte of the statement.
    static func initial(_ byte: UInt8) -> TriggerProgress {
        switch byte | 0x20 {
        case UInt8(ascii: "c"), UInt8(ascii: "e"): .prefix(expected: ["EXPLAIN", "CREATE"])
        default: .none
        }
    }

    /// - Parameter keyword: The next token, if it is a keyword.
    func advanced(by keyword: String?, followsSemicolon: Bool) -> TriggerProgress {
        switch self {
        case .prefix(let expected):
            guard let keyword, expected.contains(keyword) else { return .none }
            return Self.afterPrefix(keyword)
        case .head: return keyword == "BEGIN" ? .body : self
        // The END of a CASE never follows a semicolon.
        case .body: return keyword == "END" && followsSemicolon ? .none : self
        case .none: return self
        }
    }

    private static func afterPrefix(_ keyword: String) -> TriggerProgress {
        switch keyword {
        case "EXPLAIN": .prefix(expected: ["QUERY", "CREATE"])
        case "QUERY": .prefix(expected: ["PLAN"])
        case "PLAN": .prefix(expected: ["CREATE"])
        case "CREATE": .prefix(expected: ["TEMP", "TEMPORARY", "TRIGGER"])
        case "TEMP", "TEMPORARY": .prefix(expected: ["TRIGGER"])
        default: .head
        }
    }
}

extension UInt8 {
    /// Whitespace that needs no other whitespace before it.
    fileprivate var isPlainSpace: Bool {
        switch self {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20: true
        default: false
        }
    }

    fileprivate var isPlainText: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "="),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "*"),
            0x09, 0x0A, 0x0C, 0x0D, 0x20:
            true
        default: false
        }
    }
}
