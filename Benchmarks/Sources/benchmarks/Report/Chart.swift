import ArgumentParser
import Foundation

/// A bar chart of the first table of a report: the times of DataLite and GRDB, relative to C's.
///
/// It is drawn from the Markdown, so that it always agrees with the table, and can be drawn again without a run.
struct Chart {
    struct Row {
        let title: String
        let dataLite: Double
        let grdb: Double?
    }

    let rows: [Row]

    /// The machine, the versions and the number of turns.
    let caption: String

    /// - Parameter markdown: The text of a report, or a page that has it between its markers.
    /// - Throws: An error if it has no table of scenarios.
    init(markdown: String) throws {
        let report = MarkdownFile.report(in: markdown)
        let parts = report.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
        guard let table = parts.firstIndex(where: { $0.first?.hasPrefix("| scenario ") == true })
        else { throw ValidationError("the file contains no table of benchmark results") }
        caption = table == 0 ? "" : parts[table - 1].joined(separator: " ")
        rows = parts[table].dropFirst(2).compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count > 5, let ratio = Double(cells[4]) else { return nil }
            return Row(title: cells[0], dataLite: ratio, grdb: Double(cells[5]).map { $0 * ratio })
        }
    }

    private static let rowHeight = 24
    private static let top = 56
    private static let left = 500.0
    private static let right = 900.0
    /// The ratios at the left and the right end; longer bars end there.
    private static let range = 0.5...16.0

    private static func x(_ ratio: Double) -> Double {
        let ratio = min(max(ratio, range.lowerBound), range.upperBound)
        let share = log(ratio / range.lowerBound) / log(range.upperBound / range.lowerBound)
        return (left + share * (right - left)).rounded()
    }

    /// The chart for light and dark backgrounds, with a logarithmic scale.
    var svg: String {
        let bottom = Self.top + rows.count * Self.rowHeight
        let size = "960 \(bottom + 56)"
        let area = #"width="960" height="\#(bottom + 56)""#
        var out = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size)" \#(area) role="img">"#,
            "<title>Times of DataLite and GRDB, relative to C; shorter is faster.</title>",
            "<style>",
            "text { font: 12px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1c2128 }",
            ".end { text-anchor: end } .middle { text-anchor: middle } .bold { font-weight: bold }",
            ".paper { fill: #ffffff } .quiet { fill: #57606a } .value { font-size: 10px } .label { font-size: 11px } line { stroke: #dde1e6 }",
            ".c { stroke: #57606a; stroke-width: 1.5 } .datalite { fill: #2a6db0 } .grdb { fill: #dba066 }",
            "@media (prefers-color-scheme: dark) {",
            "text { fill: #e6edf3 } .paper { fill: #0d1117 } .quiet { fill: #a3adb8 } line { stroke: #2a3038 }",
            ".c { stroke: #a3adb8 } .datalite { fill: #6aa9e9 } .grdb { fill: #8a5a24 }",
            "}",
            "</style>",
            #"<rect class="paper" \#(area) rx="8"/>"#,
            text("bold", 16, 26, "Time per row or call, relative to C: shorter is faster"),
            bar("datalite", Self.left, 17, Self.left + 24),
            text("", Self.left + 30, 26, "DataLite"),
            bar("grdb", Self.left + 110, 17, Self.left + 134),
            text("", Self.left + 140, 26, "GRDB"),
        ]
        for ratio in [0.5, 1, 2, 4, 8, 16] {
            let x = Self.x(ratio)
            let (name, style) = ratio == 1 ? ("C", "bold") : (ratio.formatted() + "×", "quiet")
            out.append(text("middle " + style, x, Self.top - 6, name))
            out.append(
                #"<line \#(ratio == 1 ? "class=\"c\" " : "")x1="\#(x)" y1="\#(Self.top)" x2="\#(x)" y2="\#(bottom)"/>"#
            )
        }
        for (index, row) in rows.enumerated() {
            let y = Self.top + index * Self.rowHeight
            out.append(text("label end", Self.left - 8, y + 16, row.title))
            out += bar("datalite", y + 3, ratio: row.dataLite)
            if let ratio = row.grdb { out += bar("grdb", y + 13, ratio: ratio) }
        }
        let split = caption.range(of: ", SQLite ")?.lowerBound ?? caption.endIndex
        out.append(text("quiet", 16, bottom + 24, String(caption[..<split])))
        out.append(text("quiet", 16, bottom + 42, String(caption[split...].dropFirst(2))))
        return (out + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// A bar from the line of C, with its value.
    private func bar(_ style: String, _ y: Int, ratio: Double) -> [String] {
        let (x, zero) = (Self.x(ratio), Self.x(1))
        let value = String(format: "%.2f", ratio)
        return [
            bar(style, min(x, zero), y, max(x, zero)),
            text("value quiet" + (x < zero ? " end" : ""), x < zero ? x - 3 : x + 4, y + 8, value),
        ]
    }

    private func bar(_ style: String, _ x1: Double, _ y: Int, _ x2: Double) -> String {
        #"<rect class="\#(style)" x="\#(x1)" y="\#(y)" width="\#(max(1, x2 - x1))" height="8"/>"#
    }

    private func text(_ style: String, _ x: Double, _ y: Int, _ text: String) -> String {
        let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(text)</text>"#
    }
}
