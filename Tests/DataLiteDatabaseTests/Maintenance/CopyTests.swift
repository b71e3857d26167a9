import DataLiteDatabase
import Foundation
import Testing

@Suite("A copy of a database")
struct CopyTests {
    private func count(_ path: String) throws -> Int? {
        try Connection(path: path, options: [.readonly, .nomutex])
            .value("SELECT count(*) FROM items")
    }

    private func fill(_ database: Database) throws {
        try database.write { db in
            for _ in 1...500 { try db.addItem(String(repeating: "x", count: 2000)) }
        }
    }

    @Test("A backup writes a copy in steps", arguments: TestStorage.allCases)
    func backup(storage: TestStorage) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.sqlite"
            let database = try storage.openWithItems()
            try fill(database)
            var steps: [BackupProgress] = []
            try database.backup(to: path) { steps.append($0) }
            #expect(steps.count >= 2)
            #expect(steps.last.map { $0.completedPages == $0.totalPages } == true)
            #expect(try count(path) == 500)
            // An existing database is replaced.
            try database.write { db in try db.execute("DELETE FROM items WHERE id > 10") }
            try database.backup(to: path)
            #expect(try count(path) == 10)
        }
    }

    @Test("A backup to the database's own file fails")
    func backupToItself() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            let link = directory + "/link.sqlite"
            let database = try Database(path: path)
            try database.write { db in try db.execute("CREATE TABLE t(x)") }
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for target in [path, link, directory + "/./x.sqlite"] {
                #expect(throws: SQLiteError.self) { try database.backup(to: target) }
            }
            let count: Int? = try database.read { db in try db.value("SELECT count(*) FROM t") }
            #expect(count == 0)
        }
    }

    @Test("A failed backup leaves what existed: no file, a link, an empty file")
    func failedBackup() throws {
        try withTemporaryDirectory { directory in
            let database = try TestStorage.file.openWithItems()
            try fill(database)
            let (link, file) = (directory + "/link.sqlite", directory + "/empty.sqlite")
            let absent = directory + "/absent.sqlite"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: absent)
            _ = FileManager.default.createFile(atPath: file, contents: nil)
            for path in [directory + "/new.sqlite", link, file] {
                #expect(throws: CancellationError.self) {
                    try database.backup(to: path, pagesPerStep: 10) { _ in
                        throw CancellationError()
                    }
                }
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(files.sorted() == ["empty.sqlite", "link.sqlite"])
            try database.backup(to: link)
            #expect(try count(absent) == 500)
        }
    }

    @Test(
        "A backup does not delete the copy that another one makes in the meantime",
        arguments: [true, false], [true, false])
    func concurrentBackups(fails: Bool, wasEmpty: Bool) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.sqlite"
            if wasEmpty { _ = FileManager.default.createFile(atPath: path, contents: nil) }
            let (database, other) = (
                try TestStorage.file.openWithItems(), try TestStorage.file.openWithItems()
            )
            try fill(database)
            try other.write { try $0.addItem() }
            var isFirst = true
            let backup = {
                try database.backup(to: path, pagesPerStep: 10) { _ in
                    guard isFirst, !wasEmpty else { return }
                    isFirst = false
                    try other.backup(to: path)
                    if fails { throw Refused() }
                }
            }
            if fails, !wasEmpty {
                #expect(throws: Refused.self) { try backup() }
                #expect(try count(path) == 1)
            } else {
                try backup()
                #expect(try count(path) == 500)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(files.allSatisfy { $0.hasPrefix("copy.sqlite") })
        }
    }

    @Test("Copies to one file at the same time leave a complete one", arguments: [true, false])
    func simultaneous(wasEmpty: Bool) throws {
        try withTemporaryDirectory { directory in
            let database = try TestStorage.file.openWithItems { $0.readerLimit = 3 }
            try database.write { try $0.addItem() }
            for round in 1...20 {
                let path = directory + "/\(round).sqlite"
                if wasEmpty { _ = FileManager.default.createFile(atPath: path, contents: nil) }
                let (succeeded, threads) = (Shared(0), ThreadGroup())
                for number in 1...3 {
                    threads.run {
                        do {
                            if number < 3 {
                                try database.vacuum(into: path)
                            } else {
                                try database.backup(to: path)
                            }
                            succeeded.change { $0 += 1 }
                        } catch {
                            #expect("\(error)".contains("is not empty"))
                        }
                    }
                }
                threads.wait()
                #expect(succeeded.current > 0)
                #expect(try count(path) == 1)
            }
        }
    }

    @Test("A database cannot be vacuumed into itself")
    func vacuumIntoItself() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            // Nothing was written to the file, which is empty.
            let database = try Database(
                path: path, configuration: .init { $0.journalMode = .delete })
            #expect(throws: SQLiteError.self) { try database.vacuum(into: path) }
            try database.write { try $0.execute("CREATE TABLE t(x)") }
            #expect(throws: SQLiteError.self) { try database.vacuum(into: path) }
            #expect(try database.read { try $0.value("SELECT count(*) FROM t") } == 0)
        }
    }

    @Test("A backup copies one state while the writer continues")
    func backupBesideWriter() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.sqlite"
            let database = try TestStorage.file.openWithItems()
            try fill(database)
            let (hasBegun, hasWritten) = (Gate(), Gate())
            let threads = ThreadGroup()
            threads.run {
                hasBegun.wait()
                _ = try? database.write { db in try db.execute("DELETE FROM items") }
                hasWritten.open()
            }
            try database.backup(to: path) { _ in
                hasBegun.open()
                hasWritten.wait()
            }
            threads.wait()
            #expect(try count(path) == 500)
            #expect(try database.itemCount() == 0)
        }
    }

    @Test("A backup reports its progress after the given number of pages")
    func pagesPerStep() async throws {
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in try db.execute("CREATE TABLE b AS SELECT zeroblob(40960)")
        }
        let path = try #require(database.path)
        typealias Copy = (Database, @escaping @Sendable () -> Void) async throws -> Void
        func steps(_ copy: Copy) async throws -> Int {
            let steps = Shared(0)
            try await copy(database) { steps.change { $0 += 1 } }
            return steps.current
        }
        let one = try await steps { database, step in
            try await database.backup(to: path + "-1", pagesPerStep: 1) { _ in step() }
        }
        let five = try await steps { database, step in
            try await database.backup(to: Database.inMemory(), pagesPerStep: 5) { _ in step() }
        }
        #expect(one > 10)
        #expect(five > 1 && five < one)
        try await database.close()
        try FileManager.default.removeItem(atPath: path + "-1")
    }

    @Test(
        "An incomplete backup is removed when its progress closure throws",
        arguments: TestStorage.allCases)
    func abort(storage: TestStorage) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.sqlite"
            let database = try storage.openWithItems()
            try fill(database)
            #expect(throws: Refused.self) {
                try database.backup(to: path) { _ in throw Refused() }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            try database.write { db in try db.execute("DELETE FROM items WHERE id > 10") }
            try database.backup(to: path)
            try fill(database)
            #expect(throws: Refused.self) {
                try database.backup(to: path) { _ in throw Refused() }
            }
            #expect(try count(path) == 10)
        }
    }

    @Test("An incomplete backup is removed when its task is cancelled")
    func cancelled() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("datalite-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/copy.sqlite"
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in
            for _ in 1...500 { try db.addItem(String(repeating: "x", count: 2000)) }
        }
        let (hasBegun, isCancelled) = (Shared(false), Gate())
        let task = Task {
            try await database.backup(to: path) { _ in
                hasBegun.change { $0 = true }
                isCancelled.wait()
            }
        }
        await reached { hasBegun.current }
        task.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("Copying to a missing folder throws", arguments: TestStorage.allCases)
    func missing(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure { try database.backup(to: "/missing/copy.sqlite") }
        #expect(error.resultCode.primary == .cantOpen)
        #expect(try database.itemCount() == 0)
    }

    @Test("VACUUM INTO writes a copy without unused space", arguments: TestStorage.allCases)
    func vacuumInto(storage: TestStorage) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.sqlite"
            let database = try storage.openWithItems()
            try fill(database)
            try database.write { db in try db.execute("DELETE FROM items WHERE id > 10") }
            try database.vacuum(into: path)
            #expect(try count(path) == 10)
            let pages: Int? = try Connection(path: path).value("PRAGMA page_count")
            #expect(pages ?? 0 < 50)
            #expect(throws: SQLiteError.self) { try database.vacuum(into: path) }
            #expect(try database.itemCount() == 10)
        }
    }

    @Test("VACUUM removes unused space in place", arguments: TestStorage.allCases)
    func vacuum(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        try await database.write { db in
            for _ in 1...500 { try db.addItem(String(repeating: "x", count: 2000)) }
            try db.execute("DELETE FROM items WHERE id > 10")
        }
        try await database.vacuum()
        let pages = try await database.read { try $0.value("PRAGMA page_count", as: Int.self) }
        #expect(pages ?? 0 < 50)
        #expect(try await database.itemCount() == 10)
    }
}
