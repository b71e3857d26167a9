import DataLiteCore

/// Reads the records of comma-separated values according to RFC 4180, one at a time.
///
/// Records end with CR LF, LF or CR. Empty lines are skipped, unless they are records with one empty field.
struct CSVReader {
    private var bytes: ImportedBytes
    private let separator: UInt8

    /// Whether an empty line is a record, because records have one field.
    var readsEmptyLines = false

    /// The line in which the latest record begins.
    private(set) var line = 1

    /// The bytes of the latest record, and its fields.
    private var content: [UInt8] = []
    private(set) var fields: [Field] = []

    struct Field {
        /// The bytes in the content of the record, without quotes.
        let range: Range<Int>
        let isQuoted: Bool
    }

    init(_ source: ImportSource, separator: UInt8) throws {
        bytes = try ImportedBytes(source)
        self.separator = separator
    }

    /// Reads the next record.
    ///
    /// - Returns: Whether there is one.
    mutating func next() throws -> Bool {
        content.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        if !readsEmptyLines { try skipEmptyLines() }
        guard try bytes.peek() != nil else { return false }
        line = bytes.line
        repeat { try readField() } while try consumeSeparator()
        return true
    }

    /// The text of a field; `nil` for an empty field without quotes.
    ///
    /// - Throws: `SQLITE_ERROR` if it is not valid UTF-8.
    func text(at index: Int) throws(SQLiteError) -> String? {
        let field = fields[index]
        guard !field.range.isEmpty || field.isQuoted else { return nil }
        let bytes = content[field.range]
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw SQLiteError(.error, message: "the text is not valid UTF-8")
        }
        return text
    }

    private static let quote = UInt8(ascii: "\"")

    private static func endsLine(_ byte: UInt8) -> Bool {
        byte == ImportedBytes.lineFeed || byte == ImportedBytes.carriageReturn
    }

    private mutating func skipEmptyLines() throws {
        while let byte = try bytes.peek(), Self.endsLine(byte) { bytes.consume() }
    }

    /// - Returns: Whether another field of the record follows. Otherwise the end of the line is consumed.
    private mutating func consumeSeparator() throws -> Bool {
        guard let byte = try bytes.peek() else { return false }
        bytes.consume()
        if byte == separator { return true }
        if byte == ImportedBytes.carriageReturn { try bytes.consumeLineFeed() }
        return false
    }

    /// Reads a field up to its separator or the end of its line.
    private mutating func readField() throws {
        let start = content.count
        if try bytes.peek() == Self.quote {
            try readQuoted()
            return fields.append(Field(range: start..<content.count, isQuoted: true))
        }
        while let byte = try bytes.peek(), byte != separator, !Self.endsLine(byte) {
            guard byte != Self.quote else {
                throw failure(bytes.line, "a quote inside a field that does not begin with a quote")
            }
            try append(byte)
        }
        fields.append(Field(range: start..<content.count, isQuoted: false))
    }

    private mutating func readQuoted() throws {
        let firstLine = bytes.line
        bytes.consume()
        while let byte = try bytes.peek() {
            guard byte == Self.quote else {
                try append(byte)
                continue
            }
            bytes.consume()
            guard let next = try bytes.peek(), next != separator, !Self.endsLine(next) else {
                return
            }
            guard next == Self.quote else {
                throw failure(bytes.line, "text after the closing quote of a field")
            }
            try append(next)
        }
        throw failure(firstLine, "a quote that is never closed")
    }

    private mutating func append(_ byte: UInt8) throws(SQLiteError) {
        guard content.count < ImportedBytes.lengthLimit else {
            throw SQLiteError(.tooBig, message: "line \(line) of the CSV: the record is too long")
        }
        content.append(byte)
        bytes.consume()
    }

    private func failure(_ line: Int, _ reason: String) -> SQLiteError {
        SQLiteError(
            .error, message: "line \(line) of the CSV, field \(fields.count + 1): \(reason)")
    }
}
