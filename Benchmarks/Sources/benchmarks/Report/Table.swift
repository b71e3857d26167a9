/// A Markdown table that is aligned for reading as plain text.
struct Table {
    let head: [String]
    var rows: [[String]] = []

    var text: String {
        let lines = [head] + rows
        let widths = head.indices.map { column in lines.map { $0[column].count }.max()! }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).enumerated().map { index, pair in
                let padding = String(repeating: " ", count: pair.1 - pair.0.count)
                return index == 0 ? pair.0 + padding : padding + pair.0
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = widths.enumerated().map { index, width in
            index == 0 ? String(repeating: "-", count: width) : dashes(width - 1) + ":"
        }
        return ([line(head), line(rule)] + rows.map(line)).joined(separator: "\n")
    }

    private func dashes(_ count: Int) -> String { String(repeating: "-", count: count) }
}
