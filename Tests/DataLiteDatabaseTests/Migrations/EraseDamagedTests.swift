import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite("Erasing a damaged database")
struct EraseDamagedTests {
    /// A file in which all pages after the first one are overwritten.
    private func damagedFile(
        in directory: String, _ journalMode: JournalMode = .wal
    ) throws -> String {
        let path = directory + "/damaged.sqlite"
        let database = try Database(
            path: path, configuration: Database.Configuration { $0.journalMode = journalMode })
        try database.write { db in
            try db.setUserVersion(7)
            try db.execute(
                script: """
                    CREATE TABLE words(id INTEGER PRIMARY KEY, word TEXT);
                    CREATE INDEX by_word ON words(word);
                    INSERT INTO words(word)
                    SELECT 'word ' || value FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8]');
                    """)
        }
        try database.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(4096..., with: Data(repeating: 0xAA, count: bytes.count - 4096))
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("The file is empty and intact afterwards, and can be used")
    func erase() throws {
        try withTemporaryDirectory { directory in
            let database = try Database(path: damagedFile(in: directory))
            #expect(throws: SQLiteError.self) {
                try database.write { db in try db.execute("DROP TABLE words") }
            }
            try database.erase()
            let count = try database.read { db in
                try db.value("SELECT count(*) FROM sqlite_schema", as: Int.self)
            }
            let check = try database.read { db in
                try db.value("PRAGMA integrity_check", as: String.self)
            }
            let version = try database.read { db in try db.userVersion }
            #expect(count == 0)
            #expect(check == "ok")
            #expect(version == 0)
            // The connection erases nothing else.
            try database.writeWithoutTransaction { db in
                try db.execute("CREATE TABLE words(word TEXT)")
                try db.execute("VACUUM")
            }
            #expect(try database.read { db in try db.tableExists("words") })
        }
    }

    @Test("A reader of a file that is not in WAL mode prevents it")
    func locked() throws {
        try withTemporaryDirectory { directory in
            let path = try damagedFile(in: directory, .delete)
            let configuration = Connection.Configuration { $0.busyTimeout = .zero }
            let connection = try Connection(path: path, configuration: configuration)
            let other = try Connection(path: path, configuration: configuration)
            try other.beginTransaction()
            #expect(try other.value("SELECT count(*) FROM sqlite_schema") == 2)
            let error = #expect(throws: SQLiteError.self) { try connection.erase() }
            #expect(error?.resultCode == .busy)
            #expect(try connection.isOn(.databaseReset) == false)
            try other.rollbackTransaction()
            try connection.erase()
            #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == 0)
        }
    }
}
