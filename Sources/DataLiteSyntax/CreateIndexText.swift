/// The terms and the condition in the text of a `CREATE INDEX` statement that SQLite has accepted.
package struct CreateIndexText {
    /// The indexed columns and expressions, without `COLLATE` and direction.
    package private(set) var terms: [String] = []

    /// The condition of a partial index.
    package private(set) var condition: String?

    package init(_ sql: String) {
        let text = Array(sql.utf8)
        let tokens = Array(SQLTokens(sql))
        guard let list = SQLToken.lists(tokens).first, let last = list.last else { return }
        terms = list.map { Self.term($0, text) }
        let rest = tokens[last.endIndex...].dropFirst()
        guard let position = rest.firstIndex(where: { $0.keyword == "WHERE" }) else { return }
        let condition = rest[(position + 1)...].prefix { !$0.isSemicolon }
        guard let start = condition.first, let end = condition.last else { return }
        self.condition = SQLToken.written(
            start.range.lowerBound..<end.range.upperBound, of: text, condition)
    }

    private static func term(_ tokens: ArraySlice<SQLToken>, _ text: [UInt8]) -> String {
        var tokens = tokens
        if ["ASC", "DESC"].contains(tokens.last?.keyword) { tokens.removeLast() }
        if tokens.count > 2, tokens[tokens.endIndex - 2].keyword == "COLLATE" {
            tokens.removeLast(2)
        }
        guard let start = tokens.first, let end = tokens.last else { return "" }
        return SQLToken.written(start.range.lowerBound..<end.range.upperBound, of: text, tokens)
    }
}

extension SQLToken {
    /// The lists of a statement: for each pair of parentheses that is in no other, what is between its commas.
    package static func lists(_ tokens: [SQLToken]) -> [[ArraySlice<SQLToken>]] {
        var lists: [[ArraySlice<SQLToken>]] = []
        var items: [ArraySlice<SQLToken>] = []
        var start = 0
        var depth = 0
        for (index, token) in tokens.enumerated() {
            if token.isPunctuation("(") {
                if depth == 0 { (items, start) = ([], index + 1) }
                depth += 1
            }
            if token.isPunctuation(")") { depth -= 1 }
            let ends = depth == 0 && token.isPunctuation(")")
            guard ends || depth == 1 && token.isPunctuation(",") else { continue }
            items.append(tokens[start..<index])
            start = index + 1
            if ends { lists.append(items) }
        }
        return lists
    }

    /// SQL as it is written. If it contains a comment, its tokens: a comment could extend beyond the end.
    package static func written(
        _ range: Range<Int>, of text: [UInt8], _ tokens: ArraySlice<SQLToken>
    ) -> String {
        let written = String(decoding: text[range], as: UTF8.self)
        let hasComment = written.contains("--") || written.contains("/*")
        return hasComment ? tokens.map(\.text).joined(separator: " ") : written
    }
}
