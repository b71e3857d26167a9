extension SQLScanner {
    /// A lasting change that a statement makes to its connection, not to the content of the database.
    package enum ConnectionChange: Equatable, Sendable {
        /// A `PRAGMA` with a value; its name is in lower case, and without a schema unless it changes only an attached
        /// database.
        case setting(String)
        /// `ATTACH` or `DETACH`.
        case attachment
        /// A `CREATE` in the schema `temp`.
        case temporarySchema
    }

    /// Pragmas with a value that change no setting of a connection: the value selects what they show or do, or is
    /// stored in the file.
    private static let pragmasWithoutSetting: Set<String> = [
        "application_id", "data_version", "foreign_key_check", "foreign_key_list",
        "incremental_vacuum", "index_info", "index_list", "index_xinfo", "integrity_check",
        "optimize", "quick_check", "schema_version", "shrink_memory", "table_info", "table_list",
        "table_xinfo", "user_version", "wal_checkpoint",
    ]

    /// Pragmas of one database, which have a different value for each.
    private static let pragmasOfDatabase: Set<String> = ["journal_mode", "synchronous"]

    /// The change that the first statement at or after `start` makes to its connection; `nil` for almost every
    /// statement.
    ///
    /// Only the beginning of the statement is read. `EXPLAIN` makes no difference, because SQLite sets some
    /// pragmas when it compiles them (<https://www.sqlite.org/pragma.html>).
    package static func connectionChange(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0
    ) -> ConnectionChange? {
        let tokenizer = SQLTokenizer(bytes)
        guard let first = tokenizer.firstToken(from: start) else { return nil }
        switch bytes[first] | 0x20 {
        case UInt8(ascii: "p"), UInt8(ascii: "a"), UInt8(ascii: "d"), UInt8(ascii: "c"),
            UInt8(ascii: "e"):
            return connectionChange(tokenizer.tokens(from: first, limit: 16))
        default: return nil
        }
    }

    private static func connectionChange(_ tokens: [SQLToken]) -> ConnectionChange? {
        var tokens = tokens[...]
        if tokens.first?.keyword == "EXPLAIN" {
            tokens.removeFirst()
            if tokens.first?.keyword == "QUERY" { tokens = tokens.dropFirst(2) }
        }
        switch tokens.popFirst()?.keyword {
        case "ATTACH", "DETACH": return .attachment
        case "PRAGMA": return changeOfPragma(tokens)
        case "CREATE": return isTemporary(tokens) ? .temporarySchema : nil
        default: return nil
        }
    }

    private static func changeOfPragma(_ tokens: ArraySlice<SQLToken>) -> ConnectionChange? {
        var tokens = tokens
        guard var name = tokens.popFirst()?.name else { return nil }
        var schema = "main"
        if tokens.first?.isPunctuation(".") == true {
            tokens.removeFirst()
            guard let inner = tokens.popFirst()?.name else { return nil }
            (schema, name) = (name.lowercased(), inner)
        }
        name = name.lowercased()
        guard let next = tokens.first, !next.isSemicolon, !pragmasWithoutSetting.contains(name)
        else { return nil }
        if schema != "main", pragmasOfDatabase.contains(name) { name = "\(schema).\(name)" }
        return .setting(name)
    }

    /// Whether a `CREATE` creates something in the schema `temp`.
    private static func isTemporary(_ tokens: ArraySlice<SQLToken>) -> Bool {
        if let keyword = tokens.first?.keyword, keyword == "TEMP" || keyword == "TEMPORARY" {
            return true
        }
        // `UNIQUE INDEX`, `VIRTUAL TABLE`, `IF NOT EXISTS`: a schema is followed by a period.
        guard let period = tokens.firstIndex(where: { $0.isPunctuation(".") }),
            period > tokens.startIndex,
            !tokens[..<period].contains(where: { $0.isPunctuation("(") })
        else { return false }
        return tokens[period - 1].name?.lowercased() == "temp"
    }
}
