import DataLiteSyntax

/// The views and triggers of a database, and the temporary ones, which may use its tables.
package struct ObjectCheck {
    package let connection: any ConnectionProtocol
    package let database: String

    package init(connection: any ConnectionProtocol, database: String) {
        self.connection = connection
        self.database = database
    }

    /// A view or a trigger.
    package struct Object {
        package let schema: String
        package let type: String
        package let name: String
        package let table: String
        package let sql: String
    }

    package var schemas: [String] {
        SQLName.matches(database, "temp") ? [database] : [database, "temp"]
    }

    package func objects() throws(SQLiteError) -> [Object] {
        var objects: [Object] = []
        for schema in schemas {
            objects += try connection.rows(
                """
                SELECT type, name, tbl_name, sql FROM \(identifier: schema).sqlite_master
                WHERE type IN ('view', 'trigger') ORDER BY rowid
                """
            ).map { row in
                Object(
                    schema: schema, type: row.lenientValue(at: 0) ?? "",
                    name: row.lenientValue(at: 1) ?? "", table: row.lenientValue(at: 2) ?? "",
                    sql: row.lenientValue(at: 3) ?? "")
            }
        }
        return objects
    }

    /// Why a statement does not compile.
    package func problem(of sql: SQL) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            _ = try connection.prepare(sql: sql.text, options: [])
            return nil
        } catch {
            guard error.resultCode.primary == .error else { throw error }
            return error.message
        }
    }

    package static func error(_ type: String, _ name: String, _ problem: String) -> SQLiteError {
        SQLiteError(
            .error,
            message:
                "\(type) \(MessageText.names([name])) would no longer work: \(problem); drop it "
                + "before the change, and create it again afterwards")
    }
}

// MARK: - Meaning

extension ObjectCheck {
    /// - Throws: An error that names an object that would compile but mean something else: `rowid` is a column if there
    ///   is one with that name, and the rowid otherwise; a name in double quotes can be a string if there is no such
    ///   column; a trigger can be one for updates of a column that does not exist.
    package func requireSameMeaning(
        _ old: DatabaseSchema.Table, _ new: DatabaseSchema.Table
    ) throws(SQLiteError) {
        try requireSameRowIDs(old, new)
        let dropped = old.columnNames(missingIn: new)
        try requireNoTrigger(of: dropped, table: old.name)
        if let first = dropped.first, try allowsDoubleQuotedStrings(first) {
            try requireNoUse(of: dropped, in: texts(new, withDefinition: true)) { name, _ in
                name.text.hasPrefix("\"")
            }
        }
        try requireNoStrings(old, new)
    }

    private func requireSameRowIDs(
        _ old: DatabaseSchema.Table, _ new: DatabaseSchema.Table
    ) throws(SQLiteError) {
        let rowIDs = ["rowid", "oid", "_rowid_"]
        for name in rowIDs where (old.column(name) == nil) != (new.column(name) == nil) {
            let isNew = new.column(name) != nil
            // Without a rowid, the name means nothing, which is an error anyway.
            guard isNew ? old.hasRowID : new.hasRowID else { continue }
            // A new column is in the new definition anyway.
            try requireNoUse(of: [name], in: texts(new, withDefinition: !isNew)) { _, _ in true }
        }
    }

    /// Requires that no string in double quotes becomes the name of a new column.
    private func requireNoStrings(
        _ old: DatabaseSchema.Table, _ new: DatabaseSchema.Table
    ) throws(SQLiteError) {
        let added = new.columnNames(missingIn: old)
        guard let first = added.first else { return }
        // Expressions in the definition of a table see only the columns of this table. So a name in double quotes that
        // is not the name of a column is a string, whatever the connection allows:
        // <https://sqlite.org/quirks.html#double_quoted_string_literals_are_accepted>.
        var texts = old.expressions(keptIn: new)
        if try allowsDoubleQuotedStrings(first) {
            texts += try self.texts(new, withDefinition: false).filter { $0.type != "index" }
        }
        let prefixes: Set<String> = ["AS", "VIEW", "TRIGGER", "FROM", "JOIN", "INTO", "COLLATE"]
        try requireNoUse(of: added, in: texts) { name, previous in
            // Elsewhere it is the name of something else.
            name.text.hasPrefix("\"") && previous?.isPunctuation(".") != true
                && !(previous?.keyword.map(prefixes.contains) ?? false)
        }
    }

