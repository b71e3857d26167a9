import CustomDump

/// Rows of Swift values as text: a table with lines around its cells, as SQLiteData prints it.
///
/// A row that is a tuple has a column for each element, another row is one column. A cell is the dump of its value, which
/// may have several lines.
struct ValueTable {
    static let noRows = "(No results)"

    private let rows: [[[Substring]]]
    private let widths: [Int]

    init<Row>(_ rows: [Row]) {
        let rows = rows.map { row in Self.values(of: row).map(Self.lines) }
        widths = (rows.first ?? []).indices.map { column in
            rows.compactMap { $0[column].map(\.count).max() }.max() ?? 0
        }
        self.rows = rows
    }

    /// The text; `(No results)` if there are no rows.
    var text: String {
        if rows.isEmpty { return Self.noRows }
        let separator = rule("├─", "─┼─", "─┤")
        let hasTallRows = rows.contains { $0.contains { $0.count > 1 } }
        let body = rows.map(lines).joined(separator: hasTallRows ? [separator] : [])
        return ([rule("┌─", "─┬─", "─┐")] + body + [rule("└─", "─┴─", "─┘")])
            .joined(separator: "\n")
    }

    private static func values(of row: Any) -> [Any] {
        let mirror = Mirror(reflecting: row)
        return mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [row]
    }

    private static func lines(of value: Any) -> [Substring] {
        var text = ""
        customDump(value, to: &text)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func rule(_ start: String, _ joint: String, _ end: String) -> String {
        start + widths.map { String(repeating: "─", count: $0) }.joined(separator: joint) + end
    }

    private func lines(of row: [[Substring]]) -> [String] {
        (0..<(row.map(\.count).max() ?? 0)).map { number in
            let cells = zip(row, widths).map { lines, width in
                let line = number < lines.count ? lines[number] : ""
                return line + String(repeating: " ", count: width - line.count)
            }
            return "│ \(cells.joined(separator: " │ ")) │"
        }
    }
}
