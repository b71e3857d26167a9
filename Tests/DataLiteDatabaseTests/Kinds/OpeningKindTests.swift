import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Opening a kind of database", .timeLimit(.minutes(20)))
struct OpeningKindTests {
    private func withFile(_ mode: JournalMode?, _ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            let database = try Database(
                path: path, configuration: .init { $0.journalMode = mode })
            try database.write { try $0.execute("CREATE TABLE items(x)") }
            try database.close()
            try body(path)
        }
    }

    private func readers(_ access: Database.Access) -> Database.Configuration {
        .init { $0.access = access }
    }

    @Test("A read-only database must exist", arguments: [Database.Access.readOnly, .immutable])
    func missing(access: Database.Access) throws {
        try withTemporaryDirectory { directory in
            for path in [directory + "/missing.sqlite", ""] {
                let error = try failure {
                    try Database(path: path, configuration: readers(access))
                }
                #expect(error.resultCode.primary == .cantOpen)
                #expect(error.message.contains("\"\(path)\"") || path.isEmpty)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            let path = directory + "/text"
            try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: path))
            for access in [access, .readWrite] {
                let error = try failure { try Database(path: path, configuration: readers(access)) }
                #expect(error.resultCode == .notADB)
                #expect(error.message == "cannot open \"\(path)\": file is not a database")
            }
            try Data().write(to: URL(fileURLWithPath: path))
            let empty = try Database(path: path, configuration: readers(access))
            #expect(try empty.read { try $0.value("SELECT count(*) FROM sqlite_schema") } == 0)
        }
    }

    @Test("Settings that contradict each other are refused")
    func contradictions() throws {
        func message(_ open: () throws -> Database) throws -> String {
            let error = try failure { try open() }
            #expect(error.resultCode == .misuse)
            return error.message
        }
        let rollback = Database.Configuration { $0.journalMode = .delete }
        #expect(try message { try .inMemory(configuration: rollback) }.contains("in-memory"))
        #expect(try message { try .inMemory(configuration: readers(.readOnly)) }.contains("empty"))
        #expect(
            try message { try .temporary(configuration: readers(.immutable)) }.contains("empty"))
        #expect(try message { try .inMemory(named: "") }.contains("name"))
        #expect(try message { try .inMemory(named: "a\0b") }.contains("NUL"))
        let name = String(repeating: "é", count: 500)
        #expect(try Database.inMemory(named: name).read { try $0.value("SELECT 1") } == 1)
        #expect(try message { try .inMemory(named: name + "e") }.contains("more than 1000 bytes"))
        for mode in [JournalMode.memory, .off] {
            let unsafe = Database.Configuration { $0.journalMode = mode }
            #expect(try message { try .temporary(configuration: unsafe) }.contains("corrupt"))
        }
        let both = Database.Configuration {
            $0.journalMode = .wal
            $0.access = .readOnly
        }
        #expect(try message { try Database(path: "x", configuration: both) }.contains("access"))
    }

    @Test("An immutable file with a WAL or a journal is refused")
    func journals() throws {
        try withFile(nil) { path in
            let writer = try Connection(path: path)
            try writer.execute("INSERT INTO items VALUES (1)")
            let error = try failure {
                try Database(path: path, configuration: readers(.immutable))
            }
            #expect(error.resultCode == .cantOpen)
            #expect(error.message.contains("x.sqlite-wal"))
            try writer.close()
            let database = try Database(path: path, configuration: readers(.immutable))
            #expect(try database.itemCount() == 1)
        }
        try withFile(.delete) { path in
            try Data([1, 2]).write(to: URL(fileURLWithPath: path + "-journal"))
            let error = try failure {
                try Database(path: path, configuration: readers(.immutable))
            }
            #expect(error.message.contains("x.sqlite-journal"))
        }
    }

    @Test("A file whose writer has ended is read after its journal was applied")
    func hotJournal() throws {
        try withFile(.delete) { path in
            let copy = path + ".copy"
            let writer = try Connection(path: path)
            try writer.execute("INSERT INTO items VALUES (1)")
            // Writes the changes to the file before the commit.
            try writer.execute("PRAGMA cache_size = 1")
            try writer.transaction {
                for _ in 1...100 { try writer.execute("INSERT INTO items VALUES (zeroblob(1000))") }
                try writer.execute("UPDATE items SET x = 2")
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                }
            }
            let error = try failure {
                try Database(path: copy, configuration: readers(.readOnly))
            }
            #expect(error.resultCode == .readonlyRollback)
            #expect(error.message.contains("open the file for writing once"))
            let rollback = Database.Configuration { $0.journalMode = .delete }
            try Database(path: copy, configuration: rollback).close()
            let database = try Database(path: copy, configuration: readers(.readOnly))
            #expect(try database.read { try $0.rows("SELECT x FROM items") } == [1])
        }
    }

    /// How a file in a directory that cannot be written is opened, and what a process without rights prints.
    static let directories: [(JournalMode?, String, String)] = [
        (nil, "readOnly", "SQLITE_READONLY true"), (nil, "immutable", "0"),
        (nil, "connection", "SQLITE_READONLY true"), (.delete, "readOnly", "0"),
        (.delete, "immutable", "0"), (.delete, "connection", "0"),
    ]

    @Test("A file in a directory that cannot be written is read", arguments: directories)
    func directory(mode: JournalMode?, access: String, outcome: String) throws {
        try withFile(mode) { path in
            let directory = (path as NSString).deletingLastPathComponent
            chmod(path, 0o444)
            chmod(directory, 0o555)
            defer { chmod(directory, 0o777) }
            let (status, lines) = try ChildProcess("DatabaseStress", ["read", path, access]).wait()
            #expect(lines == [outcome])
            #expect(status == 0)
        }
    }

    @Test("The error of a file that cannot be written says so")
    func readOnlyFile() {
        // SQLite does not find the WAL that it cannot create.
        let sql = "PRAGMA journal_mode = WAL"
        let error = SQLiteError(.cantOpen, message: "unable to open database file", sql: sql)
        let explained = ConnectionSource.explainWriting(error, "/no/directory/x.sqlite")
        #expect(explained.resultCode == .cantOpen)
        #expect(explained.message.contains("set access to .readOnly or .immutable"))
        #expect(explained.underlyingError as? SQLiteError == error)
        #expect(ConnectionSource.explainWriting(error, NSTemporaryDirectory() + ".") == error)
        let other = SQLiteError(.cantOpen, message: "unable to open", sql: "ATTACH 'y' AS y")
        #expect(ConnectionSource.explainWriting(other, "/no/directory/x.sqlite") == other)
    }

    @Test("A relative path stays valid when the working directory changes")
    func relative() throws {
        try withFile(nil) { path in
            let current = FileManager.default.currentDirectoryPath
            let relative =
                String(repeating: "../", count: current.split(separator: "/").count)
                + path.dropFirst()
            let database = try Database(path: relative, configuration: readers(.immutable))
            #expect(try database.itemCount() == 0)
            #expect(database.path?.hasPrefix("/") == true)
        }
    }

    @Test("In-memory databases share the data of a name")
    func names() throws {
        let name = "names \(UUID()) %2F/?#&é"
        let first = try Database.inMemory(named: name)
        try first.write { try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)") }
        let second = try Database.inMemory(named: name)
        try second.write { try $0.addItem() }
        #expect(try first.itemCount() == 1)
        let other = try Database.inMemory(named: name.lowercased())
        #expect(throws: SQLiteError.self) { try other.itemCount() }
        try first.close()
        #expect(try second.itemCount() == 1)
        try second.close()
        let later = try Database.inMemory(named: name)
        #expect(throws: SQLiteError.self) { try later.itemCount() }
    }

    @Test("A database observes the commits of another one with its name")
    func observation() async throws {
        let name = "\(UUID())"
        let first = try Database.inMemory(named: name)
        try await first.write {
            try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
        }
        let second = try Database.inMemory(named: name)
        let options = ObservationOptions(pollInterval: .milliseconds(1))
        var counts = first.values(options) { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await second.write { try $0.addItem() }
        #expect(try await counts.next() == 1)
    }

    @Test("Writes of databases with one name wait for each other")
    func exclusion() throws {
        let name = "\(UUID())"
        let first = try Database.inMemory(named: name)
        let impatient = Database.Configuration { $0.busyTimeout = .milliseconds(10) }
        let second = try Database.inMemory(named: name, configuration: impatient)
        try first.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
            let error = try failure { try second.write { try $0.addItem() } }
            #expect(error.resultCode.primary == .busy)
        }
        try second.write { try $0.addItem() }
        #expect(try first.itemCount() == 1)
    }

    @Test("A copy has its configuration and the data of the original")
    func copy() throws {
        try withFile(nil) { path in
            let original = try Database(path: path, configuration: readers(.readOnly))
            let hasTable = Shared<Bool?>(nil)
            let configuration = Database.Configuration {
                $0.onOpen = { connection in
                    let exists = try connection.tableExists("items")
                    hasTable.change { $0 = exists }
                }
            }
            for copy in [
                try original.inMemoryCopy(configuration: configuration),
                try original.temporaryCopy(configuration: configuration),
            ] {
                #expect(hasTable.change { $0.take() } == true)
                try copy.write { try $0.execute("INSERT INTO items VALUES (1)") }
                #expect(try copy.itemCount() == 1)
            }
            #expect(try original.itemCount() == 0)
            let error = try failure {
                try original.inMemoryCopy(configuration: readers(.readOnly))
            }
            #expect(error.resultCode == .misuse)
        }
    }

    @Test(
        "An encrypted database is copied to a file with its key", .enabled(if: Connection.hasCodec))
    func encrypted() throws {
        try withTemporaryDirectory { directory in
            let configuration = Database.Configuration { $0.key = .passphrase("secret") }
            let database = try Database(
                path: directory + "/x.sqlite", configuration: configuration)
            try database.write { try $0.execute("CREATE TABLE items(x)") }
            #expect(try database.temporaryCopy().itemCount() == 0)
            #expect(try database.temporaryCopy(configuration: .init()).itemCount() == 0)
            let error = try failure { try database.inMemoryCopy() }
            #expect(error.message.contains("temporaryCopy()"))
        }
    }
}
