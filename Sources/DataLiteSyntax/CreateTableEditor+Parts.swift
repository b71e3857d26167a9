extension CreateTableEditor {
    /// What identifies a constraint.
    enum Match {
        /// The name after `CONSTRAINT`.
        case name(String)
        /// The text, with or without a name.
        case tokens([SQLToken])
    }

    /// The tokens of the statement, and the definitions among them.
    struct Parts {
        let tokens: [SQLToken]
        let definitions: [ArraySlice<SQLToken>]

        init(_ sql: String) {
            tokens = Array(SQLTokens(sql))
            definitions = SQLToken.lists(tokens).first ?? []
        }

        /// The positions of the definitions of columns.
        var columns: [Int] {
            definitions.indices.filter { definitions[$0].first?.startsConstraint == false }
        }

        /// The position of the parenthesis after the last definition.
        var closing: Int? { definitions.last?.endIndex }

        func column(_ name: String) throws(Failure) -> Int {
            let position = columns.first { position in
                let found = definitions[position].first?.name
                return found.map { CreateTableEditor.same($0, name) } ?? false
            }
            guard let position else { throw Failure("it has no column \"\(name)\"") }
            return position
        }

        func range(of tokens: ArraySlice<SQLToken>) -> Range<Int> {
            guard let first = tokens.first, let last = tokens.last else { return 0..<0 }
            return first.range.lowerBound..<last.range.upperBound
        }

        /// The first constraint that matches.
        func constraint(_ match: Match) -> (definition: Int, range: Range<Int>)? {
            for (position, definition) in zip(definitions.indices, definitions) {
                // The first definition is a column.
                if position == 0, definition.first?.startsConstraint == true { continue }
                let ofTable = definition.first?.startsConstraint == true
                for range in SQLToken.constraints(in: definition, ofTable: ofTable)
                where matches(tokens[range], match, ofTable: ofTable) {
                    return (position, range)
                }
            }
            return nil
        }

        private func matches(
            _ constraint: ArraySlice<SQLToken>, _ match: Match, ofTable: Bool
        ) -> Bool {
            let hasName = constraint.first?.keyword == "CONSTRAINT"
            switch match {
            case .name(let name):
                let found = hasName ? constraint.dropFirst().first?.name : nil
                return found.map { CreateTableEditor.same($0, name) } ?? false
            case .tokens(let tokens):
                let unnamed = hasName ? constraint.dropFirst(2) : constraint
                // The other constraints of a column are not unique in a table.
                guard ofTable || unnamed.first?.keyword == "CHECK" else { return false }
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
