import DataLiteCore

/// A table of GitHub Flavored Markdown. Characters that would end a cell or vanish when it is
/// rendered are escaped, and line breaks become `<br>`.
struct MarkdownLayout: AlignedLayout {
    /// A rule has three hyphens at least.
    let minWidth = 3
    /// The header alone is a table too.
    let noRows = ""

    func cell(_ view: borrowing SQLiteValueView) -> String {
        ValueText.text(of: view) { Self.escaped(String(decoding: $0, as: UTF8.self)) }
    }

    func header(_ name: String) -> String {
        Self.escaped(name)
    }

    /// Hyphens, the last one a colon where cells are set to the right.
    func rule(_ columns: [ColumnShape]) -> String {
        line(
            columns.map { column in
                let hyphens = String(repeating: "-", count: column.width - 1)
                return hyphens + (column.isNumeric ? ":" : "-")
            })
    }

    func line(_ cells: [String]) -> String {
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
        return TerminalText.printable(result[...])
    }
}
