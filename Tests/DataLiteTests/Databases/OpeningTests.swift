import DataLite
import Foundation
import Testing

@Suite("Opening a database")
struct OpeningTests {
    @Test("creates a file in WAL mode")
    func file() throws {
        try withTemporaryDirectory { directory in
            let database = try Database(path: directory + "/library.sqlite")
            let (mode, level) = try database.writeWithoutTransaction { db in
                (try db.journalMode, try db.synchronous)
            }
            #expect(mode == .wal)
            #expect(level == .normal)
            #expect(try database.read { try $0.journalMode } == .wal)
            #expect(database.path?.hasSuffix("/library.sqlite") == true)
        }
    }

    @Test("in memory has no file")
    func memory() throws {
        let first = try Database.inMemory()
        let second = try Database.inMemory()
        #expect(first.path == nil)
        try first.write { try $0.execute("CREATE TABLE items(x)") }
        #expect(try first.itemCount() == 0)
        #expect(throws: SQLiteError.self) { try second.itemCount() }
    }

    @Test("sets up every connection as configured", arguments: TestStorage.allCases)
    func configuration(storage: TestStorage) throws {
        let opened = Shared<[Bool]>([])
        let database = try storage.open {
            $0.foreignKeys = false
            $0.busyTimeout = .milliseconds(123)
            $0.synchronous = .full
            $0.onOpen = { connection in
                try connection.add(function: "twice") { (x: Int) in x * 2 }
                opened.change { $0.append(connection.isReadonly) }
            }
        }
        func check(_ db: any ConnectionProtocol) throws {
            #expect(try db.value("SELECT twice(21)") == 42)
            #expect(try db.foreignKeys == false)
            #expect(try db.busyTimeout == .milliseconds(123))
        }
        try database.read { db in try check(db) }
        try database.write { db in try check(db) }
        #expect(opened.current == [false, true])
        let level = try database.writeWithoutTransaction { try $0.synchronous }
        #expect(level == .full)
    }

    @Test("fails with what is wrong")
    func errors() throws {
        try withTemporaryDirectory { directory in
            let missing = try failure { try Database(path: directory + "/missing/library.sqlite") }
            #expect(missing.resultCode.primary == .cantOpen)
            let path = directory + "/text.sqlite"
            try String(repeating: "text ", count: 1000)
                .write(toFile: path, atomically: false, encoding: .utf8)
            #expect(try failure { try Database(path: path) }.resultCode == .notADB)
            #expect(try failure { try Database(path: ":memory:") }.message.contains("inMemory()"))
            #expect(try failure { try Database(path: "") }.resultCode == .cantOpen)
        }
    }

    @Test("refuses settings that do not fit", arguments: TestStorage.allCases)
    func settings(storage: TestStorage) throws {
        #expect(try failure { try storage.open { $0.journalMode = .delete } }.resultCode == .misuse)
        #expect(try failure { try storage.open { $0.readerLimit = 0 } }.resultCode == .misuse)
        let database = try storage.openWithItems { $0.journalMode = .wal }
        #expect(try database.itemCount() == 0)
    }

    @Test("refuses a file that cannot be written", .enabled(if: geteuid() != 0))
    func readonlyFile() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            try Database(path: path).close()
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
            #expect(try failure { try Database(path: path) }.resultCode.primary == .readonly)
        }
    }

    @Test("fails with the error of onOpen", arguments: TestStorage.allCases)
    func onOpen(storage: TestStorage) throws {
        let error = try failure { try storage.open { $0.onOpen = { _ in throw Refused() } } }
        #expect(error.underlyingError is Refused)
    }

    @Test("a reader can fail, and be tried again", arguments: TestStorage.allCases)
    func onOpenOfReader(storage: TestStorage) throws {
        let fails = Shared(true)
        let database = try storage.openWithItems {
            $0.readerLimit = 1
            $0.onOpen = { connection in
                if connection.isReadonly, fails.current { throw Refused() }
            }
        }
        for _ in 1...3 {
            let error = try failure { try database.itemCount() }
            #expect(error.underlyingError is Refused)
        }
        try database.write { db in try db.addItem() }
        fails.change { $0 = false }
        #expect(try database.itemCount() == 1)
    }
}
