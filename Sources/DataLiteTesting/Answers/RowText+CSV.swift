extension RowText {
    /// Reads comma-separated values (RFC 4180).
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` that names the line.
    static func csv(_ text: String) throws(SQLiteError) -> RowText {
        var reader = CSVReader(text)
        var result = RowText()
        while !reader.isAtEnd {
            let line = reader.line
            try result.append(reader.readLine(), line: line)
        }
        return result
    }
}

private struct CSVReader {
    private let bytes: [UInt8]
    private var position = 0

    /// The number of the next line.
    private(set) var line = 1

    init(_ text: String) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes = Array(text.utf8)
        if bytes.starts(with: byteOrderMark) { position = byteOrderMark.count }
    }

    var isAtEnd: Bool { position >= bytes.count }

    private var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// The cells up to the next line break outside quotes.
    mutating func readLine() throws(SQLiteError) -> [RowText.Cell] {
        var cells = [try readCell()]
        while next == UInt8(ascii: ",") {
            position += 1
            cells.append(try readCell())
        }
        skipLineBreak()
        return cells
    }

    private mutating func readCell() throws(SQLiteError) -> RowText.Cell {
        guard next == UInt8(ascii: "\"") else { return .bare(try readBareText()) }
        let text = try readQuotedText()
        guard endsCell else {
            throw RowText.error("unexpected text after the closing quote of a cell", line: line)
        }
        return .quoted(text)
    }

    private mutating func readBareText() throws(SQLiteError) -> String {
        let start = position
        while !endsCell {
            if bytes[position] == UInt8(ascii: "\"") {
                throw RowText.error(
                    "unexpected quote inside a cell that does not begin with one", line: line)
            }
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Text in quotes, in which a quote is doubled.
    private mutating func readQuotedText() throws(SQLiteError) -> String {
        let opening = line
        var text: [UInt8] = []
        position += 1
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard next == byte else { return String(decoding: text, as: UTF8.self) }
                position += 1
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            text.append(byte)
        }
        throw RowText.error("the quote is not closed", line: opening)
    }

    private var endsCell: Bool { next == nil || next == UInt8(ascii: ",") || lineBreak > 0 }

    /// The length of the line break at the position; 0 if there is none.
    private var lineBreak: Int {
        switch next {
        case UInt8(ascii: "\n"): 1
        case UInt8(ascii: "\r"):
            position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "\n") ? 2 : 0
        default: 0
        }
    }

    private mutating func skipLineBreak() {
        position += lineBreak
        line += 1
    }
}
