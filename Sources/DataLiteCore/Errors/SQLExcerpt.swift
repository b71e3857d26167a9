/// The part of the SQL to show with an error, with a caret under the error's position.
package struct SQLExcerpt {
    /// The lines to show, without a common indentation.
    package let lines: [String]

    /// The maximum number of characters of one line that are shown.
    private static let maxWidth = 80
    /// The maximum number of characters to the left of the caret.
    private static let maxLead = 50
    /// The maximum number of lines that are shown when the position is unknown.
    private static let maxLines = 12

    /// - Parameters:
    ///   - sql: The SQL.
    ///   - offset: The position to point at, in UTF-8 bytes from the start of `sql`. An offset outside the
    ///     SQL, or on a blank line, is treated as unknown.
    package init(sql: String, offset: Int?) {
        lines = offset.flatMap { Self.pointedLine(of: sql, at: $0) } ?? Self.leadingLines(of: sql)
    }

    /// The line that contains the offset, and the caret under it.
    private static func pointedLine(of sql: String, at offset: Int) -> [String]? {
        let bytes = sql.utf8
        guard
            offset >= 0,
            let place = bytes.index(bytes.startIndex, offsetBy: offset, limitedBy: bytes.endIndex)
        else { return nil }

        let newline = UInt8(ascii: "\n")
        let start = bytes[..<place].lastIndex(of: newline).map(bytes.index(after:))
        let end = bytes[place...].firstIndex(of: newline) ?? bytes.endIndex

        // Slicing rounds a position inside a character down to its start and does not trap. A character may
        // have any number of bytes, so the slice is far longer than the excerpt.
        let line = bytes[(start ?? bytes.startIndex)..<place].suffix(maxLead * 16)
        let lead = sql[line.startIndex..<place].drop(while: \.isWhitespace)
        let rest = sql[place..<bytes[place..<end].prefix(maxWidth * 16).endIndex]
        guard !lead.isEmpty || !rest.allSatisfy(\.isWhitespace) else { return nil }

        let before = lead.suffix(maxLead)
        let after = rest.prefix(maxWidth - before.count)
        let mark = [
            label(ofLineAt: place, in: sql),
            before.startIndex > lead.startIndex || line.startIndex > (start ?? bytes.startIndex)
                ? "…" : "",
            TerminalText.printable(before),
        ].joined()
        let tail = after.endIndex < end ? "…" : ""
        return [
            mark + trimmingEnd(TerminalText.printable(after)) + tail,
            String(repeating: " ", count: TerminalText.columns(of: mark)) + "^",
        ]
    }

    /// A label with the number of the line that contains the position; empty if the SQL has only one line.
    private static func label(ofLineAt place: String.Index, in sql: String) -> String {
        let newline = UInt8(ascii: "\n")
        guard sql.utf8.contains(newline) else { return "" }
        let number = sql.utf8[..<place].reduce(1) { $1 == newline ? $0 + 1 : $0 }
        return "line \(number): "
    }

    /// The lines starting at the first line that is not blank, truncated to a size suitable for a log.
    private static func leadingLines(of sql: String) -> [String] {
        // Far more than is ever shown, because the SQL may be megabytes long.
        let head = sql.utf8.prefix(maxLines * maxWidth * 4)
        let all = sql[..<head.endIndex]
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .drop { $0.allSatisfy(\.isWhitespace) }
        var shown = all.prefix(maxLines).map { line in
            let start = line.prefix(maxWidth)
            let isCut = start.endIndex < line.endIndex
            return trimmingEnd(TerminalText.printable(start)) + (isCut ? "…" : "")
        }
        if all.count > maxLines || head.endIndex < sql.endIndex {
            shown.append("…")
        }
        return Array(shown.reversed().drop(while: \.isEmpty).reversed())
    }

    private static func trimmingEnd(_ text: String) -> String {
        guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(text[...last])
    }
}
