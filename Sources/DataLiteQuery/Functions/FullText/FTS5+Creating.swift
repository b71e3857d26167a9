extension FTS5 {
    /// A statement that creates the full-text table.
    ///
    /// ```swift
    /// ReminderText.createTable(tokenize: "trigram")
    /// ReminderText.createTable(content: .table(Reminder.self))
    /// ```
    ///
    /// - Parameters:
    ///   - ifNotExists: Whether to keep an existing table with this name instead of throwing.
    ///   - tokenizer: The tokenizer, which divides text into words; `unicode61` by default.
    ///   - prefix: The lengths of the prefixes to index, which makes prefix searches of these
    ///     lengths faster.
    ///   - unindexed: The columns that are stored but not searched.
    ///   - content: The place where the text is stored.
    ///   - detail: The details of word positions to store. Anything other than `full` takes less space, but searching
    ///     for a phrase is then an error; a word that contains punctuation is a phrase.
    ///   - columnSize: Whether to store the number of words of each column, which `bm25` requires.
    @_disfavoredOverload
    public static func createTable(
        ifNotExists: Bool = false, tokenize tokenizer: FTS5Tokenizer? = nil, prefix: [Int] = [],
        unindexed: [PartialKeyPath<Columns>] = [], content: FTS5Content = .stored,
        detail: FTS5Detail = .full, columnSize: Bool = true
    ) -> SchemaStatement {
        if !constraintDefinitions.isEmpty {
            return failing("cannot have constraints")
        }
        let all = columns
        let names = unindexed.map { path in
            (all[keyPath: path] as? any Selectable).flatMap { _SelectList($0).fields.first?.node }?
                .columnName
        }
        return SchemaStatement(
            CreateFullTextTable(
                table: tableDefinition, ifNotExists: ifNotExists, tokenizer: tokenizer,
                prefix: prefix, unindexed: names, content: content.kind, detail: detail,
                storesColumnSize: columnSize))
    }

    /// Called where the static type of the table is `Table`, although the table is a full-text table.
    static func createVirtualTable(ifNotExists: Bool, strict: Bool) -> SchemaStatement {
        let statement: SchemaStatement = createTable(ifNotExists: ifNotExists, tokenize: nil)
        return strict ? failing("cannot be strict") : statement
    }

    private static func failing(_ reason: String) -> SchemaStatement {
        SchemaStatement(
            FailedPart(
                SQLiteError.misuse("the full-text table \"\(tableName)\" \(reason)")))
    }
}

/// `CREATE VIRTUAL TABLE ... USING fts5`, one column or option per line.
private struct CreateFullTextTable: SQLRenderable {
    let table: TableDefinition
    let ifNotExists: Bool
    let tokenizer: FTS5Tokenizer?
    let prefix: [Int]
    let unindexed: [String?]
    let content: FTS5Content.Kind
    let detail: FTS5Detail
    let storesColumnSize: Bool

    func write(to writer: inout _SQLWriter) {
        writer.write(
            ifNotExists ? "CREATE VIRTUAL TABLE IF NOT EXISTS " : "CREATE VIRTUAL TABLE ")
        writer.write(bytes: table.quotedName)
        writer.write(" USING fts5 (")
        for (index, column) in table.fullTextColumns.enumerated() {
            writer.write(index == 0 ? "\n  " : ",\n  ")
            writer.writeName(column.name)
            if unindexed.contains(column.name) { writer.write(" UNINDEXED") }
        }
        if unindexed.contains(nil) {
            writer.fail(misuse: "only columns of \"\(table.name)\" can be excluded from its index")
        }
        if let tokenizer {
            if let requirement = tokenizer.requirement { writer.require(requirement) }
            write("tokenize", tokenizer.text, to: &writer)
        }
        if !prefix.isEmpty {
            write("prefix", prefix.map(String.init).joined(separator: " "), to: &writer)
        }
        writeContent(to: &writer)
        if detail != .full { write("detail", detail.rawValue, to: &writer) }
        if !storesColumnSize { writer.write(",\n  columnsize = 0") }
        writer.write("\n)")
    }

    private func writeContent(to writer: inout _SQLWriter) {
        switch content {
        case .stored:
            break
        case .table(let other):
            requireSameSchema(other.definition, &writer)
            write("content", other.definition.name, to: &writer)
            if let rowID = other.rowID(for: table, &writer), rowID != "rowid" {
                write("content_rowid", rowID, to: &writer)
            }
        case .none(let isDeletable):
            write("content", "", to: &writer)
            guard isDeletable else { return }
            writer.require(.since(3_043_000, "a contentless table with rows that can be deleted"))
            writer.write(",\n  contentless_delete = 1")
        }
    }

    private func requireSameSchema(_ other: TableDefinition, _ writer: inout _SQLWriter) {
        guard !SQLName.matches(other.schema ?? "main", table.schema ?? "main") else { return }
        writer.fail(
            misuse:
                "\"\(table.name)\" and the table with its content, \"\(other.name)\", are not in the "
                + "same schema")
    }

    /// FTS5 parses its options, which are text in single quotes.
    private func write(_ option: StaticString, _ text: String, to writer: inout _SQLWriter) {
        if text.utf8.contains(0) {
            writer.fail(misuse: "an option of \"\(table.name)\" contains a NUL character")
        }
        writer.write(",\n  ")
        writer.write(option)
        writer.write(" = ")
        writer.write(raw: "'\(text.replacing("'", with: "''"))'")
    }
}
