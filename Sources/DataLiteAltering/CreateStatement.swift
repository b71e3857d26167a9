import DataLiteCore
import DataLiteSyntax

/// The statement that created a table, an index or a trigger.
struct CreateStatement {
    private let sql: String
    private let tokens: [SQLToken]

    init(_ sql: String) {
        self.sql = sql
        tokens = Array(SQLTokens(sql))
    }

    /// The name of what is created, without its schema.
    var name: String? { nameToken.flatMap { tokens[$0].name } }

    /// The schema before the name.
    var schema: String? {
        guard let position = nameToken, tokens[position - 1].isPunctuation(".") else { return nil }
        return tokens[position - 2].name
    }

    /// Whether it is `CREATE TEMP`.
    var isTemporary: Bool {
        ["TEMP", "TEMPORARY"].contains(tokens.dropFirst().first?.keyword)
    }

    /// Whether it is one statement that creates a table with a list of columns.
    var createsTable: Bool {
        guard let name = nameToken,
            tokens.firstIndex(where: { $0.keyword == "TABLE" }) ?? .max <= 2,
            tokens.dropFirst(name + 1).first?.isPunctuation("(") == true
        else { return false }
        return !tokens.dropLast().contains(where: \.isSemicolon)
    }

    /// The statement with the schema before the name. A name without a schema could be that of a temporary table.
    func qualified(by schema: String) -> String {
        guard let position = nameToken else { return sql }
        let isTemporary = SQLName.matches(schema, "temp")
        let isTrigger = typeToken.map { tokens[$0].keyword == "TRIGGER" } ?? false
        var words = tokens[...(typeToken ?? 0)].map(\.text)
        if isTemporary, isTrigger { words.insert("TEMP", at: 1) }
        let prefix = isTemporary && isTrigger ? "" : SQLLiteral.identifier(schema) + "."
        let rest = Array(sql.utf8)[tokens[position].range.lowerBound...]
        let end = tokens.last?.isSemicolon == true && !isTrigger ? rest.dropLast(endCount) : rest
        return words.joined(separator: " ") + " " + prefix + String(decoding: end, as: UTF8.self)
    }

    /// The number of bytes from the semicolon at the end.
    private var endCount: Int {
        tokens.last.map { sql.utf8.count - $0.range.lowerBound } ?? 0
    }

    private var typeToken: Int? {
        tokens.prefix(3).firstIndex { ["TABLE", "INDEX", "TRIGGER"].contains($0.keyword) }
    }

    private var nameToken: Int? {
        guard var position = typeToken.map({ $0 + 1 }) else { return nil }
        if tokens.dropFirst(position).prefix(3).map(\.keyword) == ["IF", "NOT", "EXISTS"] {
            position += 3
        }
        if tokens.dropFirst(position + 1).first?.isPunctuation(".") == true { position += 2 }
        return tokens.indices.contains(position) && tokens[position].name != nil ? position : nil
    }
}
