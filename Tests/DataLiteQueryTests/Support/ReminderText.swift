import DataLiteQuery

/// A full-text table.
struct ReminderText: FTS5, Hashable {
    let rowid: Int
    let title: String
    let notes: String
}

extension ReminderText: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("reminderTexts") { columns in
        columns.add("rowid", Int.self, primaryKey: true)
        columns.add("title", String.self)
        columns.add("note_text", String.self)
    }

    var primaryKey: Int { rowid }

    init(row: inout RowReader) throws(SQLiteError) {
        self.rowid = try row.next()
        self.title = try row.next()
        self.notes = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(rowid)
        values.append(title)
        values.append(notes)
    }

    struct Columns: ColumnSet {
        typealias Model = ReminderText
        typealias Output = ReminderText

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var rowid: SQLExpression<Int> { _source.column("rowid", of: ReminderText.self) }
        var title: SQLExpression<String> { _source.column("title", of: ReminderText.self) }
        var notes: SQLExpression<String> { _source.column("note_text", of: ReminderText.self) }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = ReminderText
        typealias Output = ReminderText?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var rowid: SQLExpression<Int?> { _source.column("rowid", of: ReminderText.self) }
        var title: SQLExpression<String?> { _source.column("title", of: ReminderText.self) }
        var notes: SQLExpression<String?> { _source.column("note_text", of: ReminderText.self) }
    }

    struct Draft: TableDraft {
        typealias Model = ReminderText

        var rowid: Int?
        var title: String?
        var notes: String?

        init(rowid: Int? = nil, title: String? = nil, notes: String? = nil) {
            if let rowid { self.rowid = rowid }
            if let title { self.title = title }
            if let notes { self.notes = notes }
        }

        init(_ row: ReminderText) {
            rowid = row.rowid
            title = row.title
            notes = row.notes
        }

        func encode(to values: inout DraftValues) {
            values.append(rowid)
            values.append(title)
            values.append(notes)
        }
    }
}

extension ReminderText {
    /// A database with a full-text table of a few rows.
    static func connection(tokenize tokenizer: FTS5Tokenizer? = nil) throws -> Connection {
        let db = try Connection(location: .inMemory)
        try ReminderText.createTable(tokenize: tokenizer).execute(db)
        try ReminderText.insert {
            ReminderText(rowid: 1, title: "Buy milk", notes: "and bread, if there is any")
            ReminderText(rowid: 2, title: "Bread recipe", notes: "flour, water, salt")
            ReminderText(rowid: 3, title: "Café", notes: "e-mail Zoë about the milk")
        }.execute(db)
        return db
    }
}
