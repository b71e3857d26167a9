/// The part of a test between `// sample: name` and `// end`. A document contains the same code.
enum SampleSource {
    static let all: [CodeBlock] = Repository.files(in: "Tests/DocumentationTests", suffix: ".swift")
        .filter { !$0.contains("/Support/") }
        .flatMap(samples)

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
}
