package import SwiftSyntax

/// The unescaped text of a string segment, with the source range of each byte.
package struct UnescapedText {
    package private(set) var bytes: [UInt8] = []
    package private(set) var sources: [Range<AbsolutePosition>] = []

    init(_ token: TokenSyntax, poundCount: Int) {
        let start = token.positionAfterSkippingLeadingTrivia
        let source = Array(token.text.utf8)
        let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: poundCount)
        var index = 0
        while index < source.count {
            let first = index
            var value = [source[index]]
            if source[index...].starts(with: escape) {
                index += escape.count
                value = Self.unescape(source, &index)
            } else {
                index += 1
            }
            let range = start.advanced(by: first)..<start.advanced(by: index)
            bytes += value
            sources += value.map { _ in range }
        }
    }

    /// The value of an escape sequence after its backslash.
    private static func unescape(_ source: [UInt8], _ index: inout Int) -> [UInt8] {
        guard index < source.count else { return [] }
        let byte = source[index]
        index += 1
        switch Unicode.Scalar(byte) {
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "0": return [0x00]
        case "u":
            let digits = source[index...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
            index = Swift.min(digits.endIndex + 1, source.count)
            let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
                .flatMap(Unicode.Scalar.init)
            return scalar.map { Array(String($0).utf8) } ?? []
        case "\n", "\r", " ", "\t":
            // An escaped line break is not part of the value.
            while index < source.count, source[index - 1] != 0x0A { index += 1 }
            return []
        default: return [byte]
        }
    }
}
