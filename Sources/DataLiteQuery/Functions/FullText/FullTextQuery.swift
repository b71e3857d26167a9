/// Builds FTS5 queries from arbitrary strings.
///
/// Each word becomes a string in double quotes, in which only a double quote is special. The tokenizer of the table
/// divides it further, so `e-mail` is a phrase of two words. Words are separated by spaces: an implicit `AND` ignores a
/// string without tokens, while an explicit `AND` would make the query match nothing.
enum FullTextQuery {
    static func phrase(_ text: String) -> String {
        quoted(text.unicodeScalars)
    }

    static func all(_ text: String) -> String {
        joined(words(of: text).map { quoted($0) }, " ", groups: " AND ")
    }

    static func any(_ text: String) -> String {
        joined(words(of: text).map { quoted($0) }, " OR ", groups: " OR ")
    }

    static func prefixes(_ text: String) -> String {
        joined(words(of: text).map { quoted($0) + "*" }, " ", groups: " AND ")
    }

    /// The maximum number of strings in a row. SQLite takes quadratic time for them.
    private static let groupSize = 500

    private static func joined(
        _ words: [String], _ separator: String, groups groupSeparator: String
    ) -> String {
        guard !words.isEmpty else { return "\"\"" }
        guard words.count > groupSize else { return words.joined(separator: separator) }
        // A group without tokens would match nothing, so the longest words, which are most likely
        // to have tokens, are distributed over the groups.
        let count = (words.count + groupSize - 1) / groupSize
        var groups = Array(repeating: [String](), count: count)
        let sorted = words.sorted { $0.utf8.count > $1.utf8.count }
        for (index, word) in sorted.enumerated() { groups[index % count].append(word) }
        return groups.map { "(\($0.joined(separator: separator)))" }
            .joined(separator: groupSeparator)
    }

    /// The distinct parts of a string between whitespace and control characters, in order.
    private static func words(of text: String) -> [Substring.UnicodeScalarView] {
        var known: Set<String> = []
        return text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 }
            .filter { known.insert(String($0)).inserted }
    }

    private static func quoted(_ text: some Sequence<Unicode.Scalar>) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append("\"")
        for scalar in text {
            switch scalar {
            case "\"":
                // `append(contentsOf:)` copies the existing contents.
                scalars.append("\"")
                scalars.append("\"")
            // SQLite reads the query up to a NUL.
            case "\0": scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        scalars.append("\"")
        return String(scalars)
    }
}
