/// Builds FTS5 queries from arbitrary strings.
///
/// Each word becomes a string in double quotes, in which only a double quote is special. Words are separated by spaces:
/// an implicit `AND` ignores a string without tokens, while an explicit `AND` would make the query match nothing.
///
/// Whether punctuation separates words depends on the tokenizer of the table: `e-mail` is one word if its tokens contain
/// hyphens, and otherwise a phrase of two words. So a query of `e-mail` is an alternative: the text between spaces, or
/// the words `e` and `mail`.
enum FullTextQuery {
    static func phrase(_ text: String) -> String {
        quoted(text.unicodeScalars)
    }

    static func all(_ text: String) -> String {
        alternatives(of: text) { joined($0.map { quoted($0) }, " ", groups: " AND ") }
    }

    static func any(_ text: String) -> String {
        alternatives(of: text) { joined($0.map { quoted($0) }, " OR ", groups: " OR ") }
    }

    static func prefixes(_ text: String) -> String {
        alternatives(of: text) { joined($0.map { quoted($0) + "*" }, " ", groups: " AND ") }
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

    /// A query of the parts of a string between spaces or, if these contain punctuation, of their words.
    private static func alternatives(
        of text: String, _ query: ([Word]) -> String
    ) -> String {
        let words = distinct(
            text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 })
        let parts = words.flatMap(parts)
        guard parts.count > words.count else { return query(words) }
        return "(\(query(words))) OR (\(query(distinct(parts))))"
    }

    private typealias Word = Substring.UnicodeScalarView

    private static func distinct(_ words: [Word]) -> [Word] {
        var known: Set<String> = []
        return words.filter { known.insert(String($0)).inserted }
    }

    /// The parts of a word between punctuation. An apostrophe, a period or an underscore between letters or digits
    /// belongs to the word (<https://unicode.org/reports/tr29/#Word_Boundaries>).
    private static func parts(of word: Word) -> [Word] {
        guard let first = word.firstIndex(where: isPart) else { return [word] }
        var parts: [Word] = []
        var start = word.startIndex
        var end = word.index(after: first)
        for index in word.indices[end...] where isPart(word[index]) {
            let separator = word[end..<index]
            if !separator.isEmpty, separator.count > 1 || !isJoiner(separator.first) {
                parts.append(word[start..<end])
                start = index
            }
            end = word.index(after: index)
        }
        return parts + [word[start...]]
    }

    /// Whether a scalar is part of a token of the tokenizer `unicode61`.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isAlphabetic || properties.numericType != nil { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .privateUse: return true
        default: return false
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar?) -> Bool {
        scalar.map { ["'", "\u{2019}", ".", "_", "\u{B7}"].contains($0) } ?? false
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
