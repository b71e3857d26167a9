import ArgumentParser
import DataLiteCore
import Foundation

/// The formats of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, sarif

    /// The text of the report: empty, or with a line feed at its end.
    func output(_ report: CheckReport, verbose: Bool) throws -> String {
        switch self {
        case .text: report.lines(verbose: verbose).map { $0 + "\n" }.joined()
        case .json: try Self.encode(JSONReport(report, verbose: verbose))
        case .sarif: try Self.encode(SARIFReport(report, verbose: verbose))
        }
    }

    private static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        let lines = json.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { TerminalText.printableJSON($0) + "\n" }.joined()
    }
}

/// A report as JSON.
struct JSONReport: Encodable {
    struct Finding: Encodable {
        let path: String
        let line: Int
        let column: Int
        let kind: String
        /// The rule, or nil for a note.
        let rule: String?
        let message: String
    }

    let findings: [Finding]
    let statements: Int
    let files: Int
    let errors: Int
    let skipped: Int

    init(_ report: CheckReport, verbose: Bool) {
        findings = report.shown(verbose: verbose).map {
            Finding(
                path: $0.path, line: $0.line, column: $0.column,
                kind: $0.isError ? "error" : "note",
                rule: $0.rule?.rawValue, message: $0.message)
        }
        statements = report.statementCount
        files = report.fileCount
        errors = report.errorCount
        skipped = report.skippedCount
    }
}

extension TerminalText {
    /// JSON with escapes for the characters that ``printable(_:)`` replaces, which does not change its
    /// meaning. It has no line breaks.
    static func printableJSON(_ json: Substring) -> String {
        printable(json, symbol: escapeInJSON)
    }
}
