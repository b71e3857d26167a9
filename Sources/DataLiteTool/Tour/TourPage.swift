import DataLiteCore
import DataLiteTransfer
import Foundation

/// The layout of the tour: headings, notes, code and tables, separated by blank lines.
final class TourPage {
    private let output: BufferedOutput
    private let isColored: Bool
    private var chapter = 0

    init(output: BufferedOutput, isColored: Bool = Console.usesColors) {
        self.output = output
        self.isColored = isColored
    }

    func heading(_ text: String) throws {
        chapter += 1
        let title = "\(chapter). \(text)"
        try output.write("\n")
        try write(title, .bold)
        try write(String(repeating: "═", count: TerminalText.columns(of: title)), .bold)
    }

    func note(_ text: String) throws {
        try write(text)
        try output.write("\n")
    }

    func end(_ text: String) throws {
        try output.write("\n")
        try write(text)
    }

    func swift(_ code: String) throws {
        try listing(code, label: "swift", .green)
    }

    func sql(_ code: String) throws {
        try listing(code, label: "sql", .cyan)
    }

    /// Writes the result of a step, line by line.
    func result(_ text: String) throws {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            try write(String(line))
        }
    }

    func table(of statement: any StatementProtocol) throws {
        try ResultFormat.table.writer(to: output).write(statement)
        try output.write("\n")
    }

    /// Writes code, with its language in the margin.
    private func listing(_ code: String, label: String, _ style: Style) throws {
        let margin = label.padding(toLength: 7, withPad: " ", startingAt: 0)
        let blank = String(repeating: " ", count: margin.count)
        for (index, line) in code.split(separator: "\n").enumerated() {
            try write((index == 0 ? margin : blank) + line, style)
        }
        try output.write("\n")
    }

    private enum Style: String {
        case bold = "1"
        case green = "32"
        case cyan = "36"
    }

    private func write(_ line: String, _ style: Style? = nil) throws {
        guard isColored, let style else { return try output.write(line + "\n") }
        try output.write("\u{1b}[\(style.rawValue)m\(line)\u{1b}[0m\n")
    }
}
