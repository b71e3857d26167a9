/// The numbers of a JSON object as they are written. SQLite rounds a number when it reads it.
struct JSONNumbers {
    /// The text of each member that is a number; empty if the members cannot be told apart.
    private var texts: [String?] = []

    /// - Parameters:
    ///   - object: The UTF-8 of an object that SQLite accepts.
    ///   - count: The number of its members.
    init(in object: [UInt8], count: Int) {
        var (index, depth) = (0, 0)
        while index < object.count {
            switch object[index] {
            case UInt8(ascii: "\""): index = Self.endOfString(in: object, from: index)
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == 1:
                texts.append(Self.number(in: object[(index + 1)...]))
            // Comments and other strings of JSON5, which newer versions of SQLite accept.
            case UInt8(ascii: "/"), UInt8(ascii: "'"):
                texts = []
                return
            default: break
            }
            index += 1
        }
        if texts.count != count { texts = [] }
    }

    /// The text of a member; `nil` unless it is a number.
    func text(at position: Int) -> String? { texts.isEmpty ? nil : texts[position] }

    /// The position of the quotation mark that ends a string.
    private static func endOfString(in object: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < object.count, object[index] != UInt8(ascii: "\"") {
            index += object[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    /// The number at the start of a value; `nil` for another value, and for the numbers that only JSON5 has.
    private static func number(in value: ArraySlice<UInt8>) -> String? {
        let start = value.drop { $0 <= UInt8(ascii: " ") }
        let token = start.prefix {
            $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}")
        }
        let digits = token.drop { $0 == UInt8(ascii: "-") }
        guard let first = digits.first, let last = digits.last, isDigit(first), isDigit(last),
            !digits.contains(where: { $0 | 0x20 == UInt8(ascii: "x") })
        else { return nil }
        return String(decoding: token, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
