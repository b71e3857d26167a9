import DataLiteSyntax
import Foundation

extension RowText {
    /// A cell of a line.
    enum Cell: Equatable {
        /// Quoted text, without the quotes: always TEXT.
        case quoted(String)
        /// Unquoted text: a number, a blob, NULL or TEXT.
        case bare(String)
    }
}

extension RowText.Cell {
    /// The cell as a column name.
    var text: String {
        switch self {
        case .quoted(let text), .bare(let text): text
        }
    }

    /// The cell as a value. A bare cell is read as an SQL literal. It is NULL if it is empty, and
    /// TEXT if it is not a literal.
    var value: SQLiteValue {
        switch self {
        case .quoted(let text): .text(text)
        case .bare(""), .bare("NULL"): .null
        case .bare(let text): Self.number(text) ?? Self.blob(text) ?? .text(text)
        }
    }

    /// A numeric literal with an optional sign (<https://sqlite.org/lang_expr.html>, section 3).
    private static func number(_ text: String) -> SQLiteValue? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        var tokens = SQLTokens(String(digits))
        guard let token = tokens.next(), token.kind == .number,
            token.range == 0..<digits.utf8.count
        else { return nil }
        if token.text.hasPrefix("0x") || token.text.hasPrefix("0X") {
            return hexadecimal(token.text.dropFirst(2), isNegative: isNegative)
        }
        // A number that is too large for INTEGER is REAL.
        let signed = (isNegative ? "-" : "") + token.text
        return Int64(signed).map(SQLiteValue.int) ?? Double(signed).map(SQLiteValue.real)
    }

    /// Hexadecimal digits are the bits of an INTEGER: sixteen F are -1. SQLite accepts at most
    /// sixteen.
    private static func hexadecimal(_ digits: Substring, isNegative: Bool) -> SQLiteValue? {
        guard let bits = UInt64(digits, radix: 16) else { return nil }
        let value = Int64(bitPattern: bits)
        guard isNegative else { return .int(value) }
        return value == .min ? nil : .int(-value)
    }

    private static func blob(_ text: String) -> SQLiteValue? {
        var tokens = SQLTokens(text)
        guard let token = tokens.next(), token.kind == .blob, token.range == 0..<text.utf8.count
        else { return nil }
        let digits = token.text.utf8.dropFirst(2).dropLast().compactMap {
            Character(Unicode.Scalar($0)).hexDigitValue
        }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
        return .blob(Data(bytes))
    }
}
