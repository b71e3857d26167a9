/// Changes the columns, constraints and options in the text of a `CREATE TABLE` statement that SQLite has accepted.
///
/// Everything else, such as comments and the spelling of names, stays as it is written.
package struct CreateTableEditor {
    /// The statement.
    package private(set) var sql: String

    /// - Parameter sql: The statement, with a list of columns.
    package init(_ sql: String) { self.sql = sql }

    /// Why an edit is not possible, as a sentence about the table.
    package struct Failure: Error {
        package let message: String

        package init(_ message: String) { self.message = message }
    }

    /// Replaces the definition of a column.
    package mutating func replaceColumn(_ name: String, with definition: String) throws(Failure) {
        let text = try Self.single(definition)
        guard text.name.map({ Self.same($0, name) }) == true else {
            throw Failure(
                "the new definition of column \"\(name)\" does not begin with that name; rename it first"
            )
        }
        let parts = Parts(sql)
        let column = try parts.column(name)
        replace(parts.range(of: parts.definitions[column]), with: text.sql)
    }

    /// Removes a column and its own constraints.
    package mutating func removeColumn(_ name: String) throws(Failure) {
        let parts = Parts(sql)
        let position = try parts.column(name)
        guard parts.columns.count > 1 else {
            throw Failure("\"\(name)\" is its only column")
        }
        remove(position, of: parts)
    }

    /// Adds a column after the last one.
    package mutating func addColumn(_ definition: String) throws(Failure) {
        let text = try Self.single(definition)
        guard text.name != nil else {
            throw Failure("\"\(definition)\" does not begin with the name of a column")
        }
        let parts = Parts(sql)
        guard let last = parts.columns.last else { throw Failure("it has no columns") }
        let end = parts.range(of: parts.definitions[last]).upperBound
        replace(end..<end, with: ", " + text.sql)
    }

    /// Adds a constraint of the table.
    package mutating func addConstraint(_ definition: String) throws(Failure) {
        let text = try Self.single(definition)
        guard text.name == nil else {
            throw Failure("\"\(definition)\" is not a constraint of a table")
        }
        let parts = Parts(sql)
        guard let last = parts.definitions.last else { throw Failure("it has no columns") }
        let end = parts.range(of: last).upperBound
        replace(end..<end, with: ", " + text.sql)
    }

    /// Replaces what follows the list of columns: `STRICT`, `WITHOUT ROWID`.
    package mutating func replaceOptions(with options: String) throws(Failure) {
        let tokens = Array(SQLTokens(options))
        guard tokens.allSatisfy({ $0.kind == .word || $0.isPunctuation(",") }) else {
            throw Failure("\"\(options)\" are not options of a table")
        }
        let parts = Parts(sql)
        guard let closing = parts.closing else { throw Failure("it has no columns") }
        let end = parts.tokens[closing].range.upperBound
        let text = tokens.map(\.text).joined(separator: " ")
        replace(end..<sql.utf8.count, with: text.isEmpty ? "" : " " + text)
    }

    /// Replaces the type of a column.
    ///
    /// - Parameter constraints: Constraints to insert after the type.
    package mutating func changeType(
        of name: String, to type: String, constraints: String = ""
    ) throws(Failure) {
        let parts = Parts(sql)
        let definition = parts.definitions[try parts.column(name)]
        let start = definition.startIndex + 1
        let first = SQLToken.constraints(in: definition, ofTable: false).first?.lowerBound
        let old = definition[start..<(first ?? definition.endIndex)]
        let end = definition[start - 1].range.upperBound
        let new = constraints.isEmpty ? type : "\(type) \(constraints)"
        replace(end..<(old.last?.range.upperBound ?? end), with: " " + new)
    }

    /// Removes the constraints of a column that begin with a keyword: `NOT` for `NOT NULL`.
    package mutating func removeConstraints(_ keyword: String, of name: String) throws(Failure) {
        while true {
            let parts = Parts(sql)
            let definition = parts.definitions[try parts.column(name)]
            let range = SQLToken.constraints(in: definition, ofTable: false).first { range in
                let isNamed = definition[range.lowerBound].keyword == "CONSTRAINT"
                let position = range.lowerBound + (isNamed ? 2 : 0)
                return range.contains(position) && definition[position].keyword == keyword
            }
            guard let range else { return }
            replace(parts.range(of: definition[range]), with: "")
        }
    }

    /// Removes `AUTOINCREMENT`, which is a keyword that is no name without quotes.
    package mutating func removeAutoincrement() {
        let token = SQLTokens(sql).first { $0.keyword == "AUTOINCREMENT" }
        if let token { replace(token.range, with: "") }
    }

    /// Removes the constraints with a name, or with the same tokens.
    package mutating func removeConstraint(_ text: String, isName: Bool) throws(Failure) {
        let expected = Array(SQLTokens(text))
        var count = 0
        while true {
            let parts = Parts(sql)
            guard let part = parts.constraint(isName ? .name(text) : .tokens(expected)) else {
                break
            }
            if part.range == parts.definitions[part.definition].indices {
                remove(part.definition, of: parts)
            } else {
                replace(parts.range(of: parts.tokens[part.range]), with: "")
            }
            count += 1
        }
        guard count > 0 else {
            throw Failure("it has no constraint \(isName ? "\"\(text)\"" : text)")
        }
    }

    /// Removes a definition with the comma before it, or after it if it is the first one.
    private mutating func remove(_ position: Int, of parts: Parts) {
        let range = parts.range(of: parts.definitions[position])
        if position > 0 {
            // The token before a definition is the comma.
            let comma = parts.tokens[parts.definitions[position].startIndex - 1]
            replace(comma.range.lowerBound..<range.upperBound, with: "")
        } else if parts.definitions.count > 1 {
            let next = parts.range(of: parts.definitions[1])
            replace(range.lowerBound..<next.lowerBound, with: "")
        }
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        var utf8 = Array(sql.utf8)
        utf8.replaceSubrange(range, with: text.utf8)
        sql = String(decoding: utf8, as: UTF8.self)
    }

    /// One definition, which ends where it should: neither with a comment nor after a comma.
    private static func single(_ definition: String) throws(Failure) -> (sql: String, name: String?)
    {
        let tokens = Array(SQLTokens(definition))
        guard let first = tokens.first, let last = tokens.last else {
            throw Failure("the definition is empty")
        }
        var depth = 0
        for token in tokens {
            if token.isPunctuation("(") { depth += 1 }
            if token.isPunctuation(")") { depth -= 1 }
            let isEnd = token.isSemicolon || depth == 0 && token.isPunctuation(",")
            guard depth >= 0, !isEnd, token.kind != .illegal, token.kind != .parameter else {
                throw Failure("expected one definition, found \(definition)")
            }
        }
        guard depth == 0 else { throw Failure("expected one definition, found \(definition)") }
        let range = first.range.lowerBound..<last.range.upperBound
        let text = SQLToken.written(range, of: Array(definition.utf8), tokens[...])
        return (text, first.startsConstraint ? nil : first.name)
    }

    static func same(_ lhs: String, _ rhs: String) -> Bool {
        lhs.utf8.elementsEqual(rhs.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}
