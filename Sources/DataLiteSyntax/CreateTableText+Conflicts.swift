extension CreateTableText {
    /// The constraints with a conflict clause, each with its sorted columns and its clause, in a normalized spelling:
    /// `UNIQUE (a, b) ON CONFLICT REPLACE`. Constraints that abort a statement are not listed, because that is the
    /// default.
    ///
    /// SQLite ignores the clause of `CHECK` and `NULL`.
    package var conflictClauses: Set<String> {
        var clauses: Set<String> = []
        for definition in definitions {
            let ofTable = definition.first?.startsConstraint == true
            let column = ofTable ? nil : definition.first
            let constraints = SQLToken.constraints(in: definition, ofTable: ofTable).map {
                definition[$0]
            }
            clauses.formUnion(constraints.compactMap { Self.conflictClause(of: $0, column) })
        }
        return clauses
    }

    private static func conflictClause(
        of constraint: ArraySlice<SQLToken>, _ column: SQLToken?
    ) -> String? {
        let isNamed = constraint.first?.keyword == "CONSTRAINT"
        let tokens = Array(isNamed ? constraint.dropFirst(2) : constraint)
        let titles = ["NOT": "NOT NULL", "UNIQUE": "UNIQUE", "PRIMARY": "PRIMARY KEY"]
        guard let title = tokens.first?.keyword.flatMap({ titles[$0] }),
            let resolution = resolution(tokens), resolution != "ABORT"
        else { return nil }
        let columns = (column.map { [$0] } ?? indexed(tokens)).compactMap(\.comparableName)
        return "\(title) (\(columns.sorted().joined(separator: ", "))) ON CONFLICT \(resolution)"
    }

    /// The word after `ON CONFLICT`.
    private static func resolution(_ tokens: [SQLToken]) -> String? {
        zip(tokens, tokens.dropFirst())
            .enumerated()
            .first { $1.0.keyword == "ON" && $1.1.keyword == "CONFLICT" }
            .flatMap { tokens.dropFirst($0.offset + 2).first?.keyword }
    }

    /// The names of the columns in parentheses.
    private static func indexed(_ tokens: [SQLToken]) -> [SQLToken] {
        (SQLToken.lists(tokens).first ?? []).compactMap(\.first)
    }
}

extension SQLToken {
    /// The name without quotes and case.
    fileprivate var comparableName: String? {
        name.map { String(decoding: $0.utf8.map(\.asciiLowercased), as: UTF8.self) }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
    }
}
