import DataLiteCore
import DataLiteSyntax

extension CreateTableEditor {
    /// What identifies a constraint.
    enum Match {
        /// The name after `CONSTRAINT`.
        case name(String)
        /// The text, with or without a name.
        case tokens([SQLToken])
    }

    /// The definition of a column, or a constraint of the table. Its tokens are those of its own text, so that a change
    /// reads no other definition.
    struct Definition {
        /// What follows the previous definition, up to the comma.
        var gap = ""

        /// The comma and what follows it; nothing before the first definition.
        var separator: String

        private(set) var sql: String
        private(set) var tokens: [SQLToken]

        let isColumn: Bool

        /// The name of the column.
        let name: String?

        init(separator: String, sql: String) {
            self.separator = separator
            self.sql = sql
            tokens = Array(SQLTokens(sql))
            isColumn = tokens.first?.startsConstraint == false
            name = isColumn ? tokens.first?.name : nil
        }

        /// Replaces the text between two tokens, including them.
        mutating func replace(_ range: Range<Int>, with text: String) {
            let start = tokens[range.lowerBound].range.lowerBound
            let end = tokens[range.upperBound - 1].range.upperBound
            replace(bytes: start..<end, with: text)
        }

        mutating func replace(bytes range: Range<Int>, with text: String) {
            var utf8 = Array(sql.utf8)
            utf8.replaceSubrange(range, with: text.utf8)
            sql = String(decoding: utf8, as: UTF8.self)
            tokens = Array(SQLTokens(sql))
        }

        /// The first constraint that matches, as positions of tokens.
        ///
        /// - Parameter isFirst: Whether it is the first definition, which is a column.
        func constraint(_ match: Match, isFirst: Bool) -> Range<Int>? {
            guard !isFirst || isColumn else { return nil }
            return SQLToken.constraints(in: tokens[...], ofTable: !isColumn).first {
                matches(tokens[$0], match)
            }
        }

        private func matches(_ constraint: ArraySlice<SQLToken>, _ match: Match) -> Bool {
            let hasName = constraint.first?.keyword == "CONSTRAINT"
            switch match {
            case .name(let name):
                let found = hasName ? constraint.dropFirst().first?.name : nil
                return found.map { CreateTableEditor.same($0, name) } ?? false
            case .tokens(let tokens):
                let unnamed = hasName ? constraint.dropFirst(2) : constraint
                // The other constraints of a column are not unique in a table.
                guard !isColumn || unnamed.first?.keyword == "CHECK" else { return false }
                return constraint.map(\.comparable) == tokens.map(\.comparable)
                    || unnamed.map(\.comparable) == tokens.map(\.comparable)
            }
        }
    }
}

extension SQLToken {
    /// The token for comparisons: without case and quotes, unless it is a string.
    fileprivate var comparable: String {
        switch kind {
        case .word, .identifier: (name ?? text).lowercasedASCII
        default: text
        }
    }
}
