import Foundation

/// A place between two rows of a query: where a page of the query begins or ends.
///
/// ```swift
/// let query = Reminder.order { ($0.priority.desc(), $0.title) }
/// let first = try query.page(size: 50).fetch(db)
/// let second = try query.page(after: first.next, size: 50).fetch(db)
/// ```
///
/// A cursor holds the values by which its row is ordered, not a row number. Rows that are inserted or deleted before
/// the cursor move no row to another page, and any page is found as fast as the first.
///
/// A cursor belongs to one query. Another query, or the same query with other values, refuses the cursor.
///
/// A cursor can be encoded, for a request from a client or for the next start of a program: as a string of letters,
/// digits, `-` and `_`, or with `Codable`, which uses the same string. The string is opaque, but not secret: it
/// contains the values in a form that can be decoded.
public struct PageCursor: Equatable, Sendable {
    /// The number of the query that the cursor belongs to; see ``QueryFingerprint``.
    let fingerprint: UInt64

    /// The values by which the row is ordered, as SQLite stores them.
    let values: [CursorValue]

    /// Whether the row of the cursor is on both sides of the cursor.
    let includesRow: Bool

    init(fingerprint: UInt64, values: [CursorValue], includesRow: Bool = false) {
        self.fingerprint = fingerprint
        self.values = values
        self.includesRow = includesRow
    }

    /// The same place, with its row on both sides.
    var includingRow: PageCursor {
        PageCursor(fingerprint: fingerprint, values: values, includesRow: true)
    }

    /// The greatest size of a cursor, in bytes, before it becomes a string.
    static var sizeLimit: Int { 4096 }
}

extension PageCursor: LosslessStringConvertible {
    /// Decodes the string form of a cursor. Returns `nil` for any other text.
    public init?(_ description: String) {
        guard let cursor = try? PageCursor(text: description) else { return nil }
        self = cursor
    }

    /// The string form: at most 5,500 letters, digits, `-` and `_`.
    public var description: String { text }
}

extension PageCursor: Codable {
    /// Decodes a cursor from its string form.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(text: container.decode(String.self))
        } catch let error as SQLiteError {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: error.message)
        }
    }

    /// Encodes the string form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A value by which the row of a cursor is ordered, as SQLite stores it.
enum CursorValue: Equatable, Sendable {
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
