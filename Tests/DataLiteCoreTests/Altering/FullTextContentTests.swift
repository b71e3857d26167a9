import DataLiteAltering
import DataLiteCore
import Testing

@Suite("Altering the table that contains the text of a full-text table")
struct FullTextContentTests {
    private static let modules = [
        "fts5(title, words, content='songs', content_rowid='id')",
        "FTS5(title, words, Content = \"Songs\")", "fts4(title, words, content=songs)",
    ]

    private func database(_ module: String, isFilled: Bool = true) throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE songs(
                    id INTEGER PRIMARY KEY, title TEXT, words TEXT, artist INTEGER REFERENCES artists, year INT
                );
                CREATE VIRTUAL TABLE found USING \(module);
                CREATE VIRTUAL TABLE own USING fts5(title);
                INSERT INTO artists VALUES (9, 'Ann');
                INSERT INTO songs VALUES (5, 'Rain', 'in spring', 9, 1999);
                """)
        if isFilled { try db.execute("INSERT INTO found(found) VALUES ('rebuild')") }
        return db
    }

    private func requireUnchanged(
        _ db: Connection, _ body: () throws -> Void
    ) throws {
        let before = try (db.rows("SELECT * FROM songs"), db.rows("SELECT * FROM sqlite_master"))
        let error = #expect(throws: SQLiteError.self) { try body() }
        #expect(
            error?.message.hasPrefix("full-text table \"found\" would no longer work: ") == true,
            "\(String(describing: error))")
        #expect(try db.rows("SELECT * FROM songs") == before.0)
        #expect(try db.rows("SELECT * FROM sqlite_master") == before.1)
        #expect(try db.value("SELECT title FROM found WHERE found MATCH 'spring'") == "Rain")
        #expect(db.isAutocommit)
    }

    @Test(
        "New keys of a table with the text are refused before anything changes", arguments: modules)
    func keys(module: String) throws {
        let db = try database(module)
        for tables in [["songs"], ["artists", "SONGS"], nil] {
            let changes = db.totalChanges
            try requireUnchanged(db) { try db.migratePrimaryKeys(of: tables) }
            #expect(db.totalChanges == changes)
        }
        try db.migratePrimaryKeys(of: ["artists"])
        #expect(try db.value("SELECT title FROM found WHERE found MATCH 'rain'") == "Rain")
    }

    @Test("New keys in a column with text are refused")
    func references() throws {
        let db = try database("fts5(words, artist, content='songs', content_rowid='id')")
        let error = #expect(throws: SQLiteError.self) {
            try db.migratePrimaryKeys(of: ["artists"])
        }
        #expect(error?.message.contains("column \"artist\" of \"songs\"") == true)
    }

    @Test(
        "A column with text cannot be dropped or renamed, and the rowid stays one",
        arguments: modules,
        [
            { $0.dropColumn("words") }, { $0.renameColumn("title", to: "name") },
            { $0.changeOptions(to: "WITHOUT ROWID") },
            { table in
                table.renameColumn("year", to: "since")
                table.addColumn("more")
                table.dropColumn("title")
            },
            { table in
                table.renameColumn("title", to: "other")
                table.renameColumn("words", to: "title")
                table.renameColumn("other", to: "words")
            },
        ] as [@Sendable (inout TableAlteration) -> Void])
    func columns(module: String, change: @Sendable (inout TableAlteration) -> Void) throws {
        let db = try database(module)
        try requireUnchanged(db) { try db.alterTable("songs", change) }
    }

    @Test("The column with the rowids stays an integer key")
    func rowID() throws {
        let db = try database(Self.modules[0])
        try requireUnchanged(db) { try db.alterTable("songs") { $0.renameColumn("id", to: "key") } }
        try requireUnchanged(db) {
            try db.alterTable("songs") { $0.changeColumn("id", to: "id TEXT PRIMARY KEY") }
        }
        try requireUnchanged(db) {
            try db.rebuildTable(
                "songs", as: "CREATE TABLE songs(id PRIMARY KEY, title, words, artist, year)")
        }
    }

    @Test("A view that contains the text keeps its columns")
    func views() throws {
        let db = try database(Self.modules[0])
        try db.execute(
            script: """
                DROP TABLE found;
                CREATE VIEW texts AS SELECT id AS number, title, words FROM songs;
                CREATE VIRTUAL TABLE found USING fts5(title, words, content=texts, content_rowid=number);
                INSERT INTO found(found) VALUES ('rebuild');
                """)
        try requireUnchanged(db) {
            try db.alterTable("songs") { $0.renameColumn("title", to: "name") }
        }
        try requireUnchanged(db) { try db.migratePrimaryKeys(of: ["songs"]) }
    }

    @Test("Other changes keep the full-text table working", arguments: modules)
    func others(module: String) throws {
        let db = try database(module)
        try db.alterTable("songs") { table in
            table.renameColumn("year", to: "since")
            table.dropColumn("since")
            table.changeColumn("title", to: "title TEXT NOT NULL")
            table.addColumn("more")
        }
        try db.alterTable("artists") { $0.dropColumn("name") }
        #expect(try db.value("SELECT rowid FROM found WHERE found MATCH 'rain'") == 5)
        #expect(try db.value("SELECT words FROM found WHERE found MATCH 'rain'") == "in spring")
    }

    @Test("A full-text table that did not work before is not an error")
    func broken() throws {
        let module = "fts5(title, missing, content='songs', content_rowid='id')"
        let db = try database(module, isFilled: false)
        try db.alterTable("songs") { $0.renameColumn("title", to: "name") }
        try db.execute("CREATE VIRTUAL TABLE lost USING fts5(a, content='nowhere')")
        try db.execute("CREATE VIRTUAL TABLE none USING fts5(a, content='')")
        try db.alterTable("songs") { $0.dropColumn("name") }
    }

    @Test("Statements of their own do not rename or drop the text either", arguments: modules)
    func statements(module: String) throws {
        let db = try database(module)
        try requireUnchanged(db) { try db.renameTable("songs", to: "tracks") }
        try requireUnchanged(db) { try db.renameColumn("title", to: "name", in: "songs") }
        try requireUnchanged(db) { try db.dropColumn("words", from: "songs") }
        if !module.contains("id'") {
            try requireUnchanged(db) { try db.addColumn("rowid TEXT", to: "songs") }
        }
        try db.renameTable("artists", to: "bands")
        try db.renameColumn("year", to: "since", in: "songs")
        try db.dropColumn("since", from: "songs")
        try db.addColumn("more", to: "songs")
        try db.renameTable("found", to: "texts")
        #expect(try db.value("SELECT title FROM texts WHERE texts MATCH 'spring'") == "Rain")
        #expect(throws: SQLiteError.self) { try db.renameTable("none", to: "x", of: "nowhere") }
    }
}
