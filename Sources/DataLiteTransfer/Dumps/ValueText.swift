import DataLiteCore
import Foundation

/// Values as human-readable text.
enum ValueText {
    private static let shownBytes = 16

    /// The text of a value. `makeText` converts the bytes of a TEXT value.
    static func text(
        of view: borrowing SQLiteValueView, makeText: (UnsafeBufferPointer<UInt8>) -> String
    ) -> String {
        switch view.storageClass {
        case .integer: view.int64?.description ?? ""
        case .real: view.double.map(RealText.text) ?? ""
        case .text: view.withTextBytes(makeText) ?? ""
        case .blob: view.withBlobBytes(blob) ?? ""
        case .null: "NULL"
        }
    }

    /// The text of a value on one line, not truncated.
    static func complete(_ view: borrowing SQLiteValueView, null: String) -> String {
        switch view.storageClass {
        case .blob: view.blob?.sqliteLiteral ?? ""
        case .null: null
        default:
            text(of: view) { TerminalText.printableValue(String(decoding: $0, as: UTF8.self)[...]) }
        }
    }

    /// `X'00FF'`, or `X'0001…' (1234 bytes)`.
    private static func blob(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let isWhole = bytes.count <= shownBytes
        let literal = Data(bytes.prefix(shownBytes)).sqliteLiteral
        return isWhole ? literal : "\(literal.dropLast())…' (\(bytes.count) bytes)"
    }
}
