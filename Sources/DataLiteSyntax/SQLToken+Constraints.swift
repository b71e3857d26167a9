extension SQLToken {
    /// The constraints of a column or of the table in a definition, each with its name, as positions of tokens.
    package static func constraints(
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
}
