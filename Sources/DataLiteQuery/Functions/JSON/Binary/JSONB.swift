/// SQLite's binary form of JSON: <https://sqlite.org/jsonb.html>. Each element is a header with its type and size, and
/// a payload. Nested elements are read and written in a loop, so that values of any depth are safe.
enum JSONB {
    private enum Kind: UInt8 {
        case null, isTrue, isFalse, int, int5, float, float5, text, textJSON, text5, textRaw
        case array, object
    }

    /// The header of an element.
    private static func header(_ kind: Kind, size: Int) -> [UInt8] {
        func bytes(_ code: UInt8, _ count: Int) -> [UInt8] {
            [code << 4 | kind.rawValue]
                + (0..<count).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
        }
        switch size {
        case 0...11: return [UInt8(size) << 4 | kind.rawValue]
        case ...0xFF: return bytes(12, 1)
        case ...0xFFFF: return bytes(13, 2)
        case ...0xFFFF_FFFF: return bytes(14, 4)
        default: return bytes(15, 8)
        }
    }

    // MARK: - From text

    /// The binary form of valid JSON text; `nil` if the brackets do not match.
    static func bytes(of json: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        var containers: [(kind: Kind, start: Int)] = []
        var position = 0
        while position < json.count {
            switch json[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let kind = json[position] == UInt8(ascii: "{") ? Kind.object : .array
                containers.append((kind, bytes.count))
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard let (kind, start) = containers.popLast() else { return nil }
                bytes.insert(contentsOf: header(kind, size: bytes.count - start), at: start)
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                position += 1
            default:
                let end = endOfScalar(json, from: position)
                append(json[position..<end], to: &bytes)
                position = end
            }
        }
        return containers.isEmpty ? bytes : nil
    }

    private static func endOfScalar(_ json: [UInt8], from start: Int) -> Int {
        let isString = json[start] == UInt8(ascii: "\"")
        var end = start + 1
        while end < json.count {
            if isString {
                if json[end] == UInt8(ascii: "\"") { return end + 1 }
                end += json[end] == UInt8(ascii: "\\") ? 2 : 1
            } else {
                if ",:]} \t\r\n".utf8.contains(json[end]) { return end }
                end += 1
            }
        }
        return json.count
    }

    private static func append(_ scalar: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        var (kind, payload) = (Kind.int, scalar)
        switch scalar.first {
        case UInt8(ascii: "n"): (kind, payload) = (.null, [])
        case UInt8(ascii: "t"): (kind, payload) = (.isTrue, [])
        case UInt8(ascii: "f"): (kind, payload) = (.isFalse, [])
        case UInt8(ascii: "\""):
            payload = scalar.dropFirst().dropLast()
            kind = payload.contains(UInt8(ascii: "\\")) ? .textJSON : .text
        default:
            if scalar.contains(where: { ".eE".utf8.contains($0) }) { kind = .float }
        }
        bytes += header(kind, size: payload.count)
        bytes += payload
    }

    // MARK: - To text

    /// The JSON text of the binary form; `nil` for bytes that are not in this form, and for the extensions of JSON5 in
    /// strings.
    static func text(of bytes: [UInt8]) -> String? {
        var json: [UInt8] = []
        // The innermost container is last. The whole value is the only element of a container without brackets.
        var containers = [(end: bytes.count, kind: Kind.null, count: 0)]
        var position = 0
        while let container = containers.last {
            if position == container.end {
                guard container.kind != .object || container.count.isMultiple(of: 2) else {
                    return nil
                }
                if container.kind == .object { json.append(UInt8(ascii: "}")) }
                if container.kind == .array { json.append(UInt8(ascii: "]")) }
                containers.removeLast()
                continue
            }
            guard let (kind, payload) = element(of: bytes, at: position, before: container.end)
            else { return nil }
            if container.count > 0 {
                if container.kind == .null { return nil }
                let isValue = container.kind == .object && !container.count.isMultiple(of: 2)
                json.append(UInt8(ascii: isValue ? ":" : ","))
            }
            containers[containers.count - 1].count += 1
            if kind == .array || kind == .object {
                json.append(UInt8(ascii: kind == .array ? "[" : "{"))
                containers.append((payload.upperBound, kind, 0))
                position = payload.lowerBound
            } else {
                guard let scalar = scalar(kind, bytes[payload]) else { return nil }
                json += scalar
                position = payload.upperBound
            }
        }
        return json.isEmpty ? nil : String(decoding: json, as: UTF8.self)
    }

