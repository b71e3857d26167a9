import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Restoring a database", .timeLimit(.minutes(20)))
struct RestoreTests {
    func withBackup(
        _ body: (_ path: String, _ directory: String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/backup.sqlite"
            let original = try Database(path: path)
            try await original.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
                for _ in 1...300 { try db.addItem(String(repeating: "x", count: 2000)) }
            }
            try await original.close()
            try await body(path, directory)
        }
    }

    @Test("The contents are replaced while the database is open", arguments: DatabaseKind.writable)
    func replaces(kind: DatabaseKind) async throws {
        try await withBackup { path, _ in
            try await kind.with { database in
                var counts = database.itemCounts().makeAsyncIterator()
                let before = try await counts.next()
                let steps = Shared(0)
                try await database.restore(from: path) { _ in steps.change { $0 += 1 } }
                let after = try await counts.next()
                #expect(before == 2 && after == 300 && steps.current >= 2)
                try await database.write { try $0.addItem() }
                let added = try await counts.next()
                #expect(added == 301)
                try Self.restore(database, path)
                let again: Int? = try await database.itemCount()
                #expect(again == 300)
                let mode = try await database.writeWithoutTransaction { try $0.journalMode }
                #expect(mode != .wal || database.pool.source.isWAL)
            }
        }
    }

    private static func restore(_ database: Database, _ path: String) throws {
        try database.restore(from: path)
    }

    @Test("A restore that fails changes nothing", arguments: DatabaseKind.writable)
    func failures(kind: DatabaseKind) async throws {
        try await withBackup { path, directory in
            try await kind.with { database in
                await #expect(throws: Refused.self) {
                    try await database.restore(from: path) { _ in throw Refused() }
                }
                let missing = try await failure {
                    try await database.restore(from: directory + "/missing")
                }
                #expect(missing.resultCode.primary == .cantOpen)
                let text = directory + "/text"
                try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: text))
                let invalid = try await failure { try await database.restore(from: text) }
                #expect(invalid.resultCode == .notADB)
                let count: Int? = try await database.itemCount()
                #expect(count == 2)
                try await database.write { try $0.addItem() }
            }
        }
    }

    @Test("A cancelled restore changes nothing")
    func cancelled() async throws {
        try await withBackup { path, _ in
            let database = try TestStorage.file.openWithItems()
            let (hasBegun, isCancelled) = (Shared(false), Gate())
            let task = Task {
                try await database.restore(from: path) { _ in
                    hasBegun.change { $0 = true }
                    isCancelled.wait()
                }
            }
            await reached { hasBegun.current }
            task.cancel()
            isCancelled.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            let count: Int? = try await database.itemCount()
            #expect(count == 0)
        }
    }

    @Test("A file with another page size cannot be restored in WAL mode")
    func pageSize() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            try Connection(path: path).execute(
                script: "PRAGMA page_size = 512; CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
            let database = try TestStorage.file.openWithItems()
            let error = try await failure { try await database.restore(from: path) }
            #expect(error.resultCode.primary == .readonly)
            #expect(error.message.contains("page sizes differ"))
            // A copy could change the page size of this file, but not in WAL mode.
            try Connection(path: path).setJournalMode(.wal)
            let file = try await failure { try await database.backup(to: path) }
            #expect(file.message.contains("(4096 bytes in the source, 512 bytes in the target)"))
            try await database.write { try $0.addItem() }
        }
    }

    @Test("A database is copied to another open database", arguments: DatabaseKind.writable)
    func toDatabase(kind: DatabaseKind) async throws {
        try await kind.with { database in
            for target in [
                try Database.inMemory(), try Database.temporary(),
                try Database.temporary(configuration: .init { $0.journalMode = .delete }),
            ] {
                try await database.backup(to: target)
                try await target.write { try $0.addItem() }
                let count: Int? = try await target.itemCount()
                #expect(count == 3)
                try Self.backup(database, target)
                let again: Int? = try await target.itemCount()
                #expect(again == 2)
            }
            let error = try await failure { try await database.backup(to: database) }
            #expect(error.resultCode == .error)
            let count: Int? = try await database.itemCount()
            #expect(count == 2)
        }
    }

    private static func backup(_ database: Database, _ target: Database) throws {
        try database.backup(to: target)
    }

    @Test(
        "Two databases can be copied to each other at the same time",
        arguments: TestStorage.allCases, [true, false])
    func oppositeCopies(storage: TestStorage, isAsync: Bool) async throws {
        let (first, second) = (try storage.openWithItems(), try storage.openWithItems())
        try await first.write { try $0.addItem() }
        for _ in 1...20 {
            if isAsync {
                async let copy: Void = first.backup(to: second)
                try await second.backup(to: first)
                try await copy
            } else {
                let threads = ThreadGroup()
                threads.run { try? first.backup(to: second) }
                threads.run { try? second.backup(to: first) }
                threads.wait()
            }
        }
        let counts = [try await first.itemCount(), try await second.itemCount()]
        #expect(counts == [1, 1] || counts == [0, 0] || counts == [0, 1] || counts == [1, 0])
    }

    @Test("Two databases with rollback journals can be copied to each other at the same time")
    func oppositeCopiesOfJournals() throws {
        let databases = try (1...2).map { _ in
            let database = try Database.temporary(
                configuration: .init { $0.journalMode = .delete })
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            return database
        }
        let errors = Shared<[String]>([])
        for _ in 1...20 {
            let threads = ThreadGroup()
            for (source, target) in [(0, 1), (1, 0)] {
                threads.run {
                    do {
                        try databases[source].backup(to: databases[target])
                    } catch {
                        errors.change { $0.append("\(error)") }
                    }
                }
            }
            threads.wait()
        }
        #expect(errors.current.isEmpty)
    }

    @Test("A backup's closure cannot use the target")
    func callbacks() throws {
        let source = try Connection(location: .inMemory)
        try source.execute(script: "CREATE TABLE t(x); INSERT INTO t VALUES (zeroblob(100000))")
        let target = try Connection(location: .inMemory)
        var steps = 0
        try source.backup(to: target, pagesPerStep: 10) { progress in
            steps += 1
            let error = try failure { try target.execute("SELECT 1") }
            #expect(error.resultCode == .misuse)
            #expect(throws: SQLiteError.self) { try target.close() }
            let busy = try failure { try source.deserialize(Data()) }
            #expect(busy.resultCode == .busy)
            let count: Int? = try source.value("SELECT count(*) FROM t")
            #expect(count == 1)
            #expect(progress.completedPages <= progress.totalPages)
        }
        #expect(steps > 2)
        #expect(try target.value("SELECT count(*) FROM t") == 1)
        try target.beginTransaction(.immediate)
        #expect(throws: SQLiteError.self) { try source.backup(to: target) }
        try target.rollbackTransaction()
        try source.execute("ATTACH ':memory:' AS other")
        #expect(throws: SQLiteError.self) { try source.backup(to: source, into: "other") }
        try target.execute("ATTACH ':memory:' AS copy")
        try source.backup(to: target, into: "copy")
        #expect(try target.value("SELECT count(*) FROM copy.t") == 1)
        try source.execute("DELETE FROM t")
        try target.backup(to: source, from: "copy", into: "other")
        #expect(try source.value("SELECT count(*) FROM other.t") == 1)
        #expect(throws: SQLiteError.self) { try source.backup(to: source, from: "missing") }
        #expect(throws: SQLiteError.self) { try source.backup(to: target, into: "a\0b") }
    }

    @Test("Statistics are updated")
    func optimize() async throws {
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in
            try db.execute("CREATE INDEX byName ON items(name)")
            for _ in 1...100 { try db.addItem() }
            try db.execute("ANALYZE")
            for _ in 1...2000 { try db.addItem() }
        }
        try await database.writeWithoutTransaction { db in
            _ = try db.rows("SELECT * FROM items WHERE name = 'x'")
        }
        try await database.optimize()
        try Self.optimize(database)
        let rows = try await database.read { try $0.rows("SELECT stat FROM sqlite_stat1") }
        #expect(!rows.isEmpty)
    }

    private static func optimize(_ database: Database) throws {
        try database.optimize(analysisLimit: 0)
    }
}
