import Foundation

/// Splits JSON text into the elements of its outermost array or object. Nested values are skipped in a loop, so that
/// text of any depth is safe.
struct JSONParts {
    private let text: ArraySlice<UInt8>
    private var position: Int

    private init(_ text: ArraySlice<UInt8>) {
        self.text = text
        position = text.startIndex
    }

    /// The elements of an array; `nil` if the text is not an array.
    static func elements(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        var parts = JSONParts(text)
        var elements: [ArraySlice<UInt8>] = []
        let isWhole = parts.readList("[", "]") { parts in
            guard let value = parts.readValue() else { return false }
            elements.append(value)
            return true
        }
        return isWhole ? elements : nil
    }

    /// The members of an object; `nil` if the text is not an object.
    static func members(
        of text: ArraySlice<UInt8>
    ) -> [(key: String, value: ArraySlice<UInt8>)]? {
        var parts = JSONParts(text)
        var members: [(key: String, value: ArraySlice<UInt8>)] = []
        let isWhole = parts.readList("{", "}") { parts in
            guard parts.current == UInt8(ascii: "\""),
                let key = parts.readValue().flatMap(string), parts.skip(":"),
                let value = parts.readValue()
            else { return false }
            members.append((key, value))
            return true
        }
        return isWhole ? members : nil
    }

    /// The bytes of `{"hex":"00FF"}`; `nil` for other text.
    static func blob(_ text: ArraySlice<UInt8>) -> Data? {
        guard text.first == UInt8(ascii: "{"), let members = members(of: text),
            members.count == 1, members[0].key == "hex", let digits = string(members[0].value)
        else { return nil }
        let halves = digits.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard halves.count.isMultiple(of: 2), !halves.contains(nil) else { return nil }
        let values = halves.compactMap { $0 }
        return Data(
            stride(from: 0, to: values.count, by: 2).map {
                UInt8(values[$0] << 4 | values[$0 + 1])
            })
    }

    /// A number: an integer of 64 bits if it is written as one.
    static func number(_ text: ArraySlice<UInt8>) -> SQLiteValue? {
        let characters = Array("0123456789+-.eE".utf8)
        guard text.allSatisfy(characters.contains) else { return nil }
        let string = String(decoding: text, as: UTF8.self)
        return Int64(string).map(SQLiteValue.int) ?? Double(string).map(SQLiteValue.real)
    }

    // MARK: - Reading

    private var current: UInt8? { position < text.endIndex ? text[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    /// Skips a character with the spaces around it.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        skipSpace()
        return true
    }

    /// Reads the whole text as a list of elements with commas between them.
    private mutating func readList(
        _ start: Unicode.Scalar, _ end: Unicode.Scalar,
        _ readElement: (inout JSONParts) -> Bool
    ) -> Bool {
        guard skip(start) else { return false }
        if !skip(end) {
            repeat {
                guard readElement(&self) else { return false }
            } while skip(",")
            guard skip(end) else { return false }
        }
        return current == nil
    }

    /// The next value, of any kind.
    private mutating func readValue() -> ArraySlice<UInt8>? {
        let start = position
        var depth = 0
        repeat {
            guard let byte = current else { return nil }
            switch byte {
            case UInt8(ascii: "\""):
                guard skipString() else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
                if depth < 0 { return nil }
            case _ where depth == 0: skipScalar()
            default: position += 1
            }
        } while depth > 0
        return position > start ? text[start..<position] : nil
    }

    private mutating func skipString() -> Bool {
        position += 1
        while let byte = current {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        position = text.endIndex
        return false
    }

    private mutating func skipScalar() {
        while let byte = current, !"\",:[]{} \t\r\n".utf8.contains(byte) { position += 1 }
    }

    // MARK: - Strings

    /// The text of a JSON string with its quotation marks; `nil` if an escape is not valid.
    static func string(_ json: ArraySlice<UInt8>) -> String? {
        guard json.count >= 2, json.first == UInt8(ascii: "\""), json.last == UInt8(ascii: "\"")
        else { return nil }
        let content = json.dropFirst().dropLast()
        guard content.contains(UInt8(ascii: "\\")) else {
            return String(decoding: content, as: UTF8.self)
        }
        var units: [UInt16] = []
        var text = ""
        var position = content.startIndex
        func flush() {
            text += String(decoding: units, as: UTF16.self)
            units = []
        }
        while position < content.endIndex {
            if content[position] != UInt8(ascii: "\\") {
                flush()
                let rest = content[position...].prefix { $0 != UInt8(ascii: "\\") }
                text += String(decoding: rest, as: UTF8.self)
                position = rest.endIndex
                continue
            }
            guard position + 1 < content.endIndex,
                let (unit, length) = escape(content[(position + 1)...])
            else { return nil }
            units.append(unit)
            position += 1 + length
        }
        flush()
        return text
    }

    /// The UTF-16 unit of an escape after its backslash, and the number of bytes.
    private static func escape(_ bytes: ArraySlice<UInt8>) -> (unit: UInt16, length: Int)? {
        guard let first = bytes.first else { return nil }
        switch UnicodeScalar(first) {
        case "n": return (0x0A, 1)
        case "r": return (0x0D, 1)
        case "t": return (0x09, 1)
        case "b": return (0x08, 1)
        case "f": return (0x0C, 1)
        case "\"", "\\", "/": return (UInt16(first), 1)
        case "u":
            let digits = bytes.dropFirst().prefix(4)
            guard digits.count == 4 else { return nil }
            return UInt16(String(decoding: digits, as: UTF8.self), radix: 16).map { ($0, 5) }
        default: return nil
        }
    }
}
