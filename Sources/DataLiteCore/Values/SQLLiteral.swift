#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values as SQL text that SQLite evaluates to the same value
/// (<https://sqlite.org/lang_expr.html>, section 3).
///
/// For REAL values, see `SQLLiteral+Real.swift`.
enum SQLLiteral {
    static let null = "NULL"

    /// An INTEGER.
    ///
    /// SQLite reads `-9223372036854775808` as the smallest INTEGER, although the number without the
    /// minus would be a REAL.
    static func integer(_ value: Int64) -> String {
        value.description
    }

    /// A TEXT: the string in quotes, with quotes inside it doubled.
    ///
    /// SQL text ends at its first NUL, so a string that contains one is written as an expression:
    /// `('a'||char(0)||'b')`. Unlike `CAST(X'610062' AS TEXT)`, it yields the same text in a UTF-16
    /// database.
    static func text(_ value: String) -> String {
        guard value.utf8.contains(0) else { return quoted(value[...], by: "'") }
        return concatenation(of: pieces(of: value))
    }

    /// A BLOB: `X'00FF'`.
    static func blob(_ value: Data) -> String {
        value.withUnsafeBytes { bytes in
            String(unsafeUninitializedCapacity: 2 * bytes.count + 3) { literal in
                literal[0] = UInt8(ascii: "X")
                literal[1] = UInt8(ascii: "'")
                var end = 2
                for byte in bytes {
                    literal[end] = hexadecimalDigit(byte >> 4)
                    literal[end + 1] = hexadecimalDigit(byte & 15)
                    end += 2
                }
                literal[end] = UInt8(ascii: "'")
                return end + 1
            }
        }
    }

    /// A name in double quotes, with double quotes inside it doubled.
    ///
    /// No name in a database contains a NUL. SQL text ends at one, so SQLite reports a name with a
    /// NUL as an unrecognized token.
    static func identifier(_ name: String) -> String {
        quoted(name[...], by: "\"")
    }
}

extension SQLLiteral {
    /// Text between two quotes, with the quotes inside it doubled.
    private static func quoted(_ text: Substring, by quote: Unicode.Scalar) -> String {
        let quote = UInt8(ascii: quote)
        var text = text
        return text.withUTF8 { bytes in
            let doubled = bytes.reduce(into: 0) { count, byte in count += byte == quote ? 1 : 0 }
            return String(unsafeUninitializedCapacity: bytes.count + doubled + 2) { literal in
                literal[0] = quote
                var end = 1
                for byte in bytes {
                    if byte == quote {
                        literal[end] = quote
                        end += 1
                    }
                    literal[end] = byte
                    end += 1
                }
                literal[end] = quote
                return end + 1
            }
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }

    /// The operands whose concatenation is a string with NULs: quoted texts and `char(0)`, or
    /// `char(0,0)` and so on for several in a row.
    private static func pieces(of text: String) -> [String] {
        let bytes = text.utf8
        var pieces: [String] = []
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let isNUL = bytes[start] == 0
            // A function accepts at most 127 arguments (SQLITE_MAX_FUNCTION_ARG).
            let limit = isNUL ? bytes.index(start, offsetBy: 100, limitedBy: bytes.endIndex) : nil
            let rest = bytes[start..<(limit ?? bytes.endIndex)]
            let end = rest.firstIndex { ($0 == 0) != isNUL } ?? rest.endIndex
            if isNUL {
                let zeros = repeatElement("0", count: bytes.distance(from: start, to: end))
                pieces.append("char(\(zeros.joined(separator: ",")))")
            } else {
                pieces.append(quoted(text[start..<end], by: "'"))
            }
            start = end
        }
        return pieces
    }

    /// `(a||b||c)`; many operands in groups of groups, because SQLite accepts an expression at
    /// most 1000 levels deep (SQLITE_LIMIT_EXPR_DEPTH), and each `||` adds a level.
    private static func concatenation(of operands: [String]) -> String {
        let width = 64
        guard operands.count > width else { return "(\(operands.joined(separator: "||")))" }
        let groups = stride(from: 0, to: operands.count, by: width).map { start in
            concatenation(of: Array(operands[start..<min(start + width, operands.count)]))
        }
        return concatenation(of: groups)
    }
}
