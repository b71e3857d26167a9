import Foundation

/// The nesting depth of the arrays and objects of a JSON text. It is determined before the text is parsed, because
/// parsing and decoding recurse for each level.
struct JSONDepth {
    private(set) var levels = 0
    private var open = 0

    /// - Parameter json: JSON text, which may contain JSON5 comments and quotes.
    init(of json: Data) {
        json.withUnsafeBytes { count(in: $0[...]) }
    }

    /// Whether a `JSONDecoder` treats the text as UTF-16 or UTF-32, which cannot be examined byte by byte.
    static func isWide(_ json: Data) -> Bool {
        json.prefix(4).contains(0) || json.starts(with: [0xFE, 0xFF])
            || json.starts(with: [0xFF, 0xFE])
    }

    private mutating func count(in json: Slice<UnsafeRawBufferPointer>) {
        var rest = json
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                open += 1
                levels = max(levels, open)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"): Self.skipString(in: &rest, until: byte)
            case UInt8(ascii: "/"): Self.skipComment(in: &rest)
            default: break
            }
        }
    }

    private static func skipString(
        in rest: inout Slice<UnsafeRawBufferPointer>, until quote: UInt8
    ) {
        while let byte = rest.popFirst(), byte != quote {
            if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
        }
    }

    private static func skipComment(in rest: inout Slice<UnsafeRawBufferPointer>) {
        switch rest.first {
        case UInt8(ascii: "/"):
            rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        case UInt8(ascii: "*"):
            rest.removeFirst()
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") else { continue }
                rest.removeFirst()
                return
            }
        default: break
        }
    }
}
