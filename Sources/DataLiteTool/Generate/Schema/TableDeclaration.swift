import DataLiteSyntax

/// The parts of `CREATE TABLE` that no pragma reports.
struct TableDeclaration: Equatable {
    /// The SQL of each generated column, without its parentheses, by the bytes of the column's name in
    /// lower case.
    var generatedSQL: [[UInt8]: String] = [:]
    /// The names of the collations, by the bytes of the column's name in lower case.
    var collations: [[UInt8]: String] = [:]
    /// The conditions of the `CHECK` constraints in SQL, without their parentheses, with their names.
    var checks: [CheckSchema] = []
    /// Whether each foreign key is checked only when the transaction commits, in the order of the text.
    var foreignKeysAreDeferred: [Bool] = []
    /// The keywords among `AUTOINCREMENT`, `COLLATE` and `ON CONFLICT` that the table uses, in this order; `COLLATE`
    /// only in a unique constraint or primary key of the table.
    var constraints: [String] = []

    init() {}

    /// Reads a statement that SQLite has accepted.
    init(createTable sql: String) {
        let tokens = Array(SQLTokens(sql))
        // These keywords are reserved: a column with such a name is quoted.
        let keywords = Set(tokens.compactMap(\.keyword))
        let declaration = CreateTableText(sql)
        if keywords.contains("AUTOINCREMENT") { constraints.append("AUTOINCREMENT") }
        if declaration.keysHaveCollation { constraints.append("COLLATE") }
        if zip(tokens, tokens.dropFirst()).contains(where: {
            $0.keyword == "ON" && $1.keyword == "CONFLICT"
        }) {
            constraints.append("ON CONFLICT")
        }
        let text = Array(sql.utf8)
        for column in declaration.columns {
            collations[column.name.foldedASCII.bytes] = column.collation
        }
        foreignKeysAreDeferred = declaration.foreignKeysAreDeferred
        checks = declaration.checks.map { check in
            let written = String(decoding: text[check.range], as: UTF8.self)
            // A comment could extend beyond the condition.
            let hasComment = written.contains("--") || written.contains("/*")
            let words = check.condition.map(\.text).joined(separator: " ")
            return CheckSchema(name: check.name, sql: hasComment ? words : written)
        }
        for definition in declaration.definitions {
            guard let name = definition.first?.name, let range = Self.generated(definition) else {
                continue
            }
            generatedSQL[name.foldedASCII.bytes] = String(decoding: text[range], as: UTF8.self)
        }
    }

    /// The byte range between the parentheses of `AS (...)`. Elsewhere in a column definition, `AS` occurs
    /// only inside parentheses, in a `CAST`.
    private static func generated(_ definition: ArraySlice<SQLToken>) -> Range<Int>? {
        var depth = 0
        var start: Int?
        var previous: SQLToken?
        for token in definition.dropFirst() {
            if token.isPunctuation("(") {
                if depth == 0, previous?.keyword == "AS" { start = token.range.upperBound }
                depth += 1
            }
            if token.isPunctuation(")") {
                depth -= 1
                if depth == 0, let start { return start..<token.range.lowerBound }
            }
            previous = token
        }
        return nil
    }
}

/// A `CHECK` constraint of a table or of a column.
struct CheckSchema: Equatable {
    /// The name after `CONSTRAINT`.
    let name: String?
    /// The condition, without its parentheses.
    let sql: String
}
