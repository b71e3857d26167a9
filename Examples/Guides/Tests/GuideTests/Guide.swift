import Foundation

/// A guide of `Docs`, or the README: the files of its program, and what the program prints.
struct Guide: CustomStringConvertible, Sendable {
    let name: String
    /// The paths of the files in the package, with what the guide shows of them.
    private(set) var files: [String: String] = [:]
    /// The output that follows `` `swift run NAME` prints``.
    private(set) var output: String?

    var description: String { name }

    init(name: String) throws {
        self.name = name
        let url = Self.root.appendingPathComponent("../../Docs/\(name).md")
        var file = ""
        var block: (language: Substring, lines: [Substring])?
        var prose: Substring = ""
        for line in try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            if let open = block {
                guard line == "```" else {
                    block?.lines.append(line)
                    continue
                }
                let text = open.lines.joined(separator: "\n") + "\n"
                if open.language == "swift", !file.isEmpty {
                    files[file, default: ""] += files[file] == nil ? text : "\n" + text
                } else if open.language == "text", prose.hasSuffix("prints") {
                    output = text
                }
                block = nil
            } else if line.hasPrefix("```") {
                block = (line.dropFirst(3), [])
            } else if !line.isEmpty {
                prose = line
                if line.hasPrefix("## ") { file = "" }
                if let path = line.wholeMatch(of: /`((?:Sources|Tests)\/.+\.swift)`:/) {
                    file = String(path.1)
                }
            }
        }
    }

    /// The folder of this package.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
