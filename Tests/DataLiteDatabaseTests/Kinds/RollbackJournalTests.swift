import DataLiteDatabase
import Foundation
import Testing

@Suite("A database with a rollback journal", .timeLimit(.minutes(20)))
struct RollbackJournalTests {
    private func withFile(
        _ mode: JournalMode = .delete, busyTimeout: Duration = .seconds(60),
        _ body: (Database) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let database = try Database(
                path: directory + "/x.sqlite",
                configuration: .init {
                    $0.journalMode = mode
                    $0.busyTimeout = busyTimeout
                })
            try await database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            try await body(database)
        }
    }

    @Test("The file has no WAL", arguments: [JournalMode.delete, .truncate, .persist])
    func mode(mode: JournalMode) async throws {
        try await withFile(mode) { database in
            #expect(try await database.writeWithoutTransaction { try $0.journalMode } == mode)
            #expect(try await database.writeWithoutTransaction { try $0.synchronous } == .full)
            let path = try #require(database.path)
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            let result = try await database.checkpoint(.truncate)
            #expect(result.walPages == 0 && !result.wasBlocked)
        }
    }

    @Test("A file in WAL mode is changed to a rollback journal, and back")
    func change() async throws {
        try await withFile { database in
            let path = try #require(database.path)
            try await database.close()
            for mode in [JournalMode.wal, .delete] {
                let reopened = try Database(
                    path: path, configuration: .init { $0.journalMode = mode })
                #expect(try await reopened.writeWithoutTransaction { try $0.journalMode } == mode)
                try await reopened.close()
            }
        }
    }

    @Test("A commit waits for the running reads")
    func commitWaits() async throws {
        try await withFile { database in
            let (isReading, isWritten, threads) = (Gate(), Gate(), ThreadGroup())
            threads.run {
                try? database.read { db in
                    let before: Int? = try db.value("SELECT count(*) FROM items")
                    isReading.open()
                    isWritten.wait()
                    // The commit has begun to wait, or will.
                    let after: Int? = try db.value("SELECT count(*) FROM items")
                    #expect(before == 0 && after == 0)
                }
            }
            isReading.wait()
            try await database.write { db in
                try db.addItem()
                isWritten.open()
            }
            threads.wait()
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("A commit fails after the busy timeout and is rolled back")
    func commitFails() async throws {
        try await withFile(busyTimeout: .milliseconds(20)) { database in
            let (isReading, isWritten, threads) = (Gate(), Gate(), ThreadGroup())
            threads.run {
                try? database.read { db in
                    _ = try db.value("SELECT count(*) FROM items", as: Int.self)
                    isReading.open()
                    isWritten.wait()
                }
            }
            isReading.wait()
            let error = try failure { try database.write { try $0.addItem() } }
            #expect(error.resultCode.primary == .busy)
            isWritten.open()
            threads.wait()
            #expect(try await database.itemCount() == 0)
            try await database.write { try $0.addItem() }
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("Readers and writers that run at the same time lose nothing")
    func load() async throws {
        try await withFile { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...20 {
                    group.addTask {
                        if number % 2 == 0 { return try await database.write { try $0.addItem() } }
                        _ = try await database.itemCount()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.itemCount() == 10)
        }
    }

    /// Makes a file look as if a program had ended in the middle of a commit to it.
    private func interruptCommit(to path: String) throws {
        let writer = try Connection(path: path)
        // Writes the changes to the file before the commit.
        try writer.execute("PRAGMA cache_size = 1")
        var files: [(String, Data)] = []
        try writer.beginTransaction(.immediate)
        for _ in 1...100 { try writer.execute("INSERT INTO items(name) VALUES (zeroblob(1000))") }
        try writer.execute("UPDATE items SET name = 'changed'")
        for path in [path, path + "-journal"] {
            files.append((path, try Data(contentsOf: URL(fileURLWithPath: path))))
        }
        try writer.rollbackTransaction()
        try writer.close()
        for (path, bytes) in files { try bytes.write(to: URL(fileURLWithPath: path)) }
    }

    private static func names(_ database: Database) throws -> [String] {
        try database.read(names)
    }

    private static func names(_ db: any ConnectionProtocol) throws -> [String] {
        try db.rows("SELECT name FROM items", as: String.self)
    }

    /// What reads a database, and returns the names.
    static let readings: [(String, @Sendable (Database) async throws -> [String])] = [
        ("read", { try names($0) }),
        ("asynchronous read", { try await $0.read { try names($0) } }),
        ("unsafe read", { try await $0.unsafeRead { try names($0) } }),
        ("write", { try await $0.write { try names($0) } }),
        ("copy", { try await $0.inMemoryCopy().read { try names($0) } }),
        (
            "backup",
            { database in
                let copy = try Database.inMemory()
                try await database.backup(to: copy)
                return try await copy.read { try names($0) }
            }
        ),
        (
            "observation",
            { database in
                var values = database.values { try names($0) }.makeAsyncIterator()
                return try await values.next() ?? []
            }
        ),
    ]

    @Test(
        "Reads undo the changes of a program that ended in the middle of a commit",
        arguments: [JournalMode.delete, .truncate, .persist], readings.map(\.0))
    func hotJournal(mode: JournalMode, name: String) async throws {
        let read = try #require(Self.readings.first { $0.0 == name }?.1)
        try await withFile(mode, busyTimeout: .milliseconds(100)) { database in
            try await database.write { try $0.execute("INSERT INTO items VALUES (1, 'a')") }
            #expect(try await database.itemCount() == 1)
            try interruptCommit(to: #require(database.path))
            #expect(try await read(database) == ["a"])
            try await database.write { try $0.addItem() }
            #expect(try await database.itemCount() == 2)
        }
    }

    @Test("Reads undo the changes of a program that ended in a commit to an attached file")
    func hotAttachedJournal() async throws {
        try await withTemporaryDirectory { directory in
            let other = directory + "/other.sqlite"
            try Connection(path: other).execute(
                script:
                    "CREATE TABLE items(id INTEGER PRIMARY KEY, name); INSERT INTO items VALUES (1, 'a')"
            )
            let database = try Database(
                path: directory + "/x.sqlite",
                configuration: .init {
                    $0.readerLimit = 2
                    $0.onOpen = { connection in
                        try connection.attach(.file(path: other), as: "other")
                        guard !connection.isReadonly else { return }
                        try connection.execute("PRAGMA other.journal_mode = DELETE")
                    }
                })
            // Also with a reader that is opened then.
            for _ in 1...2 {
                try interruptCommit(to: other)
                #expect(try Self.names(database) == ["a"])
            }
            try interruptCommit(to: other)
            let first = try await database.read { outer in
                let threads = ThreadGroup()
                threads.run {
                    let names = try? Self.names(database)
                    #expect(names == ["a"])
                }
                threads.wait()
                return try Self.names(outer)
            }
            #expect(first == ["a"])
            try await database.close()
        }
    }

    @Test("A database that is only read says who can undo the changes")
    func readOnly() async throws {
        try await withFile { database in
            let path = try #require(database.path)
            try await database.write { try $0.execute("INSERT INTO items VALUES (1, 'a')") }
            let reader = try Database(path: path, configuration: .init { $0.access = .readOnly })
            #expect(try Self.names(reader) == ["a"])
            try interruptCommit(to: path)
            let error = try failure { try Self.names(reader) }
            #expect(error.resultCode == .readonlyRollback)
            #expect(error.message.hasPrefix("cannot read \"\(path)\": a program ended"))
            #expect(error.message.contains("open the file for writing once"))
            #expect(try Self.names(database) == ["a"])
            #expect(try Self.names(reader) == ["a"])
        }
    }
}
