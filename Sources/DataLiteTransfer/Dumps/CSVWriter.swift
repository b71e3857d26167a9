import DataLiteCore

/// Comma-separated values according to RFC 4180: a header, lines that end with CR and LF, fields in
/// double quotes where they need them. A blank line separates two results.
///
/// NULL is an empty field, and so an empty line in a result with one column. Empty text and an empty BLOB are `""`; a
/// BLOB is in uppercase hexadecimal.
/// Text is written byte for byte, unless the output is for a terminal. Rows are not kept in memory.
package final class CSVWriter: ResultWriter {
    private let output: BufferedOutput
    /// Whether to replace control characters and invisible characters.
    private let isPrintable: Bool
    /// Whether the first line has the names of the columns.
    private let hasHeader: Bool
    private let separator: UInt8
    private var columnCount: Int32 = 0
    private var isFirstResult = true

    package init(
        to output: BufferedOutput, isPrintable: Bool = false, hasHeader: Bool = true,
        separator: UInt8 = UInt8(ascii: ",")
    ) {
        self.output = output
        self.isPrintable = isPrintable
        self.hasHeader = hasHeader
        self.separator = separator
    }

    package func begin(columns: [String]) throws {
        if !isFirstResult { try endLine() }
        isFirstResult = false
        columnCount = Int32(columns.count)
        guard hasHeader else { return }
        for (index, column) in columns.enumerated() {
            if index > 0 { try output.write(separator) }
            var column = column
            try column.withUTF8 { try write(text: $0) }
        }
        try endLine()
    }

    package func add(rowOf statement: any StatementProtocol) throws {
        for index in 0..<columnCount {
            if index > 0 { try output.write(separator) }
            try statement.withColumn(at: index) { try write($0) }
        }
        try endLine()
    }

    package func end() throws {}

    private func endLine() throws {
        try output.write(UInt8(ascii: "\r"))
        try output.write(UInt8(ascii: "\n"))
    }

    private func write(_ view: borrowing SQLiteValueView) throws {
        switch view.storageClass {
        case .integer: try output.write(view.int64?.description ?? "")
        case .real: try output.write(view.double.map(RealText.text) ?? "")
        case .text: try view.withTextBytes { try write(text: $0) }
        case .blob:
            try view.withBlobBytes { bytes in
                if bytes.isEmpty { try output.write("\"\"") }
                try output.write(hexadecimal: bytes)
            }
        case .null: break
        }
    }

    private func write(text: UnsafeBufferPointer<UInt8>) throws {
        guard isPrintable else { return try write(field: text) }
        var printable = TerminalText.printableValue(String(decoding: text, as: UTF8.self)[...])
        try printable.withUTF8 { try write(field: $0) }
    }

    private func write(field text: UnsafeBufferPointer<UInt8>) throws {
        let needsQuotes =
            text.isEmpty || text.contains(where: isSpecial) || startsWithByteOrderMark(text)
        guard needsQuotes else {
            return try output.write(text)
        }
        let quote = UInt8(ascii: "\"")
        try output.write(quote)
        var rest = text[...]
        while let position = rest.firstIndex(of: quote) {
            try output.write(UnsafeBufferPointer(rebasing: rest[...position]))
            try output.write(quote)
            rest = rest[(position + 1)...]
        }
        try output.write(UnsafeBufferPointer(rebasing: rest))
        try output.write(quote)
    }

    /// At the beginning of a file, a byte order mark without quotes is not part of the first field.
    private func startsWithByteOrderMark(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == separator || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }
}
