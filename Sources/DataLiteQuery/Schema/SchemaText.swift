import DataLiteSyntax

extension SQLRenderable {
    /// The text with the parameters as literals: SQLite does not allow parameters in an index, a view,
    /// a trigger or a default.
    func schemaSQL() throws(SQLiteError) -> SQL { try schemaText().sql }

    /// The text, and the Swift functions that it calls.
    func schemaText() throws(SQLiteError) -> (sql: SQL, functions: UsedFunctions) {
        var writer = _SQLWriter()
        writer.writesSchema = true
        write(to: &writer)
        return (try Self.withLiterals(writer.finish()), writer.functions)
    }

    private static func withLiterals(_ sql: SQL) throws(SQLiteError) -> SQL {
        guard !sql.parameters.isEmpty else { return sql }
        try SQLiteError.requireStorable(sql.parameters)
        let literals = sql.parameters.map(\.sqliteLiteral)
        let tokens = Array(SQLTokens(sql.text))
        return SQL(raw: SQLScanner.expanded(sql.text, tokens, literals))
    }
}

/// Default names of indexes and triggers.
enum SchemaName {
    /// A name that depends only on the text, so it is the same in every run of every program.
    static func make(_ prefix: String, text: String) -> String {
        var hash: UInt32 = 2_166_136_261
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "\(prefix)_\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }
}
