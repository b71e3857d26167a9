import DataLiteC
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Closing a database")
struct ClosingTests {
    @Test("Closing makes further calls fail", arguments: TestStorage.allCases)
    func laterCalls(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let snapshot = try database.snapshot()
        try database.close()
        let calls: [() throws -> Void] = [
            { try database.read { _ in } }, { try database.write { _ in } },
            { try database.writeWithoutTransaction { _ in } }, { _ = try database.snapshot() },
            { try snapshot.read { _ in } }, { try database.checkpoint() },
            { try database.vacuum() }, { try database.backup(to: "unused.sqlite") },
        ]
        for call in calls {
            let error = try failure(of: call)
            #expect(error == SQLiteError(.misuse, message: "the database is closed"))
        }
        snapshot.close()
        try database.close()
    }

    @Test("Closing makes further asynchronous calls fail")
    func laterAsyncCalls() async throws {
        let database = try TestStorage.file.openWithItems()
        try await database.close()
        let error = try await failure { try await database.read { _ in } }
        #expect(error.message == "the database is closed")
    }

    @Test("Closing leaves only the database file")
    func files() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let database = try Database(path: path)
            try database.write { try $0.execute("CREATE TABLE items(x)") }
            _ = try database.read { try $0.rows("SELECT * FROM items") }
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            try database.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory) == ["library.sqlite"]
            )
            let again = try Database(path: path)
            #expect(try again.itemCount() == 0)
        }
    }

    @Test("Snapshots end with a close that fails, and are not counted", arguments: [true, false])
    func snapshotsOfFailedClose(isClosed: Bool) throws {
        let database = try TestStorage.file.openWithItems()
        let snapshot = try database.snapshot()
        var statement: OpaquePointer?
        try database.read { db in
            let connection = try #require(db as? Connection)
            try connection.withUnsafeHandle {
                _ = sqlite3_prepare_v2($0, "SELECT * FROM items", -1, &statement, nil)
            }
        }
        let (isReading, mayEnd) = (Gate(), Gate())
        let codes = Shared<[ResultCode]>([])
        let threads = ThreadGroup()
        threads.run {
            try? database.read { _ in
                isReading.open()
                mayEnd.wait()
            }
        }
        isReading.wait()
        threads.run {
            let error = try? failure(of: { try database.close() })
            codes.change { $0 += error.map { [$0.resultCode] } ?? [] }
        }
        eventually { database.pool.state.withLock { $0.phase } == .closing }
        if isClosed { snapshot.close() }
        mayEnd.open()
        threads.wait()
        #expect(codes.current == [.busy])
        #expect(database.pool.state.withLock { $0.snapshotCount } == 0)
        #expect(throws: SQLiteError.self) { try snapshot.read { _ in } }
        let other = try database.snapshot()
        #expect(try other.read { try $0.value("SELECT count(*) FROM items") } == 0)
        #expect(database.pool.state.withLock { $0.snapshotCount } == 1)
        other.close()
        #expect(database.pool.state.withLock { $0.snapshotCount } == 0)
        sqlite3_finalize(statement)
        try database.close()
    }

    @Test(
        "Closing fails while a statement of the C interface exists",
        arguments: [true, false])
    func foreignStatement(isKept: Bool) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let database = try Database(path: path)
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            var statement: OpaquePointer?
            var kept: (any ConnectionProtocol)?
            try database.read { db in
                let connection = try #require(db as? Connection)
                try connection.withUnsafeHandle {
                    _ = sqlite3_prepare_v2($0, "SELECT * FROM items", -1, &statement, nil)
                }
                if isKept { kept = db }
            }
            for _ in 1...2 {
                let error = try failure { try database.close() }
                #expect(error.resultCode == .busy)
                #expect(error.message.contains("SELECT * FROM items"))
                try database.write { db in try db.addItem() }
            }
            #expect(try database.itemCount() == 2)
            #expect((kept != nil) == isKept)
            kept = nil
            sqlite3_finalize(statement)
            try database.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory) == ["library.sqlite"]
            )
            #expect(try Database(path: path).itemCount() == 2)
        }
    }

    @Test("Releasing a database closes it")
    func release() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            do {
                let database = try Database(path: path)
                try database.write { try $0.execute("CREATE TABLE items(x)") }
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory) == ["library.sqlite"]
            )
        }
    }

    @Test("Closing deletes a temporary file", arguments: [true, false])
    func temporary(byClosing: Bool) throws {
        var path = ""
        do {
            let database = try Database.temporary()
            path = try #require(database.path)
            try database.write { try $0.execute("CREATE TABLE items(x)") }
            #expect(FileManager.default.fileExists(atPath: path))
            if byClosing { try database.close() }
        }
        for suffix in ["", "-wal", "-shm"] {
            #expect(!FileManager.default.fileExists(atPath: path + suffix))
        }
    }

    @Test("Closing waits for running closures and rejects waiting calls")
    func running() throws {
        let database = try TestStorage.file.openWithItems()
        let isWriting = Gate()
        let end = Gate()
        let threads = ThreadGroup()
        let results = Shared<[String]>([])
        threads.run {
            try? database.write { db in
                isWriting.open()
                end.wait()
                try db.addItem()
            }
            results.change { $0.append("written") }
        }
        isWriting.wait()
        threads.run {
            do {
                try database.write { _ in }
            } catch {
                results.change { $0.append("\(error)") }
                end.open()
            }
        }
        eventually { database.statistics.waits == 1 }
        try database.close()
        threads.wait()
        #expect(results.current.first == "SQLiteError(21): the database is closed")
        #expect(results.current.count == 2)
    }

    @Test("Closing with a limit reports the running calls and completes later")
    func limit() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let database = try Database(path: path)
            try database.write {
                try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
            }
            let (isReading, isWriting, end) = (Gate(), Gate(), Gate())
            let threads = ThreadGroup()
            threads.run {
                try? database.read { _ in
                    isReading.open()
                    end.wait()
                }
            }
            threads.run {
                try? database.write { db in
                    isWriting.open()
                    end.wait()
                    try db.addItem()
                }
            }
            isReading.wait()
            isWriting.wait()
            let error = try failure { try database.close(within: .milliseconds(5)) }
            #expect(error.resultCode == .busy)
            #expect(error.message.contains("a read has been running for"))
            #expect(error.message.contains("a write has been running for"))
            #expect(throws: SQLiteError.self) { try database.read { _ in } }
            end.open()
            threads.wait()
            try database.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(try Database(path: path).itemCount() == 1)
        }
    }

    @Test("Closing rejects waiting asynchronous calls")
    func waitingAsync() async throws {
        let database = try TestStorage.memory.openWithItems()
        let isWriting = Shared(false)
        let end = Gate()
        let holder = Task {
            try await database.write { _ in
                isWriting.change { $0 = true }
                end.wait()
            }
        }
        await reached { isWriting.current }
        let waiting = Task { try await database.read { _ in } }
        await reached { database.statistics.waits == 1 }
        await #expect(throws: SQLiteError.self) { try await database.close(within: .zero) }
        let error = try await failure { try await waiting.value }
        #expect(error.message == "the database is closed")
        end.open()
        try await holder.value
        try await database.close()
    }
}
