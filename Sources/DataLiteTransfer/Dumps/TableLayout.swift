import DataLiteCore

/// A table for a terminal: text is truncated to 60 columns, BLOBs are truncated to 16 bytes, and control
/// characters are replaced with symbols.
package struct TableLayout: AlignedLayout {
    private static let maxWidth = 60
    private static let gap = "  "

    package init() {}

    package let minWidth = 1
    package let noRows = "(no rows)\n"

    package func cell(_ view: borrowing SQLiteValueView) -> String {
        ValueText.text(of: view) { bytes in
            // Enough bytes for text of that width, unless it is mostly combining marks.
            let head = UnsafeBufferPointer(rebasing: bytes.prefix(Self.maxWidth * 32))
            let text = TerminalText.printableValue(String(decoding: head, as: UTF8.self)[...])
            return Self.cut(text, isComplete: head.count == bytes.count)
        }
    }

    package func header(_ name: String) -> String {
        Self.cut(TerminalText.printableValue(name[...]), isComplete: true)
    }

    package func rule(_ columns: [ColumnShape]) -> String {
        line(columns.map { String(repeating: "─", count: $0.width) })
    }

    package func line(_ cells: [String]) -> String {
        let line = cells.joined(separator: Self.gap)
        return line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)]
            + "\n"
    }

    /// The text, truncated with an ellipsis if it is too wide.
    private static func cut(_ text: String, isComplete: Bool) -> String {
        if isComplete, text.utf8.count <= maxWidth { return text }
        var width = 0
        var end = text.startIndex
        for index in text.indices {
            width += TerminalText.columns(of: text[index])
            if width > maxWidth { return text[..<end] + "…" }
            if width < maxWidth { end = text.index(after: index) }
        }
        return isComplete ? text : text[..<end] + "…"
    }
}
