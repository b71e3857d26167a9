internal import DataLiteCore
import Foundation

/// The contents of the files of a database, for tests that damage them.
package struct DatabaseImage: Sendable {
    package var database: [UInt8]
    /// The write-ahead log; empty if there is none.
    package var log: [UInt8] = []

    /// A database with tables, views, triggers and indexes of each kind, on many pages.
    ///
    /// - Parameter hasLog: Whether half of the rows are in a write-ahead log.
    package init(hasLog: Bool) throws {
        self = try withTemporaryDirectory { directory in
            let path = directory + "/whole.db"
            let connection = try Connection(path: path)
            try connection.execute(
                script: "PRAGMA page_size = 512; PRAGMA auto_vacuum = \(hasLog ? 2 : 0)")
            if hasLog {
                try connection.execute(
                    script: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            }
            try connection.execute(script: Self.schema + Self.rows(0..<60))
            if hasLog {
                _ = try connection.row("PRAGMA wal_checkpoint(TRUNCATE)")
                try connection.execute(script: Self.rows(60..<90))
            } else {
                try connection.execute(script: "DELETE FROM notes WHERE id % 5 = 0")
            }
            // Closing would delete the log.
            let image = Self(
                database: Self.bytes(path), log: hasLog ? Self.bytes(path + "-wal") : [])
            try connection.close()
            return image
        }
    }

    private init(database: [UInt8], log: [UInt8]) {
        self.database = database
        self.log = log
    }

    /// The size of a page.
    package static let pageSize = 512

    /// All names have five letters, so that one can replace another in the schema.
    package static let tables = ["lists", "notes", "words", "links", "views", "texts"]

    private static let schema = """
        CREATE TABLE lists(
            id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'none'
            CHECK (length(title) < 100), weight REAL, extra BLOB);
        CREATE TABLE notes(
            id INTEGER PRIMARY KEY, list INTEGER REFERENCES lists ON DELETE CASCADE,
            title TEXT COLLATE NOCASE, twice AS (id * 2), state TEXT DEFAULT (lower('OPEN')));
        CREATE TABLE words(title TEXT PRIMARY KEY, count INT NOT NULL, extra ANY) WITHOUT ROWID;
        CREATE TABLE links(list INT, note INT, title TEXT, PRIMARY KEY (list, note)) STRICT;
        CREATE INDEX notes_list ON notes(list, title) WHERE title IS NOT NULL;
        CREATE UNIQUE INDEX lists_head ON lists(substr(title, 1, 40), id);
        CREATE VIEW views AS
            SELECT lists.title, count(*) AS count FROM lists JOIN notes ON list = lists.id GROUP BY 1;
        CREATE VIEW texts(title, id) AS
            WITH RECURSIVE parts(n, id) AS (SELECT 1, 1 UNION ALL SELECT n + 1, id FROM parts LIMIT 9)
            SELECT words.title, n FROM parts JOIN words ON n = count;
        CREATE TRIGGER notes_word AFTER INSERT ON notes BEGIN
            INSERT INTO words VALUES (new.title, 1, new.id)
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER views_note INSTEAD OF INSERT ON views BEGIN
            INSERT INTO notes(list, title) SELECT id, new.title FROM lists LIMIT 1;
        END;

        """

    private static func rows(_ range: Range<Int>) -> String {
        range.map { index in
            """
            INSERT INTO lists(title, weight, extra)
                VALUES ('list \(index)', \(index).5, zeroblob(\(index % 20 == 7 ? 2_000 : index)));
            INSERT INTO notes(list, title) VALUES (\(index % 7 + 1), 'note \(index % 11)');
            INSERT OR IGNORE INTO links VALUES (\(index), \(index % 3), 'link');

            """
        }.joined()
    }

    private static func bytes(_ path: String) -> [UInt8] {
        FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }

    /// Writes the files to a path, and replaces an existing database there.
    package func write(to path: String) throws {
        for suffix in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        try Data(database).write(to: URL(fileURLWithPath: path))
        if !log.isEmpty { try Data(log).write(to: URL(fileURLWithPath: path + "-wal")) }
    }
}
