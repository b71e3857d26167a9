/// The columns and constraints in the text of a `CREATE TABLE` statement that SQLite has accepted: those parts of them
/// that no pragma reports.
package struct CreateTableText {
    /// The columns and constraints between the outermost parentheses.
    package let definitions: [ArraySlice<SQLToken>]

    private let text: [UInt8]

    /// Whether the table is `AUTOINCREMENT`.
    package var isAutoincrement: Bool {
        // The keyword is reserved: a name is in quotes.
        definitions.contains { $0.contains { $0.keyword == "AUTOINCREMENT" } }
    }

    package init(_ sql: String) {
        text = Array(sql.utf8)
        definitions = SQLToken.lists(Array(SQLTokens(sql))).first ?? []
    }

    /// SQL between parentheses, as it is written. If it contains a comment, its tokens: a comment could extend beyond
    /// the end.
    package func written(_ range: Range<Int>, _ tokens: ArraySlice<SQLToken>) -> String {
        SQLToken.written(range, of: text, tokens)
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

    /// The parts of a column's definition that no pragma reports.
    package struct Column {
        package let name: String

        /// The name after `COLLATE`.
        package let collation: String?

        /// The expression of a generated column, without its parentheses.
        package let generated: String?
    }

    /// The columns, in the order of the text.
    package var columns: [Column] {
        definitions.compactMap { definition in
            guard let first = definition.first, let name = first.name, !first.startsConstraint
            else {
                return nil
            }
            return column(name, definition.dropFirst())
        }
    }

    private func column(_ name: String, _ definition: ArraySlice<SQLToken>) -> Column {
        var depth = 0
        var collation: String?
        var generated: Int?
        var expression: String?
        for (position, token) in zip(definition.indices, definition) {
            let previous = position > definition.startIndex ? definition[position - 1] : nil
            if token.isPunctuation("(") {
                // Elsewhere, `AS` occurs only inside parentheses, in a `CAST`.
                if depth == 0, previous?.keyword == "AS" { generated = position + 1 }
                depth += 1
            } else if token.isPunctuation(")") {
                depth -= 1
                if depth == 0, let start = generated, expression == nil {
                    let range = definition[start - 1].range.upperBound..<token.range.lowerBound
                    expression = written(range, definition[start..<position])
                }
            } else if depth == 0, previous?.keyword == "COLLATE" {
                collation = token.name
            }
        }
        return Column(name: name, collation: collation, generated: expression)
    }
}

extension SQLToken {
    /// Whether the token is the first one of a constraint of a table. These keywords are reserved: a column with such a
    /// name is quoted.
    package var startsConstraint: Bool {
        ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(keyword)
    }
}
