import DataLiteMacros
import Testing

@Table struct NoteText: FTS5 {
    let rowid: Int
    @Column("heading") let title: String
    var text = ""
}

@Table struct Measurement: Identifiable {
    let id: Int
    var celsius: Double
    @Column(generated: "celsius * 1.8 + 32", storage: .stored) let fahrenheit: Double
    @Column("text", generated: "celsius || ' degrees'") var label = ""
    @Column(as: JSONRepresentation<[Double]>.self, generated: "json_array(celsius)")
    let list: [Double]
}

@Suite("A full-text table or a table with generated columns")
struct SchemaTests {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("The key of a full-text table is the rowid")
    func fullText() throws {
        #expect(
            try NoteText.createTable(tokenize: .porter()).sql().text == """
                CREATE VIRTUAL TABLE "noteTexts" USING fts5 (
                  "heading",
                  "text",
                  tokenize = 'porter unicode61 ''remove_diacritics'' ''2'''
                )
                """)
        try NoteText.createTable(tokenize: .porter()).execute(db)
        try NoteText.insert {
            NoteText.Draft(title: "Corrected", text: "a text")
            NoteText(rowid: 7, title: "Other")
        }.execute(db)
        let found = try NoteText.where { $0.match(allOf: "correcting") }
            .select { ($0.rowid, $0.title.highlight("<", ">"), $0.rank) }.fetchAll(db)
        #expect(found.map(\.0) == [1])
        #expect(found.map(\.1) == ["<Corrected>"])
        #expect(try NoteText.find(7).fetchOne(db)?.title == "Other")
        #expect(try NoteText.differences(in: db) == [])
    }

    @Test("Drafts omit generated columns")
    func generated() throws {
        #expect(
            try Measurement.createTable().sql().text == """
                CREATE TABLE "measurements" (
                  "id" INTEGER PRIMARY KEY,
                  "celsius" REAL NOT NULL,
                  "fahrenheit" REAL NOT NULL GENERATED ALWAYS AS (celsius * 1.8 + 32) STORED,
                  "text" TEXT NOT NULL GENERATED ALWAYS AS (celsius || ' degrees') VIRTUAL,
                  "list" TEXT NOT NULL GENERATED ALWAYS AS (json_array(celsius)) VIRTUAL
                )
                """)
        try Measurement.createTable().execute(db)
        let row = try #require(
            try Measurement.insert { Measurement.Draft(celsius: 100) }.returning(\.self)
                .fetchOne(db))
        #expect(row.fahrenheit == 212)
        #expect(row.label == "100.0 degrees")
        #expect(row.list == [100])
        try Measurement.update(Measurement(id: 1, celsius: 0, fahrenheit: 1, list: [])).execute(db)
        try Measurement.upsert { Measurement.Draft(row) }.execute(db)
        #expect(try Measurement.all.fetchAll(db).map(\.fahrenheit) == [212])
        #expect(try Measurement.differences(in: db) == [])
    }
}
