/// The parts of tests between `// sample: name` and `// end`. A document must contain the same code.
enum SampleSource {
    static let all: [CodeBlock] = files.flatMap(samples)

    /// The files of the programs that task guides show. The tests of `Examples` check that a guide shows all of them.
    static let programs: [CodeBlock] = ["Examples/Sources", "Examples/Guides"]
        .flatMap { Repository.files(in: $0, suffix: ".swift") }
        .filter { !$0.contains("/.build") }
        .map { path in
            let text = (try? Repository.text(of: path)) ?? ""
            return CodeBlock(
                language: "swift", lines: text.components(separatedBy: "\n").dropLast(), place: path
            )
        }

    /// The lines of code of all files with samples.
    static let lines: [String] = files.flatMap { path in
        ((try? Repository.text(of: path)) ?? "").components(separatedBy: "\n")
    }
    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }

    /// The output of samples: the literals after `shows:`, which a test compares with the actual output.
    static let outputs: [CodeBlock] = files.flatMap(outputs)

    /// Samples with macros are in a separate module, and those of a server and a cluster in separate packages.
    private static let files: [String] = [
        "Tests/DocumentationTests", "Tests/QueryDocumentationTests", "Tests/Server/Tests",
        "Examples/Cluster/Tests/ClusterTests",
    ]
    .flatMap { Repository.files(in: $0, suffix: ".swift") }
    .filter { !$0.contains("/Support/") }

    private static func samples(in path: String) -> [CodeBlock] {
        let text = (try? Repository.text(of: path)) ?? ""
        var samples: [CodeBlock] = []
        var open: (number: Int, lines: [String])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("// sample: ") {
                open = (index + 1, [])
            } else if trimmed == "// end", let sample = open {
                samples.append(
                    CodeBlock(
                        language: "swift", lines: sample.lines, place: "\(path):\(sample.number)"))
                open = nil
            } else {
                open?.lines.append(String(line))
            }
        }
        return samples
    }

    private static func outputs(in path: String) -> [CodeBlock] {
        let text = (try? Repository.text(of: path)) ?? ""
        var outputs: [CodeBlock] = []
        var open: (number: Int, lines: [String])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let trimmed = line.drop { $0 == " " }
            if trimmed == "shows: \"\"\"" || trimmed == "shows: #\"\"\"" {
                open = (index + 1, [])
            } else if trimmed.hasPrefix("\"\"\""), let output = open {
                outputs.append(
                    CodeBlock(
                        language: "text", lines: output.lines, place: "\(path):\(output.number)"))
                open = nil
            } else {
                open?.lines.append(String(line))
            }
        }
        return outputs
    }
}
