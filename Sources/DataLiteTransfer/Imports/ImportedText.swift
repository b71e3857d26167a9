import DataLiteCore
import Foundation

/// The values that a column stores and that text stands for in an import: what the dumps of this library write.
enum ImportedText {
    /// Any text, which the affinity of the column converts.
    case any
    /// A number: `Infinity` is one, which SQLite does not know.
    case number
    /// The bytes of a BLOB.
    case bytes
    /// An integer: a virtual table does not convert the text of its rowid.
    case rowID

    /// How the bytes of a BLOB are written.
    enum Encoding {
        case hexadecimal
        case base64
    }

    init(_ column: DatabaseSchema.Column, decodesBLOBs: Bool) {
        self =
            switch Affinity(column.type) {
            case .integer, .real, .numeric: .number
            case .blob where decodesBLOBs && !column.type.isEmpty: .bytes
            case .text, .blob: .any
            }
    }

    /// The value to insert for a text.
    func value(_ text: String, _ encoding: Encoding) -> SQLiteValue {
        switch self {
        case .any: break
        case .rowID: if let rowID = Int64(text) { return .int(rowID) }
        case .number:
            // SQLite's shell writes `Inf`.
            switch text {
            case "Infinity", "Inf": return .real(.infinity)
            case "-Infinity", "-Inf": return .real(-.infinity)
            default: if let real = Self.real(text) { return .real(real) }
            }
        case .bytes:
            if let bytes = Self.bytes(text, encoding) { return .blob(bytes) }
        }
        return .text(text)
    }

    /// The number that a decimal with a fraction or an exponent stands for. SQLite does not always choose the nearest
    /// one: <https://www.sqlite.org/floatingpoint.html>.
    static func real(_ text: String) -> Double? {
        var isInteger = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isInteger = false
            default: return nil
            }
        }
        guard !isInteger, let real = Double(text), real.isFinite else { return nil }
        return real
    }

    /// - Returns: `nil` if the text is not written in this way.
    private static func bytes(_ text: String, _ encoding: Encoding) -> Data? {
        switch encoding {
        case .base64: return Data(base64Encoded: text)
        case .hexadecimal:
            let digits = Array(text.utf8)
            guard digits.count.isMultiple(of: 2) else { return nil }
            var bytes = Data(capacity: digits.count / 2)
            for index in stride(from: 0, to: digits.count, by: 2) {
                guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
