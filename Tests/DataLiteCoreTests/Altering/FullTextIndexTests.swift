import DataLiteAltering
import DataLiteCore
import Testing

@Suite("Changing the text of a full-text table")
struct FullTextIndexTests {
    private func database(_ module: String, content: String = "songs") throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE songs(id INTEGER PRIMARY KEY, title TEXT, code TEXT, year INT, both AS (title || code));
                CREATE VIEW texts AS SELECT id, upper(title) AS title, both FROM songs;
                CREATE VIRTUAL TABLE found USING \(module)(title, both, content=\(content)
                    \(module == "fts5" ? ", content_rowid=id" : ""));
                INSERT INTO songs VALUES (5, 'Rain', '007', 1999), (6, 'Sun', '1', 2000);
                """)
        return db
    }

    private func matches(_ db: Connection, _ word: String) throws -> [Int] {
        try db.rows("SELECT rowid FROM found WHERE found MATCH \(word)", as: Int.self)
    }

    @Test(
        "It is filled again", arguments: [("fts5", "songs"), ("fts4", "songs"), ("fts5", "texts")])
    func filled(module: String, content: String) throws {
        let db = try database(module, content: content)
        try db.execute("INSERT INTO found(found) VALUES ('rebuild')")
        #expect(try matches(db, "rain") == [5])
        try db.alterTable("songs") { table in
            table.changeColumn("title", to: "title TEXT NOT NULL", values: "title || ' song'")
        }
        #expect(try matches(db, "song") == [5, 6])
        // The type changes the text of a generated column.
        #expect(try matches(db, "song007") == [5])
        try db.alterTable("songs") { $0.changeColumn("code", to: "code INT") }
        #expect(try matches(db, "song007") == [])
        #expect(try matches(db, "song7") == [5])
        try db.alterTable("songs") {
            $0.changeColumn("id", to: "id INTEGER PRIMARY KEY", values: "id + 10")
        }
        #expect(try matches(db, "song") == [15, 16])
    }

    @Test("If it did not contain the text of all rows, the change is refused")
    func partial() throws {
        let db = try database("fts5")
        try db.execute("INSERT INTO found(rowid, title, both) VALUES (5, 'Rain', 'Rain007')")
        let error = #expect(throws: SQLiteError.self) {
            try db.alterTable("songs") { $0.changeColumn("title", to: "title TEXT", values: "'x'") }
        }
        #expect(error?.message.hasPrefix("full-text table \"found\" would no longer work") == true)
        #expect(try db.value("SELECT title FROM songs") == "Rain")
        try db.alterTable("songs") { $0.changeColumn("title", to: "title TEXT NOT NULL") }
        #expect(try matches(db, "sun") == [])
        #expect(try matches(db, "rain") == [5])
    }
}
