/// Finds where white space and comments end, as SQLite's own tokenizer sees them.
enum SQLScanner {
    /// The offset of the first byte from `start` on that belongs to a statement: neither white
    /// space, nor a comment, nor a lone semicolon; `nil` if there is none.
    static func firstToken(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
                0x0C, UInt8(ascii: ";"):
                index += 1
            case 0xEF where bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]):
                // A byte order mark, which is a space to SQLite.
                index += 3
            case UInt8(ascii: "-") where bytes.holds("-", at: index + 1):
                index = endOfLine(in: bytes, from: index)
            case UInt8(ascii: "/") where bytes.holds("*", at: index + 1):
                index = endOfComment(in: bytes, from: index + 2)
            default:
                return index
            }
        }
        return nil
    }

    private static func endOfLine(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }

    /// A comment that nobody closes reaches to the end of the text.
    private static func endOfComment(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                return index + 2
            }
            index += 1
        }
        return bytes.count
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func holds(_ character: Unicode.Scalar, at index: Int) -> Bool {
        index < count && self[index] == UInt8(ascii: character)
    }
}
