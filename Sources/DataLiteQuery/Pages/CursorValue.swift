import Foundation

/// A value by which the row of a cursor is ordered, as SQLite stores it.
enum CursorValue: Hashable, Sendable {
    case stored(SQLiteValue)
    /// The bytes of a text that is not valid UTF-8. As a string, they would be another text, in another place of the
    /// order.
    case invalidText(Data)

    var isNull: Bool { self == .stored(.null) }

    /// Whether the value is a text that is not valid UTF-8.
    var isInvalidText: Bool { if case .invalidText = self { true } else { false } }

    /// The value as a parameter.
    var node: SQLNode {
        switch self {
        case .stored(let value): .parameter(value)
        case .invalidText(let bytes): .fragment(TextOfBytes(bytes: bytes))
        }
    }

    /// Reads the next column.
    init(_ row: inout RowReader) throws(SQLiteError) {
        let column = row.position
        let value: SQLiteValue = try row.next()
        self = .stored(value)
        // Invalid UTF-8 is repaired with this character.
        guard case .text(let text) = value, text.unicodeScalars.contains("\u{FFFD}"),
            let bytes = row.textBytes(at: column), !text.utf8.elementsEqual(bytes)
        else { return }
        self = .invalidText(Data(bytes))
    }
}

/// A text with given bytes: `+CAST(? AS TEXT)`. Without the plus, it would have the affinity of text, and numbers would
/// be compared with it as text.
private struct TextOfBytes: SQLRenderable {
    let bytes: Data

    var precedence: Precedence { .prefix }

    func write(to writer: inout _SQLWriter) {
        writer.write("+CAST(")
        writer.write(parameter: .blob(bytes))
        writer.write(" AS TEXT)")
    }
}
