extension SQLTokenizer {
    /// The offset of the first parameter that is a whole term after `ORDER BY` or `GROUP BY`, as in `ORDER BY ? DESC`;
    /// `nil` if there is none. To SQLite, such a term is a constant, even if its value is the name of a column.
    package func constantTerm() -> Int? {
        guard hasParameterAfterBy else { return nil }
        var (position, parameter) = (0, nil as Int?)
        var previous: (clause: Bool, by: Bool) = (false, false)
        while let (kind, start) = nextKind(from: &position) {
            let token = bytes[start..<position]
            if let parameter, token.endsTerm { return parameter }
            parameter = kind == .parameter && previous.by ? start : nil
            previous = (
                clause: token.isWord("order") || token.isWord("group"),
                by: previous.clause && token.isWord("by")
            )
        }
        return parameter
    }

    /// A quick check that almost all SQL fails. It ignores quotes and comments.
    private var hasParameterAfterBy: Bool {
        for offset in bytes.indices where bytes[offset].mayBeginParameter {
            var end = offset
            while end > 0, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
            if end >= 2, bytes[(end - 2)..<end].isWord("by") { return true }
        }
        return false
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate var endsTerm: Bool {
        switch first {
        case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: ";"): true
        default:
            isWord("asc") || isWord("desc") || isWord("collate") || isWord("nulls")
                || isWord("limit") || isWord("having") || isWord("order")
        }
    }

    fileprivate func isWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            count == word.count && zip(self, word).allSatisfy { $0 | 0x20 == $1 }
        }
    }
}

extension UInt8 {
    fileprivate var mayBeginParameter: Bool {
        switch self {
        case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"): true
        default: false
        }
    }
}
