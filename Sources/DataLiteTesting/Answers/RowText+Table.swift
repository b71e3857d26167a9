extension RowText {
    /// Reads a table with `|` between its cells and one row on each line.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` that names the line.
    static func table(_ text: String) throws(SQLiteError) -> RowText {
        var result = RowText()
        var borders: Borders?
        var hasRule = false
        for (number, line) in lines(of: text) {
            let line = TableLine(line)
            // After the rule of the header, `| - |` is a row.
            if hasRule ? line.isLongRule : line.isRule {
                hasRule = borders != nil
                continue
            }
            let style = borders ?? line.borders
            borders = style
            try result.append(
                line.cells(borders: style, columns: result.columns.count), line: number)
        }
        return result
    }

    /// The lines that are not blank, with their numbers.
    private static func lines(of text: String) -> [(number: Int, line: ArraySlice<UInt8>)] {
        let bytes = Array(text.utf8)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            let line = line.trimmed
            return line.isEmpty ? nil : (index + 1, line)
        }
    }
}

/// Whether the lines of a table begin and end with a `|`.
private struct Borders {
    var leading: Bool
    var trailing: Bool
}

/// A line of a table, without surrounding whitespace.
private struct TableLine {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Whether the line only separates rows, such as `|---|:-:|` and `+===+===+`.
    var isRule: Bool {
        let strokes: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "=")]
        return bytes.allSatisfy { strokes.contains($0) || " \t+:|".utf8.contains($0) }
            && bytes.contains(where: strokes.contains)
    }

    /// Whether the line is a rule with three strokes or more for each cell.
    var isLongRule: Bool {
        let isJoint: (UInt8) -> Bool = { $0 == .bar || $0 == UInt8(ascii: "+") }
        return isRule
            && bytes.split(whereSeparator: isJoint).allSatisfy { cell in
                cell.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=") } > 2
            }
    }

    var borders: Borders {
        Borders(leading: bytes.first == .bar, trailing: bytes.count > 1 && bytes.last == .bar)
    }

    /// The cells. A `|` at an end is a border if the header has a border there, or if there would
    /// otherwise be too many cells. If not, it follows or precedes an empty cell.
    func cells(borders: Borders, columns: Int) -> [RowText.Cell] {
        var cells = split()
        let own = self.borders
        if own.leading, borders.leading || cells.count > columns { cells.removeFirst() }
        if own.trailing, borders.trailing || cells.count > columns { cells.removeLast() }
        return cells
    }

    private func split() -> [RowText.Cell] {
        var cells: [RowText.Cell] = []
        var rest = bytes
        while true {
            if let (text, end) = Self.quotedText(in: rest) {
                cells.append(.quoted(text))
                rest = rest[end...]
            } else {
                let end = rest.firstIndex(of: .bar) ?? rest.endIndex
                cells.append(.bare(String(decoding: rest[..<end].trimmed, as: UTF8.self)))
                rest = rest[end...]
            }
            guard rest.popFirst() != nil else { return cells }
        }
    }

    /// The text of a cell in quotes, which may contain a `|` and doubled quotes, and the end of the
    /// cell; `nil` if the cell does not begin and end with a quote.
    private static func quotedText(
        in bytes: ArraySlice<UInt8>
    ) -> (text: String, end: Int)? {
        var rest = bytes.drop(while: \.isBlank)
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "'") else { return nil }
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == quote {
                guard rest.first == quote else {
                    rest = rest.drop(while: \.isBlank)
                    guard rest.first == nil || rest.first == .bar else { return nil }
                    return (String(decoding: text, as: UTF8.self), rest.startIndex)
                }
                rest.removeFirst()
            }
            text.append(byte)
        }
        return nil
    }
}

extension UInt8 {
    fileprivate static var bar: UInt8 { UInt8(ascii: "|") }

    fileprivate var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmed: ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !$0.isBlank }) else { return [] }
        return self[...last].drop(while: \.isBlank)
    }
}
