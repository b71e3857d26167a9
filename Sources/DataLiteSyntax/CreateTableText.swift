/// The columns and constraints in the text of a `CREATE TABLE` statement that SQLite has accepted: those parts of them
/// that no pragma reports.
package struct CreateTableText {
    /// The columns and constraints between the outermost parentheses.
    package let definitions: [ArraySlice<SQLToken>]

    package init(_ sql: String) {
        definitions = Self.definitions(Array(SQLTokens(sql)))
    }

    /// A `CHECK` constraint of a column or of the table.
    package struct Check {
        /// The name after `CONSTRAINT`.
        package let name: String?

        /// The condition, without its parentheses.
        package let condition: ArraySlice<SQLToken>

        /// The position of the text between the parentheses, in UTF-8 bytes.
        package let range: Range<Int>
    }

    /// The `CHECK` constraints, in the order of the text.
    package var checks: [Check] {
        definitions.flatMap { definition in
            definition.indices.compactMap { Self.check(at: $0, in: definition) }
        }
    }

    /// Whether each foreign key is `DEFERRABLE INITIALLY DEFERRED`, in the order of the text.
    package var foreignKeysAreDeferred: [Bool] {
        definitions.flatMap { definition in
            // Only a foreign key contains these keywords, which are reserved.
            let starts = definition.indices.filter { definition[$0].keyword == "REFERENCES" }
            return starts.indices.map { index in
                let end = index + 1 < starts.count ? starts[index + 1] : definition.endIndex
                return Self.isDeferred(definition[starts[index]..<end])
            }
        }
    }

    private static func isDeferred(_ key: ArraySlice<SQLToken>) -> Bool {
        guard let position = key.firstIndex(where: { $0.keyword == "DEFERRABLE" }),
            key[position - 1].keyword != "NOT"
        else { return false }
        return key[position...].dropFirst().prefix(2).map(\.keyword) == ["INITIALLY", "DEFERRED"]
    }

    private static func check(
        at position: Int, in definition: ArraySlice<SQLToken>
    ) -> Check? {
        guard definition[position].keyword == "CHECK", position + 1 < definition.endIndex,
            definition[position + 1].isPunctuation("(")
        else { return nil }
        let opening = position + 1
        var depth = 0
        for index in opening..<definition.endIndex {
            if definition[index].isPunctuation("(") { depth += 1 }
            if definition[index].isPunctuation(")") { depth -= 1 }
            guard depth == 0 else { continue }
            return Check(
                name: name(before: position, in: definition),
                condition: definition[opening + 1..<index],
                range: definition[opening].range.upperBound..<definition[index].range.lowerBound)
        }
        return nil
    }

    /// `name` in `CONSTRAINT name CHECK (...)`.
    private static func name(
        before position: Int, in definition: ArraySlice<SQLToken>
    ) -> String? {
        guard position - 2 >= definition.startIndex,
            definition[position - 2].keyword == "CONSTRAINT"
        else { return nil }
        return definition[position - 1].name
    }

    private static func definitions(_ tokens: [SQLToken]) -> [ArraySlice<SQLToken>] {
        guard let opening = tokens.firstIndex(where: { $0.isPunctuation("(") }) else { return [] }
        var definitions: [ArraySlice<SQLToken>] = []
        var start = opening + 1
        var depth = 1
        for index in tokens.indices.dropFirst(start) {
            let token = tokens[index]
            if token.isPunctuation("(") { depth += 1 }
            if token.isPunctuation(")") { depth -= 1 }
            if depth == 0 || depth == 1 && token.isPunctuation(",") {
                definitions.append(tokens[start..<index])
                start = index + 1
            }
            if depth == 0 { break }
        }
        return definitions
    }
}
