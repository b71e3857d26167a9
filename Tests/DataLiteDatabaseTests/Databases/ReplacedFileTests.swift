import DataLiteDatabase
import Foundation
import Testing

@Suite("A database whose file is replaced")
struct ReplacedFileTests {
    /// A database with an item in its WAL, its path, and the path of another database.
    private func withFiles(_ body: (_ path: String, _ new: String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let new = directory + "/new.sqlite"
            let other = try Connection(path: new)
            try other.execute("CREATE TABLE other(x)")
            for number in 1...100 { try other.execute("INSERT INTO other VALUES (\(number))") }
            try other.close()
            try body(path, new)
        }
    }

    private func openWithItem(_ path: String) throws -> Database {
        let database = try Database(path: path)
        try database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            for _ in 1...500 { try db.addItem("old") }
        }
        return database
    }

    private func expectNew(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let database = try Database(path: path)
        let (check, sum, items) = try database.read { db in
            (
                try db.value("PRAGMA integrity_check", as: String.self),
                try db.value("SELECT sum(x) FROM other", as: Int.self),
                try db.value(
                    "SELECT count(*) FROM sqlite_schema WHERE name = 'items'", as: Int.self)
            )
        }
        #expect(check == "ok", sourceLocation: sourceLocation)
        #expect(sum == 5050, sourceLocation: sourceLocation)
        #expect(items == 0, sourceLocation: sourceLocation)
    }

    @Test("A database whose file was replaced does not modify the new file")
    func bytes() throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            #expect(try database.itemCount() == 500)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: new))
            try #require(rename(new, path) == 0)
            let error = try failure { try database.write { try $0.addItem() } }
            #expect(error.resultCode == .readonlyDBMoved)
            // The open reader still uses the old file.
            #expect(try database.itemCount() == 500)
            #expect(try failure { try database.snapshot() }.resultCode == .readonlyDBMoved)
            try database.close()
            #expect(try failure { try database.itemCount() }.message == "the database is closed")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
    }

    @Test(
        "The new file can be opened after the database is closed", arguments: [true, false],
        [true, false])
    func reopening(reads: Bool, writes: Bool) throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            if reads { _ = try database.itemCount() }
            try #require(rename(new, path) == 0)
            if writes { _ = try failure { try database.write { try $0.addItem() } } }
            try database.close()
            try expectNew(path)
        }
    }

    @Test("A file that the system cannot look up at the moment is not taken for a replaced one")
    func passingFailure() throws {
        try withTemporaryDirectory { directory in
            let folder = directory + "/a"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            let database = try openWithItem(folder + "/x.sqlite")
            try #require(rename(folder, directory + "/b") == 0)
            // Looking up the path fails with ELOOP.
            try #require(symlink(folder, folder) == 0)
            try database.write { try $0.addItem() }
            unlink(folder)
            let error = try failure { try database.write { try $0.addItem() } }
            #expect(error.resultCode == .readonlyDBMoved)
            try #require(rename(directory + "/b", folder) == 0)
            #expect(try database.itemCount() == 501)
            try Database(path: folder + "/x.sqlite").close()
            try database.close()
        }
    }

    @Test("The new file can be opened after the database is released")
    func release() throws {
        try withFiles { path, new in
            do {
                let database = try openWithItem(path)
                #expect(try database.itemCount() == 500)
                try #require(rename(new, path) == 0)
            }
            try expectNew(path)
        }
    }

    @Test(
        "A failed write empties the WAL of the old file"
    )
    func failedWrite() throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            try #require(rename(new, path) == 0)
            _ = try failure { try database.write { try $0.addItem() } }
            // The WAL has no pages that could be applied to the new file. Its size is checked, because Foundation leaks
            // memory when it reads an empty file.
            let wal = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            #expect(wal[.size] as? Int == 0)
            try database.close()
        }
    }

    @Test("The commits are saved in the old file")
    func oldFile() throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            try #require(rename(path, path + ".old") == 0)
            try #require(rename(new, path) == 0)
            try database.close()
            try expectNew(path)
            #expect(try Database(path: path + ".old").itemCount() == 500)
        }
    }

    @Test("The WAL of the new file is not modified")
    func newWAL() throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
            try #require(rename(new, path) == 0)
            let other = try ChildProcess(
                "DatabaseStress",
                ["hold", path, "PRAGMA journal_mode = WAL; INSERT INTO other VALUES (0)"])
            try #require(other.readLine() == "held")
            try database.close()
            _ = other.kill()
            let size = try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count
            #expect(size > 0)
            try expectNew(path)
            #expect(
                try Database(path: path).read {
                    try $0.value("SELECT count(*) FROM other", as: Int.self)
                } == 101)
        }
    }

    @Test("A replaced file cannot be opened before the database is closed")
    func second() throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            try #require(rename(new, path) == 0)
            let error = try failure { try Database(path: path) }
            #expect(error.resultCode == .readonlyDBMoved)
            #expect(error.message.contains("close that database first"))
            try database.close()
            try expectNew(path)
        }
    }

    // A file system of Apple's platforms takes both names for one file.
    #if os(Linux)
        @Test("Files whose names differ only in their Unicode form are different files")
        func unicodeForms() throws {
            try withTemporaryDirectory { directory in
                let composed = try openWithItem(directory + "/caf\u{E9}.sqlite")
                let decomposed = try Database(path: directory + "/cafe\u{301}.sqlite")
                #expect(try decomposed.read { try $0.schema.tables.isEmpty })
                #expect(try composed.itemCount() == 500)
            }
        }
    #endif

    @Test("Closing reports that another process uses the WAL of the old file")
    func blocked() throws {
        try withFiles { path, new in
            let database = try openWithItem(path)
            let other = try ChildProcess(
                "DatabaseStress", ["hold", path, "BEGIN; SELECT count(*) FROM items"])
            try #require(other.readLine() == "held")
            try #require(rename(new, path) == 0)
            let error = try failure { try database.close() }
            #expect(error.resultCode == .readonlyDBMoved)
            #expect(error.message.contains("delete \"\(path)-wal\""))
            _ = other.kill()
        }
    }
}
