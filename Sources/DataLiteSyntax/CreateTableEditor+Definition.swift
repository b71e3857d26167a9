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
        /// What follows the definition before, up to the comma.
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
    /// The constraints of a column or of the table in a definition, each with its name, as positions of tokens.
    static func constraints(
        in definition: ArraySlice<SQLToken>, ofTable: Bool
    ) -> [Range<Int>] {
        var starts: [Int] = []
        var depth = 0
        for position in definition.indices {
            let token = definition[position]
            if token.isPunctuation("(") { depth += 1 }
            if token.isPunctuation(")") { depth -= 1 }
            guard depth == 0, position > definition.startIndex || ofTable else { continue }
            // The second and third token of `CONSTRAINT name CHECK`.
            let isNamed =
                starts.last.map { definition[$0].keyword == "CONSTRAINT" && position <= $0 + 2 }
                ?? false
            let isNext = isNamed && token.keyword == "CONSTRAINT" && starts.last != position - 1
            guard !isNamed || isNext, startsConstraint(position, of: definition, ofTable) else {
                continue
            }
            starts.append(position)
        }
        return zip(starts, starts.dropFirst() + [definition.endIndex]).map { $0..<$1 }
    }

    /// Whether a constraint begins with the token at a position.
    private static func startsConstraint(
        _ position: Int, of definition: ArraySlice<SQLToken>, _ ofTable: Bool
    ) -> Bool {
        let previous = position > definition.startIndex ? definition[position - 1].keyword : nil
        let next = position + 1 < definition.endIndex ? definition[position + 1].keyword : nil
        switch definition[position].keyword {
        case "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK": return true
        case "FOREIGN": return ofTable
        case _ where ofTable: return false
        case "REFERENCES", "COLLATE", "GENERATED": return true
        case "DEFAULT": return previous != "SET"
        case "NOT": return next != "DEFERRABLE"
        case "NULL": return !["NOT", "SET", "DEFAULT"].contains(previous)
        case "AS": return previous != "ALWAYS"
        default: return false
        }
    }

    /// The token for comparisons: without case and quotes, unless it is a string.
    fileprivate var comparable: String {
        switch kind {
        case .word, .identifier:
            String(decoding: (name ?? text).utf8.map(\.asciiLowercased), as: UTF8.self)
        default: text
        }
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
    }
}
