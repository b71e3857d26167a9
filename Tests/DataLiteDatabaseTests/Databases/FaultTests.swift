import DataLiteDatabase
import Foundation
import Testing

@Suite("A database on which something fails")
struct FaultTests {
    /// A database in a file, and its path.
    private func withFile(
        _ change: (inout Database.Configuration) -> Void = { _ in },
        _ body: (Database, String) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let database = try Database(path: path, configuration: .init(change))
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            try body(database, path)
        }
    }

    @Test("A write reports the write lock of another connection and succeeds later")
    func locked() throws {
        try withFile {
            $0.busyTimeout = .milliseconds(10)
        } _: { database, path in
            let other = try Connection(path: path)
            try other.beginTransaction(.immediate)
            #expect(try failure { try database.write { try $0.addItem() } }.resultCode == .busy)
            #expect(try database.itemCount() == 0)
            try other.rollbackTransaction()
            try database.write { db in try db.addItem() }
            #expect(try database.itemCount() == 1)
        }
    }

    @Test(
        "A write to a full database saves nothing, and later writes succeed",
        arguments: TestStorage.allCases)
    func full(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure {
            try database.writeWithoutTransaction { db in
                try db.execute("PRAGMA max_page_count = 10")
                try db.transaction {
                    for _ in 1...100 { try db.addItem(String(repeating: "x", count: 4000)) }
                }
            }
        }
        #expect(error.resultCode == .full)
        #expect(try database.itemCount() == 0)
        try database.write { db in
            for _ in 1...100 { try db.addItem(String(repeating: "x", count: 4000)) }
        }
        #expect(try database.itemCount() == 100)
    }

    @Test("A database detects a schema change by another connection")
    func schema() throws {
        try withFile { database, path in
            #expect(try database.read { try $0.rows("SELECT * FROM items").count } == 0)
            let other = try Connection(path: path)
            try other.execute("ALTER TABLE items ADD COLUMN price REAL DEFAULT 2.5")
            try other.execute("INSERT INTO items(name) VALUES ('Ada')")
            let row = try database.read { try $0.row("SELECT * FROM items") }
            #expect(row?.lenientValue(at: 2) as Double? == 2.5)
            try database.write { try $0.execute("UPDATE items SET price = 3") }
        }
    }

    @Test("A database whose file was deleted or replaced rejects writes", arguments: [true, false])
    func moved(replaced: Bool) throws {
        try withFile {
            $0.readerLimit = 2
        } _: { database, path in
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            if replaced { try Connection(path: path).execute("CREATE TABLE other(x)") }
            let error = try failure { try database.write { try $0.addItem() } }
            #expect(error.resultCode == .readonlyDBMoved)
            #expect(error.message.contains("replaced, moved or deleted"))
            // No reader was open; a new reader would read the other file.
            #expect(try failure { try database.itemCount() }.resultCode == .readonlyDBMoved)
            try? database.close()
            #expect(throws: SQLiteError.self) { try database.read { _ in } }
        }
    }

    @Test("A database reports an overwritten file and reads the restored file")
    func overwritten() throws {
        try withFile { database, path in
            try database.write { try $0.addItem() }
            try database.checkpoint(.truncate)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            let bytes = try #require(try file.readToEnd())
            try file.overwrite(with: Data(repeating: 0xa5, count: bytes.count))
            let error = try failure { try database.itemCount() }
            #expect([.notADB, .corrupt].contains(error.resultCode.primary))
            try file.overwrite(with: bytes)
            try database.write { try $0.addItem() }
            #expect(try database.itemCount() == 2)
        }
    }

    @Test("A database reads the changes of another process")
    func otherProcess() throws {
        try withFile { database, path in
            let other = try Connection(path: path)
            for count in 1...5 {
                try other.execute("INSERT INTO items(name) VALUES ('x')")
                #expect(try database.itemCount() == count)
            }
        }
    }
}

extension FileHandle {
    fileprivate func overwrite(with bytes: Data) throws {
        try seek(toOffset: 0)
        try write(contentsOf: bytes)
        try synchronize()
    }
}
