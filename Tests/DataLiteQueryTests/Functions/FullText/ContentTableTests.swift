import DataLiteQuery
import Testing

/// A table without a rowid that has the columns of ``ReminderText``.
private struct Leaflet: Equatable {
    let code: String
    var number: Int
    var title: String
    var text: String
}

extension Leaflet: Table {
    static let tableDefinition = TableDefinition("leaflets") { columns in
        columns.add("code", String.self, primaryKey: true)
        columns.add("number", Int.self)
        columns.add("Title", String.self)
        columns.add("note_text", String.self)
    }

    static var constraints: [TableConstraint<Leaflet>] { [.withoutRowID] }

    init(row: inout RowReader) throws(SQLiteError) {
        code = try row.next()
        number = try row.next()
        title = try row.next()
        text = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(code)
        values.append(number)
        values.append(title)
        values.append(text)
    }

    struct Columns: ColumnSet {
        typealias Model = Leaflet
        typealias Output = Leaflet

        let _source: ColumnSource

        var code: SQLExpression<String> { _source.column("code") }
        var number: SQLExpression<Int> { _source.column("number") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Leaflet
        typealias Output = Leaflet?

        let _source: ColumnSource
    }
}

/// A full-text table with a column that ``Leaflet`` lacks.
private struct AuthorText: FTS5 {
    static let tableDefinition = TableDefinition("authorTexts") { columns in
        columns.add("author", String.self)
    }

    init(row: inout RowReader) throws(SQLiteError) { let _: String = try row.next() }

    func encode(to values: inout RowWriter) { values.append("") }

    struct Columns: ColumnSet {
        typealias Model = AuthorText
        typealias Output = AuthorText

        let _source: ColumnSource
    }

    struct OuterColumns: ColumnSet {
        typealias Model = AuthorText
        typealias Output = AuthorText?

        let _source: ColumnSource
    }
}

@Suite("The table with the text of a full-text table")
struct ContentTableTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Leaflet.createTable().execute(db)
    }

    private func message(_ body: () throws -> Void) -> String? {
        #expect(throws: SQLiteError.self) { try body() }?.message
    }

    @Test("A table without a rowid needs a column with integers, which the error asks for")
    func withoutRowID() throws {
        let expected = """
            table "leaflets" has no rowid for "reminderTexts": write one of its columns that \
            contains unique integers, `rowID: \\.number`
            """
        let created = message {
            _ = try ReminderText.createTable(content: .table(Leaflet.self)).sql()
        }
        #expect(created == expected)
        let triggers = message {
            try ReminderText.createTriggers(syncing: Leaflet.self).execute(db)
        }
        #expect(triggers == expected)
        let text = message {
            _ = try ReminderText.createTable(content: .table(Leaflet.self, rowID: \.code)).sql()
        }
        #expect(text == expected)
        #expect(try db.value("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 0)
    }

    @Test("A column of integers is the rowid of a table that has none")
    func integers() throws {
        try ReminderText.createTable(content: .table(Leaflet.self, rowID: \.number)).execute(db)
        try ReminderText.createTriggers(syncing: Leaflet.self, rowID: \.number).execute(db)
        try db.execute(
            "INSERT INTO leaflets VALUES ('x', 7, 'Bread', 'flour'), ('y', 8, 'Tea', '')")
        try db.execute("UPDATE leaflets SET title = 'Buns' WHERE code = 'x'")
        try db.execute("DELETE FROM leaflets WHERE code = 'y'")
        let found = try ReminderText.where { $0.match(allOf: "buns flour") }.fetchAll(db)
        #expect(found == [ReminderText(rowid: 7, title: "Buns", notes: "flour")])
        #expect(try ReminderText.where { $0.match(allOf: "tea") }.fetchCount(db) == 0)
        try ReminderText.integrityCheck().execute(db)
    }

    @Test("Triggers for a column that the other table lacks are refused")
    func missingColumn() {
        let message = message {
            try AuthorText.createTriggers(syncing: Leaflet.self, rowID: \.number).execute(db)
        }
        #expect(message == #"table "leaflets" has no column "author" for "authorTexts""#)
    }
}
