import DataLiteAltering
import DataLiteCore
import Foundation
import Testing

@Suite("Migrating primary keys")
struct MigratePrimaryKeysTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE artists(
                    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL CONSTRAINT known CHECK (id <> ''),
                    name TEXT UNIQUE, mentor INT REFERENCES artists ON DELETE SET NULL
                );
                CREATE TABLE albums(
                    "the id" INT NOT NULL, artist INTEGER REFERENCES artists(id) ON DELETE CASCADE, year INT,
                    PRIMARY KEY ("the id")
                );
                CREATE TABLE details(id INTEGER PRIMARY KEY REFERENCES albums, text TEXT);
                CREATE TABLE pages(detail INTEGER REFERENCES details, number INT, PRIMARY KEY (detail, number))
                    WITHOUT ROWID;
                CREATE TABLE notes(album INT, artist INT, FOREIGN KEY (album) REFERENCES albums) STRICT;
                CREATE TABLE codes(code TEXT PRIMARY KEY);
                CREATE TABLE plain(a INT);
                CREATE INDEX by_artist ON albums(artist, year);
                CREATE VIEW titles AS SELECT name, year FROM albums JOIN artists ON artists.id = albums.artist;
                CREATE TABLE log(artist);
                CREATE TRIGGER logged AFTER DELETE ON artists BEGIN INSERT INTO log VALUES (old.id); END;
                INSERT INTO artists VALUES (1, 'A', NULL), (5, 'B', 1), (-2, 'C', -2);
                INSERT INTO albums VALUES (10, 1, 1990), (11, 5, 1991), (12, NULL, 1992), (13, 5, NULL);
                INSERT INTO details VALUES (10, 'x'), (13, 'y');
                INSERT INTO pages VALUES (10, 1), (10, 2), (13, 1);
                INSERT INTO notes VALUES (11, 1), (NULL, 5);
                """)
    }

    private func key(_ table: String, _ old: Int64) -> String { "\(table)-\(old)" }

    @Test("References in other tables, shared keys, indexes, triggers and views follow")
    func everything() throws {
        try db.migratePrimaryKeys(key: key)
        func rows(_ sql: SQL) throws -> [String] {
            try db.rows(sql).map { row in
                row.values.map { $0.description.replacing("'", with: "") }.joined(separator: " ")
            }
        }
        #expect(
            try rows("SELECT rowid, * FROM artists ORDER BY rowid") == [
                "-2 artists--2 C artists--2", "1 artists-1 A NULL", "5 artists-5 B artists-1",
            ])
        #expect(
            try rows("SELECT * FROM albums ORDER BY 1") == [
                "albums-10 artists-1 1990", "albums-11 artists-5 1991", "albums-12 NULL 1992",
                "albums-13 artists-5 NULL",
            ])
        #expect(try rows("SELECT * FROM details ORDER BY 1") == ["albums-10 x", "albums-13 y"])
        #expect(try rows("SELECT * FROM pages") == ["albums-10 1", "albums-10 2", "albums-13 1"])
        #expect(try rows("SELECT * FROM notes") == ["albums-11 1", "NULL 5"])
        #expect(try rows("SELECT * FROM titles ORDER BY 1, 2") == ["A 1990", "B NULL", "B 1991"])
        let schema = try db.schema
        #expect(
            schema.table("artists")?.sql == """
                CREATE TABLE artists(
                    id TEXT NOT NULL PRIMARY KEY   CONSTRAINT known CHECK (id <> ''),
                    name TEXT UNIQUE, mentor TEXT REFERENCES artists ON DELETE SET NULL
                )
                """)
        #expect(schema.table("albums")?.column("the id")?.isNullable == false)
        #expect(schema.table("notes")?.columns.map(\.type) == ["TEXT", "INT"])
        #expect(schema.table("albums")?.indexes.contains { $0.name == "by_artist" } == true)
        #expect(schema.tables.count == 9)
        try db.execute("DELETE FROM pages")
        try db.execute("DELETE FROM details")
        try db.execute("DELETE FROM notes")
        try db.execute("DELETE FROM artists WHERE name = 'B'")
        #expect(try rows("SELECT * FROM log") == ["artists-5"])
        #expect(try rows("SELECT count(*) FROM albums") == ["2"])
        #expect(try rows("PRAGMA integrity_check") == ["ok"])
        #expect(try db.foreignKeys)
    }

    @Test("Keys are random UUIDs unless a function makes them, and the columns can have a default")
    func uuids() throws {
        try db.add(function: Function.RandomUUID.self)
        try db.migratePrimaryKeys(of: ["ALBUMS"], default: "uuid()")
        let keys = try db.rows("SELECT \"the id\" FROM albums", as: UUID.self)
        #expect(Set(keys).count == 4)
        #expect(
            try db.rows("SELECT typeof(artist) FROM albums WHERE artist", as: String.self).first
                == "integer")
        try db.execute("INSERT INTO albums(year) VALUES (2000)")
        try db.execute("INSERT INTO albums(\"the id\") VALUES (NULL)")
        #expect(Set(try db.rows("SELECT \"the id\" FROM albums", as: UUID.self)).count == 6)
        #expect(throws: SQLiteError.self) {
            try db.execute("INSERT INTO details(text) VALUES ('z')")
        }
    }

    @Test("Keys can be BLOBs")
    func blobs() throws {
        try db.migratePrimaryKeys(type: "BLOB") { _, old in
            SQLiteValue.blob(Data([UInt8(truncatingIfNeeded: old)]))
        }
        #expect(
            try db.rows("SELECT hex(id) FROM artists ORDER BY rowid", as: String.self) == [
                "FE", "01", "05",
            ])
        #expect(try db.schema.table("notes")?.column("album")?.type == "BLOB")
        #expect(try db.value("SELECT count(*) FROM details JOIN albums ON id = \"the id\"") == 2)
    }

    @Test(
        "Tables without one integer key are refused by name",
        arguments: [
            ("codes", "not an integer"), ("plain", "no primary key"), ("pages", "several columns"),
            ("titles", "not an ordinary table"), ("missing", "no such table"),
        ])
    func refused(table: String, message: String) throws {
        let before = try db.rows("SELECT * FROM sqlite_master")
        let error = #expect(throws: SQLiteError.self) {
            try db.migratePrimaryKeys(of: ["artists", table])
        }
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(try db.rows("SELECT * FROM sqlite_master") == before)
    }

    @Test(
        "What cannot be migrated changes nothing",
        arguments: [
            ("INSERT INTO notes VALUES (99, 1)", "refers to missing rows"),
            ("CREATE TABLE bad(a INT DEFAULT 1 REFERENCES artists)", "has a default"),
            (
                "CREATE TABLE bad(a INT REFERENCES artists REFERENCES albums)",
                "does not get the same keys"
            ),
            (
                "CREATE TABLE bad(a INT REFERENCES artists REFERENCES plain(a))",
                "does not get the same keys"
            ),
            ("CREATE TABLE bad(a INT PRIMARY KEY); INSERT INTO bad VALUES ('x')", "not integers"),
            ("CREATE TABLE bad(a INT PRIMARY KEY); INSERT INTO bad VALUES (NULL)", "not integers"),
            (
                "CREATE TABLE b1(id INTEGER PRIMARY KEY REFERENCES b2); "
                    + "CREATE TABLE b2(id INTEGER PRIMARY KEY REFERENCES b1)", "cycle"
            ),
            (
                "CREATE TABLE bad(id INTEGER PRIMARY KEY CHECK (typeof(id) = 'integer')); INSERT INTO bad VALUES (1)",
                "CHECK"
            ),
        ])
    func impossible(sql: String, message: String) throws {
        try db.setForeignKeys(false)
        try db.execute(script: sql)
        let before = try db.rows("SELECT * FROM sqlite_master")
        let error = #expect(throws: SQLiteError.self) { try db.migratePrimaryKeys(key: key) }
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(try db.rows("SELECT * FROM sqlite_master") == before)
        #expect(try db.value("SELECT id FROM artists WHERE name = 'B'") == 5)
    }

    @Test("A key that refers to a table that keeps its keys is refused")
    func sharedKey() throws {
        let error = #expect(throws: SQLiteError.self) { try db.migratePrimaryKeys(of: ["details"]) }
        #expect(error?.message.contains("\"details\" refers to a table") == true)
        try db.migratePrimaryKeys(of: ["details", "albums"], key: key)
        #expect(try db.value("SELECT id FROM details WHERE text = 'x'") == "albums-10")
    }

    @Test("Equal keys, and the error of the function, change nothing")
    func badKeys() throws {
        let error = #expect(throws: SQLiteError.self) {
            try db.migratePrimaryKeys { _, _ in "same" }
        }
        #expect(error?.resultCode.primary == .constraint)
        #expect(error?.message.contains("row 1 of table \"artists\"") == true)
        struct Stop: Error {}
        #expect(throws: Stop.self) { try db.migratePrimaryKeys { _, _ -> String in throw Stop() } }
        #expect(try db.value("SELECT id FROM artists WHERE name = 'B'") == 5)
        #expect(try db.foreignKeys)
    }

    @Test("The table in which a migrator records migrations keeps its keys")
    func records() throws {
        try db.execute(
            """
            CREATE TABLE datalite_migrations(
                position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, applied_at TEXT NOT NULL, sql TEXT)
            """)
        try db.migratePrimaryKeys()
        #expect(try db.schema.table("datalite_migrations")?.column("position")?.isRowID == true)
    }
}
