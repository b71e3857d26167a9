/// Breaks the SQL of a statement into lines: before each clause, and between the elements of a long list.
enum SQLLayout {
    private static let clauses = [
        "SELECT", "FROM", "WHERE", "GROUP BY", "HAVING", "WINDOW", "ORDER BY", "LIMIT", "JOIN",
        "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN", "UNION", "INTERSECT", "EXCEPT",
        "VALUES", "SET", "ON CONFLICT", "RETURNING",
    ]
    private static let width = 90

    static func lines(of sql: String) -> String {
        var lines = [""]
        for word in words(of: sql) {
            if word.isClause, !lines[lines.count - 1].isEmpty {
                lines.append(word.text)
            } else if lines[lines.count - 1].count + word.text.count >= width {
                lines.append("    " + word.text)
            } else {
                lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word.text
            }
        }
        return lines.joined(separator: "\n")
    }

    private struct Word {
        var text: String
        var isClause: Bool
    }

    /// The parts between spaces outside quotes. Parts outside parentheses may begin a clause.
    private static func words(of sql: String) -> [Word] {
        var words: [Word] = []
        var rest = Substring(sql)
        var depth = 0
        while !rest.isEmpty {
            if depth == 0, let clause = clauses.last(where: { rest.hasPrefix($0 + " ") }) {
                words.append(Word(text: clause, isClause: true))
                rest = rest.dropFirst(clause.count + 1)
                continue
            }
            var quote: Character?
            let word = rest.prefix { character in
                if let open = quote {
                    if character == open { quote = nil }
                } else if character == "\"" || character == "'" {
                    quote = character
                } else if character == "(" {
                    depth += 1
                } else if character == ")" {
                    depth -= 1
                } else {
                    return character != " "
                }
                return true
            }
            words.append(Word(text: String(word), isClause: false))
            rest = rest.dropFirst(word.count + 1)
        }
        return words
    }
}
