import Foundation

/// Values as SQL text that SQLite evaluates to the same value
/// (<https://sqlite.org/lang_expr.html>, section 3).
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

// MARK: - REAL values

extension SQLLiteral {
    /// A REAL that SQLite reads back bit for bit: `1.0`, `0.1`, `1e-07`.
    ///
    /// SQLite's conversion of decimals is not correctly rounded: depending on version and platform
    /// it scales a 64-bit integer by powers of ten, in `long double` or in pairs of `double`, with
    /// a rounding at each step (`sqlite3AtoF`). A decimal so close to the border between two REAL
    /// values that these errors could matter is written as a quotient or product of integers and
    /// powers of two instead, which is exact in any arithmetic:
    /// `(4503599627370497.0/1152921504606846976.0)`.
    ///
    /// NaN is `NULL`, because SQLite converts it to NULL, and infinity is `9e999`, which every
    /// version reads as infinity. A negative zero is `-0.0`; SQLite evaluates it to a negative
    /// zero, but stores whole numbers of REAL columns as integers, and there the sign is lost.
    package static func real(_ value: Double) -> String {
        guard !value.isNaN else { return null }
        guard value.isFinite else { return value < 0 ? "-9e999" : "9e999" }
        let shortest = value.description
        return readsBack(shortest, as: value) ? shortest : product(value)
    }

    /// Whether every version of SQLite reads the decimal as exactly `value`.
    private static func readsBack(_ decimal: String, as value: Double) -> Bool {
        // A whole number fits SQLite's 64-bit integer and needs no scaling.
        if value == value.rounded(.towardZero), value.magnitude < 0x1p53 { return true }
        let (significand, exponent) = parts(of: decimal)
        // Versions that store powers of ten in pairs of `double` (seen in 3.51) misread many
        // 17-digit decimals from 10^100 up and from 10^-100 down.
        guard abs(exponent) < 100 else { return false }
        guard hasWideArithmetic || isExactlyScaled(significand, exponent) else { return false }
        return isFarFromBorder(significand, exponent, of: value.magnitude)
    }

    /// The digits of a decimal as an integer, and the power of ten to multiply it with.
    private static func parts(of decimal: String) -> (significand: UInt64, exponent: Int) {
        var significand: UInt64 = 0
        var exponent = 0
        var isFraction = false
        var rest = decimal.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                // The shortest description has 17 digits at most, or 16 before `.0`.
                significand = significand * 10 + UInt64(byte - UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            case UInt8(ascii: "."):
                isFraction = true
            case UInt8(ascii: "e"):
                exponent += Int(Substring(rest)) ?? 0
                rest = rest.suffix(0)
            default:
                break
            }
        }
        while significand % 10 == 0, significand > 0 {
            significand /= 10
            exponent += 1
        }
        return (significand, exponent)
    }

    /// Whether slightly smaller and slightly larger decimals are still the same `Double`.
    ///
    /// "Slightly" is at least 2^-58 of the value, which is 64 roundings of an 80-bit `long double`. SQLite's scaling
    /// takes fewer than ten roundings before version 3.43. Later versions may multiply by 10^10 and by 10, with two
    /// roundings for each of at most 18 factors.
    private static func isFarFromBorder(
        _ significand: UInt64,
        _ exponent: Int,
        of value: Double
    ) -> Bool {
        var significand = significand
        var exponent = exponent
        while significand < 1_000_000_000_000_000_000 {
            significand *= 10
            exponent -= 1
        }
        let slack = significand >> 58 + 1
        return Double("\(significand - slack)e\(exponent)") == value
            && Double("\(significand + slack)e\(exponent)") == value
    }

    /// Whether a `double` holds both operands of SQLite's one division exactly; then the result is
    /// rounded correctly even where `long double` is no wider than `double`.
    private static func isExactlyScaled(_ significand: UInt64, _ exponent: Int) -> Bool {
        significand <= 1 << 53 && -22...0 ~= exponent
    }

    /// Whether SQLite computes in more than 53 bits: the platform's `long double` has 64 or 113.
    /// On Apple's ARM processors and on Windows it is no wider than `double`.
    private static var hasWideArithmetic: Bool {
        #if os(Windows)
            false
        #elseif arch(x86_64) || arch(i386)
            true
        #elseif arch(arm64) && !canImport(Darwin)
            true
        #else
            false
        #endif
    }

    /// A finite number as an integer times or divided by powers of two. Each step is exact: all intermediate results
    /// have the same significand and lie between the integer and the number.
    private static func product(_ value: Double) -> String {
        let isSubnormal = value.exponentBitPattern == 0
        var integer = value.significandBitPattern | (isSubnormal ? 0 : 1 << 52)
        var exponent = (isSubnormal ? 1 : Int(value.exponentBitPattern)) - 1075
        if exponent < 0 {
            let even = min(integer.trailingZeroBitCount, -exponent)
            integer >>= UInt64(even)
            exponent += even
        }
        var literal = value < 0 ? "(-\(integer).0" : "(\(integer).0"
        var remaining = abs(exponent)
        while remaining > 0 {
            let step = min(remaining, 60)
            literal += exponent < 0 ? "/" : "*"
            literal += "\(UInt64(1) << UInt64(step)).0"
            remaining -= step
        }
        return literal + ")"
    }
}
