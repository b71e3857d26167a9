/// The lines of two texts around their first difference, or all lines if the texts are short.
///
/// The time of a diff grows with the square of the number of lines.
struct DifferingLines {
    /// The largest number of lines of each text.
    private static let limit = 200

    /// The number of equal lines that are kept on each side of the differences.
    private static let context = 3

    let expected: String
    let found: String
    /// Where the lines begin, if lines before them were omitted: ` after 1000 equal lines`.
    let place: String
    /// What follows them, if differences may have been omitted.
    let rest: String

    init(_ expected: String, _ found: String) {
        let texts = [expected, found].map {
            $0.split(separator: "\n", omittingEmptySubsequences: false)
        }
        let counts = texts.map(\.count)
        guard counts.contains(where: { $0 > Self.limit }) else {
            (self.expected, self.found, place, rest) = (expected, found, "", "")
            return
        }
        let shorter = min(counts[0], counts[1])
        let start = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
        let end = zip(texts[0].reversed(), texts[1].reversed()).prefix(shorter - start)
            .prefix { $0 == $1 }.count
        let first = max(start - Self.context, 0)
        let ends = counts.map { $0 - max(end - Self.context, 0) }
        let shown = zip(texts, ends).map { lines, end in
            lines[first..<end].prefix(Self.limit).joined(separator: "\n")
        }
        (self.expected, self.found) = (shown[0], shown[1])
        place = first > 0 ? " after \(first) equal lines" : ""
        guard ends.contains(where: { $0 - first > Self.limit }) else {
            rest = ""
            return
        }
        let numbers = "\(counts[0]) expected and \(counts[1]) found"
        rest = "\n\nOnly \(Self.limit) lines are compared, of \(numbers)."
    }
}
