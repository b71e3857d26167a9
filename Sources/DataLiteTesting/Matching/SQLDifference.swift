import DataLiteSyntax

/// The part in which two SQL texts differ: their tokens without the equal tokens at the start and
/// at the end.
struct SQLDifference {
    private let expected: Side
    private let found: Side

    /// The number of tokens that differ.
    var tokenCount: Int { expected.differing.count + found.differing.count }

    private struct Side {
        let text: StatementText
        let differing: Range<Int>

        /// The offset of the first differing token, in UTF-8 bytes; the end of the last token if
        /// tokens are missing only at the end of this text.
        var offset: Int {
            let tokens = text.tokens
            guard tokens.indices.contains(differing.lowerBound) else {
                return tokens.last?.range.upperBound ?? 0
            }
            return tokens[differing.lowerBound].range.lowerBound
        }

        /// The differing part as it is written, or `nothing`.
        var part: String {
            guard !differing.isEmpty else { return "nothing" }
            let words = text.tokens[differing].map(\.text)
            let shown = words.prefix(8).map(MessageText.name).joined(separator: " ")
            return "`\(shown)\(words.count > 8 ? " ..." : "")`"
        }
    }

    init(expected: StatementText, found: StatementText) {
        let (left, right) = (expected.normalizedTokens, found.normalizedTokens)
        let shared = min(left.count, right.count)
        var start = 0
        while start < shared, left[start] == right[start] { start += 1 }
        var end = 0
        while end < shared - start, left[left.count - 1 - end] == right[right.count - 1 - end] {
            end += 1
        }
        self.expected = Side(text: expected, differing: start..<(left.count - end))
        self.found = Side(text: found, differing: start..<(right.count - end))
    }

    /// The lines of a message: the position of the difference in the found text, the difference,
    /// and both texts with a caret.
    var lines: [String] {
        let title =
            "the SQL differs at \(Self.position(of: found.offset, in: found.text.sql)): "
            + "expected \(expected.part), found \(found.part)"
        return [title] + excerpt(of: expected, label: "expected: ")
            + excerpt(of: found, label: "found:    ")
    }

    private func excerpt(of side: Side, label: String) -> [String] {
        let lines = SQLExcerpt(sql: side.text.sql, offset: side.offset).lines
        let indent = String(repeating: " ", count: label.count)
        return lines.enumerated().map { "  " + ($0 == 0 ? label : indent) + $1 }
    }

    /// `character 34`, or `line 2, character 7` in a text of several lines.
    private static func position(of offset: Int, in sql: String) -> String {
        let before = String(decoding: sql.utf8.prefix(offset), as: UTF8.self)
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let column = "character \((lines.last?.count ?? 0) + 1)"
        return sql.contains("\n") ? "line \(lines.count), \(column)" : column
    }
}