    /// - Throws: An error that names a trigger for updates of a column that is dropped. SQLite does not report it: the
    ///   trigger would never run.
    func requireNoTrigger(of dropped: [String], table: String) throws(SQLiteError) {
        guard !dropped.isEmpty else { return }
        let dropped = Set(dropped.map(SchemaName.init))
        for trigger in try objects()
        where trigger.type == "trigger" && SchemaName(trigger.table) == SchemaName(table) {
            let column = Self.updatedColumns(trigger.sql).first { dropped.contains(SchemaName($0)) }
            guard let column else { continue }
            throw Self.error("trigger", trigger.name, "no such column: \(MessageText.name(column))")
        }
    }

    /// The names after `UPDATE OF` in a `CREATE TRIGGER` statement.
    private static func updatedColumns(_ trigger: String) -> [String] {
        // The first `UPDATE` is the event: the keyword is reserved.
        let tokens = SQLTokens(trigger).prefix { $0.keyword != "BEGIN" }
            .drop { $0.keyword != "UPDATE" }.dropFirst()
        guard tokens.first?.keyword == "OF" else { return [] }
        return tokens.dropFirst().prefix { $0.keyword != "ON" }.compactMap(\.name)
    }

    private func allowsDoubleQuotedStrings(_ unknown: String) throws(SQLiteError) -> Bool {
        try problem(of: "SELECT \(identifier: unknown)") == nil
    }

    private typealias Text = (type: String, name: String, sql: String)

    /// The statements of all objects that may use a table.
    private func texts(
        _ table: DatabaseSchema.Table, withDefinition: Bool
    ) throws(SQLiteError) -> [Text] {
        var texts: [Text] = try objects().map { ($0.type, $0.name, $0.sql) }
        texts += table.indexes.compactMap { index in index.sql.map { ("index", index.name, $0) } }
        if withDefinition { texts.append(("constraint of table", table.name, table.sql)) }
        return texts.filter { text in
            text.type == "constraint of table" || text.type == "index"
                || SQLTokens(text.sql).contains {
                    $0.name.map(SchemaName.init) == SchemaName(table.name)
                }
        }
    }

    /// - Parameter matches: Whether a token with the name of a column is a use of it. It receives the previous token,
    ///   too.
    private func requireNoUse(
        of columns: [String], in texts: [(type: String, name: String, sql: String)],
        where matches: (SQLToken, SQLToken?) -> Bool
    ) throws(SQLiteError) {
        let columns = Set(columns.map(SchemaName.init))
        for (type, object, sql) in texts {
            var previous: SQLToken?
            for token in SQLTokens(sql) {
                defer { previous = token }
                guard let name = token.name, columns.contains(SchemaName(name)),
                    matches(token, previous)
                else { continue }
                let text = MessageText.name(name)
                throw Self.error(type, object, "it uses \(text), which would mean something else")
            }
        }
    }
}

extension DatabaseSchema.Table {
    fileprivate func columnNames(missingIn other: DatabaseSchema.Table) -> [String] {
        let positions = other.columnPositions
        return columns.map(\.name).filter { positions[SchemaName($0)] == nil }
    }

    /// The conditions and expressions of the table and its indexes that a new definition has, too.
    fileprivate func expressions(
        keptIn new: DatabaseSchema.Table
    ) -> [(type: String, name: String, sql: String)] {
        let kept = Set(new.checks.map(\.sql))
        let generated = columns.compactMap { column in
            column.generatedSQL.flatMap {
                new.column(column.name)?.generatedSQL == $0 ? $0 : nil
            }
        }
        let own = checks.map(\.sql).filter(kept.contains) + generated
        return own.map { ("constraint of table", name, $0) }
            + indexes.flatMap { index in
                (index.terms.compactMap(\.expression) + [index.condition].compactMap(\.self))
                    .map { ("index", index.name, $0) }
            }
    }
}
