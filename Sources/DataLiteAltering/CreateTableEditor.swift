import DataLiteCore
import DataLiteSyntax

/// Changes the columns, constraints and options in the text of a `CREATE TABLE` statement that SQLite has accepted.
///
/// Everything else, such as comments and the spelling of names, stays as it is written.
struct CreateTableEditor {
    /// The text before the first definition; the whole text if there are none.
    private var head: String

    /// The definitions of columns, and the constraints of the table after them.
    private var definitions: [Definition] = []

    /// What follows the last definition, with the parenthesis.
    private var closing = ""

    /// What follows the parenthesis.
    private var options = ""

    /// The statement.
    var sql: String {
        var sql = head
        for definition in definitions {
            sql += definition.gap
            sql += definition.separator
            sql += definition.sql
        }
        return sql + closing + options
    }

    /// - Parameter sql: The statement, with a list of columns.
    init(_ sql: String) {
        head = sql
        let tokens = Array(SQLTokens(sql))
        let lists = SQLToken.lists(tokens).first ?? []
        guard let first = lists.first?.first, let end = lists.last?.endIndex,
            !lists.contains(where: \.isEmpty)
        else { return }
        let utf8 = Array(sql.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }
        head = text(0..<first.range.lowerBound)
        var position = first.range.lowerBound
        for list in lists {
            let start = tokens[list.startIndex].range.lowerBound
            let end = tokens[list.endIndex - 1].range.upperBound
            // The token before a definition is the comma, or the parenthesis before the first one.
            let comma = Swift.max(tokens[list.startIndex - 1].range.lowerBound, position)
            var definition = Definition(separator: text(comma..<start), sql: text(start..<end))
            definition.gap = text(position..<comma)
            definitions.append(definition)
            position = end
        }
        let closingEnd = tokens[end].range.upperBound
        closing = text(position..<closingEnd)
        options = text(closingEnd..<utf8.count)
    }

    /// Why an edit is not possible, as a sentence about the table.
    struct Failure: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    /// Replaces the definition of a column.
    mutating func replaceColumn(_ name: String, with definition: String) throws(Failure) {
        let text = try Self.single(definition)
        guard text.name.map({ Self.same($0, name) }) == true else {
            throw Failure(
                "the new definition of column \"\(name)\" does not begin with that name; rename it first"
            )
        }
        let position = try column(name)
        definitions[position].replace(definitions[position].tokens.indices, with: text.sql)
    }

    /// Removes a column and its own constraints.
    mutating func removeColumn(_ name: String) throws(Failure) {
        let position = try column(name)
        guard definitions.count(where: \.isColumn) > 1 else {
            throw Failure("\"\(name)\" is its only column")
        }
        remove(position)
    }

    /// Adds a column after the last one.
    mutating func addColumn(_ definition: String) throws(Failure) {
        let text = try Self.single(definition)
        guard text.name != nil else {
            throw Failure("\"\(definition)\" does not begin with the name of a column")
        }
        guard let last = definitions.lastIndex(where: \.isColumn) else {
            throw Failure("it has no columns")
        }
        definitions.insert(Definition(separator: ", ", sql: text.sql), at: last + 1)
    }

    /// Adds a constraint of the table.
    mutating func addConstraint(_ definition: String) throws(Failure) {
        let text = try Self.single(definition)
        guard text.name == nil else {
            throw Failure("\"\(definition)\" is not a constraint of a table")
        }
        guard !definitions.isEmpty else { throw Failure("it has no columns") }
        definitions.append(Definition(separator: ", ", sql: text.sql))
    }

    /// Replaces what follows the list of columns: `STRICT`, `WITHOUT ROWID`.
    mutating func replaceOptions(with options: String) throws(Failure) {
        let tokens = Array(SQLTokens(options))
        guard tokens.allSatisfy({ $0.kind == .word || $0.isPunctuation(",") }) else {
            throw Failure("\"\(options)\" are not options of a table")
        }
        guard !definitions.isEmpty else { throw Failure("it has no columns") }
        let text = tokens.map(\.text).joined(separator: " ")
        self.options = text.isEmpty ? "" : " " + text
    }

    /// Replaces the type of a column.
    ///
    /// - Parameter constraints: Constraints to insert after the type.
    mutating func changeType(
        of name: String, to type: String, constraints: String = ""
    ) throws(Failure) {
        let position = try column(name)
        let tokens = definitions[position].tokens
        let first = SQLToken.constraints(in: tokens[...], ofTable: false).first?.lowerBound
        let start = tokens[0].range.upperBound
        let end = tokens[..<(first ?? tokens.endIndex)].last?.range.upperBound ?? start
        let new = constraints.isEmpty ? type : "\(type) \(constraints)"
        definitions[position].replace(bytes: start..<end, with: " " + new)
    }

    /// Removes the constraints of a column that begin with a keyword: `NOT` for `NOT NULL`.
    mutating func removeConstraints(_ keyword: String, of name: String) throws(Failure) {
        let column = try column(name)
        while true {
            let tokens = definitions[column].tokens
            let range = SQLToken.constraints(in: tokens[...], ofTable: false).first { range in
                let isNamed = tokens[range.lowerBound].keyword == "CONSTRAINT"
                let position = range.lowerBound + (isNamed ? 2 : 0)
                return range.contains(position) && tokens[position].keyword == keyword
            }
            guard let range else { return }
            definitions[column].replace(range, with: "")
        }
    }

    /// Removes `AUTOINCREMENT`, which is a keyword that is no name without quotes.
    mutating func removeAutoincrement() {
        for position in definitions.indices {
            let token = definitions[position].tokens.first { $0.keyword == "AUTOINCREMENT" }
            if let token { return definitions[position].replace(bytes: token.range, with: "") }
        }
    }

    /// Removes the constraints with a name, or with the same tokens.
    mutating func removeConstraint(_ text: String, isName: Bool) throws(Failure) {
        let match: Match = isName ? .name(text) : .tokens(Array(SQLTokens(text)))
        var isFound = false
        var position = 0
        while position < definitions.count {
            let definition = definitions[position]
            guard let range = definition.constraint(match, isFirst: position == 0) else {
                position += 1
                continue
            }
            isFound = true
            if range == definition.tokens.indices {
                remove(position)
            } else {
                definitions[position].replace(range, with: "")
            }
        }
        guard isFound else {
            throw Failure("it has no constraint \(isName ? "\"\(text)\"" : text)")
        }
    }

    /// The position of a column among the definitions.
    private func column(_ name: String) throws(Failure) -> Int {
        let position = definitions.firstIndex { definition in
            definition.name.map { Self.same($0, name) } ?? false
        }
        guard let position else {
            throw Failure("it has no column \"\(name)\"")
        }
        return position
    }

    /// Removes a definition with the comma before it, or after it if it is the first one.
    private mutating func remove(_ position: Int) {
        let removed = definitions.remove(at: position)
        guard position < definitions.count else {
            closing = removed.gap + closing
            return
        }
        if position == 0 {
            definitions[0].gap = ""
            definitions[0].separator = ""
        } else {
            definitions[position].gap = removed.gap + definitions[position].gap
        }
    }

    /// A single definition, which ends where it should: neither with a comment nor after a comma.
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
        lhs.lowercasedASCII == rhs.lowercasedASCII
    }
}
