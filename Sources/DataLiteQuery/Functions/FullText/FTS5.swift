/// A full-text table (<https://sqlite.org/fts5.html>).
///
/// ```swift
/// @Table struct ReminderText: FTS5 {
///     let rowid: Int
///     let title: String
///     let notes: String
/// }
///
/// ReminderText.where { $0.match(allOf: search) }.order { $0.rank }
///     .select { ($0.rowid, $0.title.highlight("<b>", "</b>")) }
/// ```
///
/// A property named `rowid` is the rowid, which every full-text table has, rather than a declared column. All other
/// properties are columns with text to search.
public protocol FTS5: Table {}

extension TableDefinition {
    /// The columns that a full-text table declares.
    var fullTextColumns: [ColumnDefinition] { columns.list.filter { !$0.isRowID } }
}

extension ColumnDefinition {
    /// Whether the column is the rowid under its standard name.
    var isRowID: Bool { SQLName.matches(name, "rowid") }
}

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

extension FTS5 {
    /// Triggers that keep the index of an external content table, or of a contentless table, in sync with the table
    /// that contains the text.
    ///
    /// ```swift
    /// try ReminderText.createTable(content: .table(Reminder.self)).execute(db)
    /// try ReminderText.createTriggers(syncing: Reminder.self).execute(db)
    /// try ReminderText.rebuild().execute(db)  // for rows that exist already
    /// ```
    ///
    /// `INSERT OR REPLACE` and `UPDATE OR REPLACE` delete rows without firing triggers, unless the pragma
    /// `recursive_triggers` is on. An upsert does not delete rows.
    ///
    /// - Parameters:
    ///   - table: The table that contains the text.
    ///   - rowID: The column of `table` that contains the rowid.
    public static func createTriggers<T: Table, Key: Selectable>(
        syncing table: T.Type, rowID: KeyPath<T.Columns, Key>
    ) -> [SchemaObject] {
        triggers(syncing: table, FTS5ContentTable(table, rowID: rowID))
    }

    /// Triggers that keep the index of an external content table, or of a contentless table, in sync with the table
    /// that contains the text. The primary key of that table is the rowid.
    public static func createTriggers<T: Table>(syncing table: T.Type) -> [SchemaObject] {
        triggers(syncing: table, FTS5ContentTable(table))
    }

    private static func triggers<T: Table>(
        syncing table: T.Type, _ content: FTS5ContentTable
    ) -> [SchemaObject] {
        let index = tableDefinition
        let columns = index.fullTextColumns.map(\.name)
        let insert = _TriggerStatement(
            fragment: IndexRow(index: index, row: "new", content: content, isDeleted: false))
        let delete = _TriggerStatement(
            fragment: IndexRow(index: index, row: "old", content: content, isDeleted: true))
        // A generated column changes together with columns that are not known here.
        let isGenerated = table.tableDefinition.columns.list.contains {
            $0.generated != nil && columns.contains($0.name)
        }
        let updated =
            isGenerated
            ? [] : ([content.rowID].compactMap(\.self) + columns).map { SQLNode.column("", $0) }
        let events: [(String, TriggerEvent<T>)] = [
            ("insert", TriggerEvent(.insert, [insert])),
            ("update", TriggerEvent(.update(updated), [delete, insert])),
            ("delete", TriggerEvent(.delete, [delete])),
        ]
        return events.map { name, event in
            table.createTrigger("\(index.name)_\(name)", after: event)
        }
    }
}

/// Adds a row to the index of a full-text table, or removes it.
private struct IndexRow: SQLRenderable {
    let index: TableDefinition
    /// `new` or `old`.
    let row: String
    let content: FTS5ContentTable
    let isDeleted: Bool

    func write(to writer: inout _SQLWriter) {
        guard let rowID = content.rowID(for: index, &writer) else { return }
        let columns = index.fullTextColumns.map(\.name)
        writer.write("INSERT INTO ")
        writer.write(changed: index)
        writer.write(" (")
        if isDeleted {
            writer.writeName(index.name)
            writer.write(", ")
        }
        writer.writeList(["rowid"] + columns) { $0.writeName($1) }
        writer.write(isDeleted ? ") VALUES ('delete', " : ") VALUES (")
        writer.writeList([rowID] + columns) { $0.writeColumn(row, $1) }
        writer.write(")")
    }
}
