import DataLiteCore

/// A GitHub Flavored Markdown table. Characters that would end a cell or disappear in rendered text are
/// escaped, and line breaks become `<br>`.
package struct MarkdownLayout: AlignedLayout {
    package init() {}

    /// The minimum width of a column: a rule has at least three hyphens.
    package let minWidth = 3
    /// No text, because a header without rows is a complete table.
    package let noRows = ""

    package func cell(_ view: borrowing SQLiteValueView) -> String {
        ValueText.text(of: view) { Self.escaped(String(decoding: $0, as: UTF8.self)) }
    }

    package func header(_ name: String) -> String {
        Self.escaped(name)
    }

    /// A line of hyphens, with a colon at the end of right-aligned columns.
    package func rule(_ columns: [ColumnShape]) -> String {
        line(
            columns.map { column in
                let hyphens = String(repeating: "-", count: column.width - 1)
                return hyphens + (column.isNumeric ? ":" : "-")
            })
    }

    package func line(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |\n"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\", "|", "<", "*", "`": result += "\\\(character)"
            case "\n", "\r\n", "\r": result += "<br>"
            default: result.append(character)
            }
        }
        return TerminalText.printableValue(result[...])
    }
}
