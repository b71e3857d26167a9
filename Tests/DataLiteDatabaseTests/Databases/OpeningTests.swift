import DataLiteDatabase
import Foundation
import Testing

@Suite("Opening a database")
struct OpeningTests {
    @Test("Opening a database creates a file in WAL mode")
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

    private func openAndWrite(_ path: String, _ number: Int) throws {
        let database = try Database(path: path)
        try database.write { db in
            try db.execute("CREATE TABLE IF NOT EXISTS items(id, name)")
            try db.execute("INSERT INTO items(id) VALUES (\(number))")
        }
    }

    @Test("Databases that are opened at the same time create one file")
    func simultaneous() throws {
        try withTemporaryDirectory { directory in
            for round in 1...10 {
                let path = directory + "/\(round).sqlite"
                let threads = ThreadGroup()
                for number in 1...6 {
                    threads.run {
                        #expect(throws: Never.self) { try openAndWrite(path, number) }
                    }
                }
                threads.wait()
                let database = try Database(path: path)
                #expect(try database.itemCount() == 6)
            }
        }
    }

    @Test("An in-memory database has no file")
    func memory() throws {
        let first = try Database.inMemory()
        let second = try Database.inMemory()
        #expect(first.path == nil)
        try first.write { try $0.execute("CREATE TABLE items(x)") }
        #expect(try first.itemCount() == 0)
        #expect(throws: SQLiteError.self) { try second.itemCount() }
    }

    @Test("Automatic extensions set up every connection")
    func automaticExtensions() throws {
        try withTemporaryDirectory { directory in
            let name = (directory as NSString).lastPathComponent
            let opened = Shared<[Bool]>([])
            let registration = Connection.addAutomaticExtension { connection in
                guard connection.path?.contains(name) == true else { return }
                try connection.add(function: "automatic") { (x: Int) in x * 2 }
                opened.change { $0.append(connection.isReadonly) }
            }
            defer { registration.cancel() }
            let database = try Database(path: directory + "/x.sqlite")
            #expect(try database.write { db in try db.value("SELECT automatic(21)") } == 42)
            #expect(try database.read { db in try db.value("SELECT automatic(21)") } == 42)
            #expect(opened.current == [false, true])
        }
    }

    @Test("Opening configures every connection", arguments: TestStorage.allCases)
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

    @Test("Opening fails with the cause")
    func errors() throws {
        try withTemporaryDirectory { directory in
            let missing = try failure { try Database(path: directory + "/missing/library.sqlite") }
            #expect(missing.resultCode.primary == .cantOpen)
            let path = directory + "/text.sqlite"
            try String(repeating: "text ", count: 1000)
                .write(toFile: path, atomically: false, encoding: .utf8)
            #expect(try failure { try Database(path: path) }.resultCode == .notADB)
            #expect(try failure { try Database(path: ":memory:") }.message.contains("inMemory()"))
            let uri = try failure { try Database(path: "file:x.sqlite?mode=ro") }
            #expect(uri.resultCode == .misuse && uri.message.contains("is a URI, not a path"))
            #expect(!FileManager.default.fileExists(atPath: "file:x.sqlite?mode=ro"))
            #expect(try failure { try Database(path: "") }.resultCode == .cantOpen)
        }
    }

    @Test(
        "Opening rejects an unsafe journal mode and a reader limit of zero",
        arguments: TestStorage.allCases)
    func settings(storage: TestStorage) throws {
        #expect(try failure { try storage.open { $0.journalMode = .off } }.resultCode == .misuse)
        #expect(try failure { try storage.open { $0.readerLimit = 0 } }.resultCode == .misuse)
        let database = try storage.openWithItems { $0.journalMode = .wal }
        #expect(try database.itemCount() == 0)
    }

    @Test("Opening rejects a file that cannot be written", .enabled(if: geteuid() != 0))
    func readonlyFile() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            try Database(path: path).close()
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
            #expect(try failure { try Database(path: path) }.resultCode.primary == .readonly)
        }
    }

    @Test("Opening creates the file after onOpen, with its settings")
    func settingsOfNewFile() throws {
        let database = try TestStorage.file.openWithItems {
            $0.onOpen = { connection in
                try connection.execute(
                    script:
                        "PRAGMA page_size = 8192; PRAGMA auto_vacuum = 1; PRAGMA synchronous = 2")
            }
        }
        try database.writeWithoutTransaction { db in
            let vacuum: Int? = try db.get(pragma: .autoVacuum)
            let size: Int? = try db.get(pragma: .pageSize)
            let (mode, level) = (try db.journalMode, try db.synchronous)
            #expect(vacuum == 1)
            #expect(size == 8192)
            #expect(mode == .wal)
            #expect(level == .full)
        }
        #expect(try Connection(path: #require(database.path)).get(pragma: .autoVacuum) == 1)
    }

    @Test(
        "Opening rejects a journal mode other than WAL in onOpen",
        arguments: ["DELETE", "TRUNCATE"])
    func contradiction(mode: String) throws {
        let error = try failure {
            try TestStorage.file.open {
                $0.onOpen = { try $0.execute(SQL(raw: "PRAGMA journal_mode = \(mode)")) }
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("onOpen has set the journal mode \(mode)"))
        let database = try TestStorage.file.open {
            $0.onOpen = { connection in
                if !connection.isReadonly { try connection.setJournalMode(.wal) }
            }
        }
        #expect(try database.read { try $0.journalMode } == .wal)
    }

    @Test("In-memory databases have distinct names, even without file descriptors")
    func names() throws {
        let (status, lines) = try ChildProcess("DatabaseStress", ["names"]).wait()
        #expect(lines == ["no such table: items"])
        #expect(status == 0)
    }

    @Test("Opening a temporary database fails without file descriptors")
    func temporaryWithoutDescriptors() throws {
        let (status, lines) = try ChildProcess("DatabaseStress", ["temporary"]).wait()
        #expect(lines == ["\(ResultCode.cantOpen)"])
        #expect(status == 0)
    }

    @Test("Opening fails with the error of onOpen", arguments: TestStorage.allCases)
    func onOpen(storage: TestStorage) throws {
        let error = try failure { try storage.open { $0.onOpen = { _ in throw Refused() } } }
        #expect(error.underlyingError is Refused)
    }

    @Test("Opening a reader can fail and be retried", arguments: TestStorage.allCases)
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
