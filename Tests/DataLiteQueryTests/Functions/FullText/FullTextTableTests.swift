import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A full-text table")
struct FullTextTableTests {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("A full-text table is created with its columns, but not with the rowid")
    func create() throws {
        let statement = ReminderText.createTable(ifNotExists: true)
        #expect(
            try statement.sql().text == """
                CREATE VIRTUAL TABLE IF NOT EXISTS "reminderTexts" USING fts5 (
                  "title",
                  "note_text"
                )
                """)
        try statement.execute(db)
        try statement.execute(db)
        #expect(try ReminderText.differences(in: db) == [])
        #expect(throws: SQLiteError.self) { try ReminderText.createTable(strict: true).sql() }
        try ReminderText.dropTable().execute(db)
        #expect(
            try ReminderText.differences(in: db).map(\.kind) == [.missingTable("reminderTexts")])
    }

    @Test("A full-text table has the given options")
    func options() throws {
        let statement = ReminderText.createTable(
            tokenize: .porter(.unicode61(tokenCharacters: "-'")), prefix: [2, 3],
            unindexed: [\.notes], detail: .column, columnSize: false)
        #expect(
            try statement.sql().text == """
                CREATE VIRTUAL TABLE "reminderTexts" USING fts5 (
                  "title",
                  "note_text" UNINDEXED,
                  tokenize = 'porter unicode61 ''remove_diacritics'' ''2'' ''tokenchars'' ''-''''''',
                  prefix = '2 3',
                  detail = 'column',
                  columnsize = 0
                )
                """)
        try statement.execute(db)
        try ReminderText.insert { ReminderText(rowid: 1, title: "it's e-mail", notes: "text") }
            .execute(db)
        #expect(try ids { $0.match(allOf: "mail") } == [])
        #expect(try ids { $0.match(allOf: "it's E-MAILS") } == [1])
        #expect(try ids { $0.match(allOf: "text") } == [])
    }

    @Test(
        "A full-text table accepts each tokenizer",
        arguments: [
            "trigram", .trigram(caseSensitive: true), .ascii(separators: "x"),
            .unicode61(diacritics: .keep), .unicode61(diacritics: .removeSingle), .porter(.ascii()),
            FTS5Tokenizer("unicode61", ["categories", "L* N* Co"]),
        ] as [FTS5Tokenizer])
    func tokenizers(tokenizer: FTS5Tokenizer) throws {
        try ReminderText.createTable(tokenize: tokenizer).execute(db)
        try ReminderText.insert { ReminderText(rowid: 1, title: "Milk", notes: "") }.execute(db)
        #expect(try ids { $0.match(allOf: "Milk") } == [1])
        let isTrigram = tokenizer.text.hasPrefix("trigram")
        #expect(try ids { $0.match(allOf: "ilk") } == (isTrigram ? [1] : []))
        if isTrigram { #expect(try ids { $0.title.glob("*il*") } == [1]) }
    }

    @Test("An option of a full-text table that needs a newer SQLite is reported")
    func requirements() throws {
        let tokenizer = ReminderText.createTable(tokenize: .trigram(removesDiacritics: true))
        let cafe = ReminderText(rowid: 1, title: "Café", notes: "")
        let deletable = ReminderText.createTable(content: .contentless(deletable: true))
        if Connection.libraryVersionNumber < 3_043_000 {
            let error = #expect(throws: SQLiteError.self) { try deletable.sql() }
            #expect(
                error?.message.hasPrefix(
                    "a contentless table with rows that can be deleted requires SQLite 3.43.0")
                    == true)
            #expect(throws: SQLiteError.self) { try tokenizer.sql() }
        } else {
            try tokenizer.execute(db)
            try ReminderText.insert { cafe }.execute(db)
            #expect(try ids { $0.match(allOf: "cafe") } == [1])
            try ReminderText.dropTable().execute(db)
            try deletable.execute(db)
            try ReminderText.insert { cafe }.execute(db)
            try ReminderText.find(1).delete().execute(db)
            #expect(try ids { $0.match(allOf: "cafe") } == [])
        }
    }

    @Test("A full-text table is changed with the usual statements")
    func changes() throws {
        try ReminderText.createTable().execute(db)
        try ReminderText.insert { ReminderText.Draft(title: "Milk", notes: "fresh") }.execute(db)
        let update = ReminderText.find(1).update {
            $0.title = $0.title + "!"; $0.notes = "old"
        }
        #expect(
            try update.sql().text == """
                UPDATE "reminderTexts" SET "title" = "reminderTexts"."title" || ?, \
                "note_text" = ? WHERE "reminderTexts"."rowid" = ?
                """)
        try update.execute(db)
        try ReminderText.insert {
            ($0.title, $0.notes)
        } values: {
            ("Bread", "fresh")
        }.execute(db)
        #expect(try ids { $0.match(allOf: "fresh") } == [2])
        try ReminderText.where { $0.match(allOf: "milk") }.delete().execute(db)
        #expect(try ReminderText.all.fetchAll(db).map(\.title) == ["Bread"])
    }

    @Test("A contentless table can be searched, and removes a row by its text")
    func contentless() throws {
        let statement = ReminderText.createTable(content: .contentless())
        #expect(
            try statement.sql().text == """
                CREATE VIRTUAL TABLE "reminderTexts" USING fts5 (
                  "title",
                  "note_text",
                  content = ''
                )
                """)
        try statement.execute(db)
        let row = ReminderText(rowid: 1, title: "Milk", notes: "fresh")
        try ReminderText.insert {
            row
            ReminderText(rowid: 2, title: "Bread", notes: "fresh")
        }.execute(db)
        #expect(try ids { $0.match(allOf: "fresh") } == [1, 2])
        let removal = ReminderText.removeFromIndex(row)
        #expect(
            try removal.sql().text == """
                INSERT INTO "reminderTexts" ("reminderTexts", "rowid", "title", "note_text") \
                VALUES ('delete', ?, ?, ?)
                """)
        try removal.execute(db)
        #expect(try ids { $0.match(allOf: "fresh") } == [2])
        try ReminderText.removeAllFromIndex().execute(db)
        #expect(try ids { $0.match(allOf: "fresh") } == [])
    }

    @Test("The commands of a full-text table run on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectExecute(
                #"INSERT INTO "reminderTexts" ("reminderTexts") VALUES ('rebuild')"#)
            mock.expectExecute(
                #"INSERT INTO "reminderTexts" ("reminderTexts", "rank") VALUES ('merge', ?)"#
            ).with(-8)
            try ReminderText.rebuild().execute(mock)
            try ReminderText.merge(pages: -8).execute(mock)
        }
    }

    private func ids(
        _ condition: (ReminderText.Columns) -> SQLExpression<Bool>
    ) throws -> [Int] {
        try ReminderText.where { condition($0) }.order(by: \.rowid).select(\.rowid).fetchAll(db)
    }
}
