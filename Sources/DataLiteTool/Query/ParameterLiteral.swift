import DataLiteCore
import Foundation

/// The value of a command-line parameter.
///
/// A parameter that is an SQL literal becomes its value if the value reads back as the same text.
/// Everything else is text:
///
/// | parameter | value |
/// |---|---|
/// | `42`, `-7` | INTEGER |
/// | `2.5`, `-1e-3` | REAL |
/// | `NULL`, in capitals | NULL |
/// | `X'00FF'` | BLOB |
/// | `'42'`, `'it''s'` | TEXT without the quotes |
/// | `007`, `+49`, `18446744073709551616`, `null`, `abc` | TEXT |
enum ParameterLiteral {
    static func value(of parameter: String) -> SQLiteValue {
        if parameter == "NULL" { return .null }
        if let integer = Int64(parameter), integer.description == parameter { return .int(integer) }
        if isDecimal(parameter), let real = Double(parameter), real.isFinite { return .real(real) }
        if let text = unquoted(parameter[...]) { return .text(text) }
        if let bytes = bytes(parameter) { return .blob(bytes) }
        return .text(parameter)
    }

    /// Whether the text is a number with a fraction or an exponent, without leading zeros.
    private static func isDecimal(_ text: String) -> Bool {
        text.contains { $0 == "." || $0 == "e" || $0 == "E" }
            && text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    }

    /// The text between single quotes, with doubled quotes unescaped.
    private static func unquoted(_ literal: Substring) -> String? {
        guard literal.utf8.count >= 2, literal.utf8.first == UInt8(ascii: "'"),
            literal.utf8.last == UInt8(ascii: "'")
        else { return nil }
        let inner = String(literal.utf8.dropFirst().dropLast()) ?? ""
        let withoutPairs = inner.replacingOccurrences(of: "''", with: "")
        guard !withoutPairs.utf8.contains(UInt8(ascii: "'")) else { return nil }
        return inner.replacingOccurrences(of: "''", with: "'")
    }

    private static func bytes(_ literal: String) -> Data? {
        guard literal.hasPrefix("X'") || literal.hasPrefix("x'"),
            let digits = unquoted(literal.dropFirst()), digits.utf8.count.isMultiple(of: 2)
        else { return nil }
        let values = digits.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.allSatisfy({ $0 != nil }) else { return nil }
        return Data(
            stride(from: 0, to: values.count, by: 2).map {
                UInt8((values[$0] ?? 0) * 16 + (values[$0 + 1] ?? 0))
            })
    }
}
