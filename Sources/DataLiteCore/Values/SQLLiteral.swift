import Foundation

/// Values as SQL text that SQLite evaluates to the same value
/// (<https://sqlite.org/lang_expr.html>, section 3).
///
/// For REAL values, see `SQLLiteral+Real.swift`.
package enum SQLLiteral {
    package static let null = "NULL"

    /// An INTEGER.
    ///
    /// SQLite reads `-9223372036854775808` as the smallest INTEGER, although the number without the
    /// minus would be a REAL.
    package static func integer(_ value: Int64) -> String {
        value.description
    }

    /// The characters of a TEXT that are written as `char(27)`.
    package enum Escape {
        /// NUL characters: SQL text ends at its first one.
        case nul
        /// Also the other characters that a terminal executes or does not show, except line feeds.
        case invisible

        func includes(_ scalar: Unicode.Scalar) -> Bool {
            switch self {
            case .nul: scalar == "\0"
            case .invisible: scalar != "\n" && TerminalText.isInvisible(scalar)
            }
        }
    }

    /// A TEXT: the string in quotes, with quotes inside it doubled.
    ///
    /// A string with characters to escape is written as an expression: `('a'||char(0)||'b')`. Unlike
    /// `CAST(X'610062' AS TEXT)`, it yields the same text in a UTF-16 database.
    package static func text(_ value: String, _ escape: Escape = .nul) -> String {
        let isPlain =
            switch escape {
            case .nul: !value.utf8.contains(0)
            case .invisible: !value.unicodeScalars.contains(where: escape.includes)
            }
        guard !isPlain else { return quoted(value[...], by: "'") }
        return concatenation(of: pieces(of: value, escape))
    }

    /// A BLOB: `X'00FF'`.
    package static func blob(_ value: Data) -> String {
        value.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self, blob) }
    }

    /// A BLOB with some bytes.
    package static func blob(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
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

    /// A name in double quotes, with double quotes inside it doubled.
    ///
    /// No name in a database contains a NUL. SQL text ends at one, so SQLite reports a name with a
    /// NUL as an unrecognized token.
    package static func identifier(_ name: String) -> String {
        quoted(name[...], by: "\"")
    }

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

    /// The operands whose concatenation is a string: quoted texts and `char(0)`, or `char(0,27)` and so on for several
    /// escaped characters in a row.
    private static func pieces(of text: String, _ escape: Escape) -> [String] {
        let scalars = text.unicodeScalars
        var pieces: [String] = []
        var start = scalars.startIndex
        while start < scalars.endIndex {
            let isEscaped = escape.includes(scalars[start])
            // A function accepts at most 127 arguments (SQLITE_MAX_FUNCTION_ARG).
            let limit =
                isEscaped
                ? scalars.index(start, offsetBy: 100, limitedBy: scalars.endIndex) : nil
            let rest = scalars[start..<(limit ?? scalars.endIndex)]
            let end = rest.firstIndex { escape.includes($0) != isEscaped } ?? rest.endIndex
            if isEscaped {
                let codes = scalars[start..<end].map { String($0.value) }
                pieces.append("char(\(codes.joined(separator: ",")))")
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
