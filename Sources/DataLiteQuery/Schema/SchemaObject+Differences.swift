import DataLiteSyntax

extension SchemaObject {
    /// The difference between the object and its counterpart in a database; `nil` if there is none.
    ///
    /// - Throws: An `SQLiteError` if the definition is invalid or SQLite reports an error.
    public func difference(
        in db: any ConnectionProtocol
    ) throws(SQLiteError) -> SchemaDifference? {
        let expected = try sql().text
        // An index or a trigger without a schema is in the schema of its table, which may be temporary.
        var stored = try storedSQL(schema ?? "main", in: db)
        if stored == nil, schema == nil { stored = try storedSQL("temp", in: db) }
        guard let found = stored else {
            return SchemaDifference(table: nil, kind: .missingObject(kind, name))
        }
        guard Self.words(of: found) != Self.words(of: expected) else { return nil }
        return SchemaDifference(
            table: nil, kind: .definition(kind, name, found: found, expected: expected))
    }

    /// The statement that created the object; `nil` if a schema does not contain it.
    private func storedSQL(
        _ schema: String, in db: any ConnectionProtocol
    ) throws(SQLiteError) -> String? {
        var query = _SQLWriter()
        query.write("SELECT \"sql\" FROM ")
        query.writeTable("sqlite_master", schema: schema)
        query.write(" WHERE \"type\" = ")
        query.write(parameter: .text(kind.rawValue))
        query.write(" AND \"name\" = ")
        query.write(parameter: .text(name))
        query.write(" COLLATE NOCASE")
        return try db.value(query.finish())
    }

    /// The words of a `CREATE` statement, without quotes and without the words that SQLite does not store.
    private static func words(of sql: String) -> [String] {
        var tokens = Array(SQLTokens(sql))
        // SQLite stores neither IF NOT EXISTS nor the schema, which are between `CREATE` and the name.
        let start = tokens.firstIndex { token in
            token.kind == .identifier || token.kind == .string || token.keyword == nil
        }
        guard let start else { return [] }
        let isUnique = tokens[..<start].contains { $0.keyword == "UNIQUE" }
        tokens.removeFirst(start)
        if tokens.count > 2, tokens[1].isPunctuation(".") { tokens.removeFirst(2) }
        while tokens.last?.isSemicolon == true { tokens.removeLast() }
        return [isUnique ? "unique" : ""]
            + tokens.map { token in
                switch token.kind {
                case .string, .blob: token.text
                default: (token.name ?? token.text).lowercasedASCII
                }
            }
    }
}
