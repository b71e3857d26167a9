/// Whether SQL that ends with a parenthesis has begun the list of `IN (` or `VALUES (`, so that a list needs no
/// parentheses of its own: SQLite takes `1 IN ((2, 3))` for a misused row value.
///
/// After a row, as in `(a, b) IN (`, a list in parentheses is a row.
func endsInsideList(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    rest.trimSpaces()
    guard rest.popLast() == UInt8(ascii: "(") else { return false }
    rest.trimSpaces()
    if rest.removeLastWord("values") { return true }
    guard rest.removeLastWord("in") else { return false }
    rest.trimSpaces()
    if rest.removeLastWord("not") { rest.trimSpaces() }
    return !rest.endsWithRow
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    fileprivate mutating func trimSpaces() {
        while let last, last == 0x20 || (0x09...0x0D).contains(last) { removeLast() }
    }

    /// Removes a keyword from the end, if the text ends with it.
    fileprivate mutating func removeLastWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            guard count >= word.count,
                zip(suffix(word.count), word).allSatisfy({ $0 | 0x20 == $1 }),
                dropLast(word.count).last?.isPartOfName != true
            else { return false }
            removeLast(word.count)
            return true
        }
    }

    /// Whether the text ends with parentheses that contain a comma.
    fileprivate var endsWithRow: Bool {
        guard last == UInt8(ascii: ")") else { return false }
        var depth = 0
        for byte in reversed() {
            switch byte {
            case UInt8(ascii: ")"): depth += 1
            case UInt8(ascii: "("): depth -= 1
            case UInt8(ascii: ",") where depth == 1: return true
            default: break
            }
            if depth == 0 { return false }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isPartOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }
}
