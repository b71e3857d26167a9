import DataLiteCore
import Testing

@Suite("Index advice")
struct IndexAdviceTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE albums (id INTEGER PRIMARY KEY, artist, year, title TEXT);
                CREATE VIRTUAL TABLE notes USING fts5(body);
                CREATE VIEW recent AS SELECT * FROM albums WHERE year > 2000;
                """)
    }

    @Test(
        "An index on the columns of a filter, a join or an order is advised",
        arguments: [
            ("SELECT * FROM albums WHERE artist = 1", ["albums: artist"]),
            ("SELECT * FROM albums WHERE artist = 1 AND year = 2", ["albums: artist, year"]),
            ("SELECT * FROM albums WHERE artist = 1 ORDER BY year", ["albums: artist, year"]),
            ("SELECT * FROM albums ORDER BY year", ["albums: year"]),
            (
                "SELECT * FROM artists JOIN albums ON albums.artist = artists.name WHERE artists.id = 1",
                ["albums: artist"]
            ),
            ("UPDATE albums SET year = 1 WHERE title = 'x'", ["albums: title"]),
            ("SELECT * FROM albums", []), ("SELECT * FROM albums WHERE id = 1", []),
            ("SELECT * FROM albums WHERE title LIKE '%x'", []), ("SELECT 1", []),
            ("INSERT INTO albums (artist) VALUES (1)", []),
        ])
    func advice(sql: String, expected: [String]) throws {
        let advice = try db.indexAdvice(SQL(raw: sql))
        // The order of columns that are compared for equality makes no difference.
        let texts = advice.map { "\($0.table): \($0.columns.sorted().joined(separator: ", "))" }
        #expect(texts.sorted() == expected)
        for index in advice { try db.execute(index.sql) }
        #expect(try db.indexAdvice(SQL(raw: sql)).isEmpty)
    }

    @Test("The statement of an advised index quotes its names")
    func text() {
        let index = IndexAdvice(table: "the \"table\"", columns: ["a", "b c"])
        #expect(
            index.sql.text
                == #"CREATE INDEX "the ""table""_a_b c" ON "the ""table""" ("a", "b c")"#)
    }

    @Test("The statistics of ANALYZE count")
    func statistics() throws {
        try db.execute("CREATE INDEX year ON albums (year)")
        try db.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO albums (artist, year) SELECT i, 1 FROM n
            """)
        try db.execute("ANALYZE")
        let advice = try db.indexAdvice("SELECT * FROM albums WHERE year = 1 AND artist = 5")
        #expect(advice.map(\.columns) == [["artist", "year"]])
    }

    @Test("Names of the schema do not collide with those of tried indexes")
    func names() throws {
        try db.execute(
            script: """
                CREATE TABLE "datalite advice 0" (x); CREATE INDEX "DATALITE advice x 1" ON albums (title);
                """)
        #expect(
            try db.indexAdvice("SELECT * FROM albums WHERE artist = 1").map(\.columns) == [
                ["artist"]
            ])
    }

    @Test("A statement that the copy cannot plan gets no advice")
    func functions() throws {
        try db.add(function: "twice") { (x: Int) in x * 2 }
        #expect(try db.indexAdvice("SELECT * FROM albums WHERE artist = twice(2)").isEmpty)
        #expect(throws: SQLiteError.self) { try db.indexAdvice("SELECT * FROM nowhere") }
    }

    @Test("Advice changes nothing in the database")
    func changesNothing() throws {
        let before = try db.rows("SELECT * FROM sqlite_schema")
        _ = try db.indexAdvice("SELECT * FROM albums WHERE artist = 1")
        #expect(try db.rows("SELECT * FROM sqlite_schema") == before)
        try db.execute("PRAGMA query_only = ON")
        #expect(try db.indexAdvice("SELECT * FROM recent WHERE artist = 1").count <= 1)
    }
}