    /// The type and the range of the payload of an element.
    private static func element(
        of bytes: [UInt8], at position: Int, before end: Int
    ) -> (kind: Kind, payload: Range<Int>)? {
        guard let kind = Kind(rawValue: bytes[position] & 15) else { return nil }
        let code = Int(bytes[position] >> 4)
        let count = code < 12 ? 0 : 1 << (code - 12)
        let start = position + 1 + count
        guard start <= end else { return nil }
        var size = code < 12 ? UInt64(code) : 0
        for byte in bytes[(position + 1)..<start] { size = size << 8 | UInt64(byte) }
        guard size <= UInt64(end - start) else { return nil }
        return (kind, start..<start + Int(size))
    }

    private static func scalar(_ kind: Kind, _ payload: ArraySlice<UInt8>) -> [UInt8]? {
        switch kind {
        case .null: return Array("null".utf8)
        case .isTrue: return Array("true".utf8)
        case .isFalse: return Array("false".utf8)
        case .int, .float: return isNumber(payload) ? Array(payload) : nil
        case .int5, .float5: return number(String(decoding: payload, as: UTF8.self))
        case .text, .textJSON:
            guard isString(payload) else { return nil }
            return [UInt8(ascii: "\"")] + payload + [UInt8(ascii: "\"")]
        case .textRaw: return Array(String(decoding: payload, as: UTF8.self).quotedInJSON.utf8)
        case .text5: return text5(payload)
        case .array, .object: return nil
        }
    }

    /// Whether bytes begin like a number and contain no other characters.
    private static func isNumber(_ payload: ArraySlice<UInt8>) -> Bool {
        let digits = payload.first == UInt8(ascii: "-") ? payload.dropFirst() : payload
        guard let first = digits.first, 0x30...0x39 ~= first else { return false }
        return digits.allSatisfy { 0x30...0x39 ~= $0 || ".eE+-".utf8.contains($0) }
    }

    /// Whether bytes are the content of one JSON string.
    private static func isString(_ payload: ArraySlice<UInt8>) -> Bool {
        var isEscaped = false
        for byte in payload {
            if byte < 0x20 || byte == UInt8(ascii: "\"") && !isEscaped { return false }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return !isEscaped
    }

    /// A string with escapes of JSON5, which SQLite writes for `\'`, `\v`, `\0`, `\xHH`, a line continuation, and keys
    /// that its paths contain.
    private static func text5(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
        var text = [UInt8(ascii: "\"")]
        var rest = payload
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): text += Array(#"\""#.utf8)
            case 0..<0x20: text += controlEscape(byte)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                switch escaped {
                case UInt8(ascii: "'"): text.append(escaped)
                case UInt8(ascii: "v"): text += controlEscape(0x0b)
                case UInt8(ascii: "0"): text += controlEscape(0)
                case UInt8(ascii: "x"):
                    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                    guard rest.count >= 2, UInt8(digits, radix: 16) != nil else { return nil }
                    text += Array("\\u00\(digits)".utf8)
                    rest = rest.dropFirst(2)
                case UInt8(ascii: "\n"): break
                case UInt8(ascii: "\r"): if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
                case 0xe2 where rest.count >= 2: rest = rest.dropFirst(2)
                default: text += [byte, escaped]
                }
            default: text.append(byte)
            }
        }
        return text + [UInt8(ascii: "\"")]
    }

    private static func controlEscape(_ byte: UInt8) -> [UInt8] {
        let digits = String(byte, radix: 16)
        return Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    }

    /// A number of JSON5, such as `0x1F`, `+1` or `.5`.
    private static func number(_ text: String) -> [UInt8]? {
        let isNegative = text.hasPrefix("-")
        let digits = text.drop { $0 == "-" || $0 == "+" }
        let sign = isNegative ? "-" : ""
        if digits.lowercased().hasPrefix("0x") {
            return UInt64(digits.dropFirst(2), radix: 16).map { Array("\(sign)\($0)".utf8) }
        }
        return Double("0\(digits)").map { Array("\(sign)\($0.isFinite ? "\($0)" : "9e999")".utf8) }
    }
}
