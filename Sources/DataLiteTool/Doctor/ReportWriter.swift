import DataLiteCore
import DataLiteTransfer

/// Writes the report of the doctor as human-readable lines.
struct ReportWriter {
    private static let nameWidth = 14
    private static let lineWidth = 100

    let output: BufferedOutput

    /// Text from a file may contain control characters.
    func line(_ text: String) throws {
        try output.write(TerminalText.printable(text[...]) + "\n")
    }

    func heading(_ text: String) throws {
        try output.write("\n")
        try line(text)
    }

    /// Writes a name and its value.
    func field(_ name: String, _ value: String) throws {
        let padding = String(repeating: " ", count: max(1, Self.nameWidth - name.count))
        try line("  \(name)\(padding)\(value)")
    }

    /// Writes a name and its values, in lines that are not too long.
    func field(_ name: String, _ values: [String]) throws {
        var rest = values[...]
        var name = name
        repeat {
            var text = rest.popFirst() ?? "none"
            while let next = rest.first, Self.nameWidth + text.count + next.count < Self.lineWidth {
                text += ", \(next)"
                rest.removeFirst()
            }
            try field(name, rest.isEmpty ? text : text + ",")
            name = ""
        } while !rest.isEmpty
    }

    func write(_ examination: Examination) throws {
        try heading(examination.path)
        for (name, value) in examination.fields { try field(name, value) }
        try heading("Checks")
        for finding in examination.findings { try write(finding) }
    }

    private func write(_ finding: Finding) throws {
        try field(finding.kind.rawValue, finding.text)
        for detail in finding.details { try field("", "- \(detail)") }
        if let command = finding.command { try field("", "run: \(command)") }
    }

    func write(log messages: [String]) throws {
        guard !messages.isEmpty else { return }
        try heading("SQLite's log")
        for message in messages { try line("  \(message)") }
    }
}
