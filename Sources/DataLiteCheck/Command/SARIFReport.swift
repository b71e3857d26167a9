import Foundation

/// A report in the Static Analysis Results Interchange Format, which code hosts show next to the source code
/// (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>).
struct SARIFReport: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    struct Text: Encodable { let text: String }

    struct Run: Encodable {
        let tool: Tool
        let columnKind = "unicodeCodePoints"
        let results: [Result]
    }

    struct Tool: Encodable {
        struct Driver: Encodable {
            let name = "datalite-check"
            let rules: [RuleDescription]
        }

        let driver: Driver
    }

    struct RuleDescription: Encodable {
        let id: String
        let shortDescription: Text
    }

    struct Result: Encodable {
        /// The rule, or nil for a note.
        let ruleId: String?
        let level: String
        let message: Text
        let locations: [Location]
    }

    struct Location: Encodable {
        let physicalLocation: Physical

        struct Physical: Encodable {
            let artifactLocation: Artifact
            let region: Region
        }

        struct Artifact: Encodable { let uri: String }

        struct Region: Encodable {
            let startLine: Int
            let startColumn: Int
        }
    }

    init(_ report: CheckReport, verbose: Bool) {
        let rules = Rule.allCases.map {
            RuleDescription(id: $0.rawValue, shortDescription: Text(text: $0.summary))
        }
        let results = report.shown(verbose: verbose).map { entry in
            Result(
                ruleId: entry.rule?.rawValue, level: entry.isError ? "error" : "note",
                message: Text(text: entry.message),
                locations: [
                    Location(
                        physicalLocation: .init(
                            artifactLocation: .init(uri: Self.uri(entry.path)),
                            region: .init(startLine: entry.line, startColumn: entry.scalarColumn)))
                ])
        }
        runs = [Run(tool: Tool(driver: .init(rules: rules)), results: results)]
    }

    /// A path as a URI, which is relative if the path is relative.
    private static func uri(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return URL(fileURLWithPath: path).absoluteString }
        return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    }
}
