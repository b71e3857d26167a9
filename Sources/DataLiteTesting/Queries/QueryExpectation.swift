import CustomDump

/// An argument of `assertQuery` and the text that was found.
struct QueryExpectation {
    let label: String
    let expected: String
    let found: String
    /// Whether the argument is a closure that returns the text.
    var isClosure = false

    /// A description of the problem; `nil` if the text is as expected.
    var problem: String? {
        if expected.isEmpty { return "`\(label)` is empty. The query has:\n\n\(argument)" }
        let part = DifferingLines(expected, found)
        return diff(part.expected, part.found).map {
            "`\(label)` differs\(part.place) (- expected, + found):\n\n\($0)\(part.rest)"
        }
    }

    /// The source text of the argument, wrapped to fit on a screen.
    private var argument: String {
        let marks = found.contains("\\") || found.contains(#"""""#) ? "#" : ""
        let lines = found.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.wrapped($0, continuation: "\\\(marks)") }
        let quote = "\"\"\""
        let text = lines.flatMap { $0 }.map { "    \($0)" } + ["    \(quote)\(marks)"]
        let opening =
            isClosure
            ? ["\(label): {", "    \(marks)\(quote)"] : ["\(label): \(marks)\(quote)"]
        return (opening + text + (isClosure ? ["}"] : [])).joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, continuation: String) -> [String] {
        var (rest, lines) = (line, [String]())
        while rest.count > 90, let space = rest.prefix(90).lastIndex(of: " ") {
            let next = rest.index(after: space)
            lines.append(rest[..<next] + continuation)
            rest = rest[next...]
        }
        return lines + [String(rest)]
    }
}
