import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The chunks of a blob", .timeLimit(.minutes(20)))
struct BlobChunksTests {
    private func fill(_ database: Database, size: Int) async throws -> Data {
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 3) })
        try await database.write { db in
            try db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data)")
            try db.execute("INSERT INTO files VALUES (1, \(data)), (2, NULL)")
        }
        return data
    }

    @Test("The chunks are the bytes of one state", arguments: TestStorage.allCases)
    func state(storage: TestStorage) async throws {
        let database = try storage.open()
        let data = try await fill(database, size: 10_000)
        var (read, count) = (Data(), 0)
        for try await chunk in database.blobChunks(in: "files", column: "data", row: 1, of: 999) {
            if count == 0 { try await database.write { try $0.execute("DELETE FROM files") } }
            read += chunk
            count += 1
        }
        #expect(read == data && count == 11)
        let rows: Int? = try await database.read { try $0.value("SELECT count(*) FROM files") }
        #expect(rows == 0)
    }

    @Test("An empty value has no chunks", arguments: TestStorage.allCases)
    func empty(storage: TestStorage) async throws {
        let database = try storage.open()
        _ = try await fill(database, size: 0)
        var iterator = database.blobChunks(in: "files", column: "data", row: 1).makeAsyncIterator()
        for _ in 1...2 {
            let chunk = try await iterator.next()
            #expect(chunk == nil)
        }
    }

    @Test("Chunks that cannot be read are an error, after which the iteration ends")
    func failures() async throws {
        let database = try Database.temporary(configuration: .init { $0.journalMode = .delete })
        _ = try await fill(database, size: 10)
        let inWAL = try Database.temporary()
        _ = try await fill(inWAL, size: 10)
        for (database, row, code) in [
            (database, 1, ResultCode.misuse), (inWAL, 2, .error), (inWAL, 3, .error),
        ] {
            var iterator = database.blobChunks(in: "files", column: "data", row: Int64(row))
                .makeAsyncIterator()
            do {
                _ = try await iterator.next()
                Issue.record("the value was read")
            } catch {
                #expect((error as? SQLiteError)?.resultCode == code)
            }
            let end = try await iterator.next()
            #expect(end == nil)
        }
        // No snapshot is left.
        try await inWAL.close(within: .seconds(60))
    }

    @Test("The pages of a value are read once, whatever the number of chunks")
    func pages() async throws {
        let database = try Database.temporary()
        _ = try await fill(database, size: 2_000_000)
        let before = database.statistics
        var counts: (hits: Int, misses: Int) = (0, 0)
        var read = 0
        var iterator = database.blobChunks(in: "files", column: "data", row: 1, of: 10_000)
            .makeAsyncIterator()
        while let chunk = try await iterator.next() {
            read += chunk.count
            let statistics = database.statistics
            counts = (
                statistics.cacheHits - before.cacheHits,
                statistics.cacheMisses - before.cacheMisses
            )
        }
        #expect(read == 2_000_000)
        // The value has 490 pages; each chunk is on three or four of them. Opening the value for each chunk reads
        // 49,000 pages.
        #expect(counts.hits + counts.misses < 2000)
        #expect(counts.hits + counts.misses > 400)
    }

    @Test("An iteration that ends early closes the value and the snapshot")
    func abandoned() async throws {
        let database = try Database.temporary()
        _ = try await fill(database, size: 100_000)
        do {
            var iterator = database.blobChunks(in: "files", column: "data", row: 1, of: 10)
                .makeAsyncIterator()
            #expect(try await iterator.next()?.count == 10)
        }
        // A snapshot would keep the WAL from being reset.
        try await database.write { db in try db.execute("DELETE FROM files WHERE id = 2") }
        let result = try await database.checkpoint(.truncate)
        #expect(!result.wasBlocked)
        try await database.close(within: .seconds(60))
    }

    @Test("A database that is closed ends an iteration")
    func closed() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            let database = try Database(path: path)
            _ = try await fill(database, size: 100_000)
            var iterator = database.blobChunks(in: "files", column: "data", row: 1, of: 10)
                .makeAsyncIterator()
            #expect(try await iterator.next()?.count == 10)
            try await database.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            let error = try await failure { try await iterator.next() }
            #expect(error.resultCode == .misuse)
            let end = try await iterator.next()
            #expect(end == nil)
        }
    }

    @Test("An iteration whose task is cancelled closes the value and the snapshot")
    func cancelled() async throws {
        let database = try Database.temporary()
        _ = try await fill(database, size: 100_000)
        let task = Task {
            var count = 0
            for try await _ in database.blobChunks(in: "files", column: "data", row: 1, of: 10) {
                count += 1
                if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        try await database.write { db in try db.execute("DELETE FROM files WHERE id = 2") }
        let result = try await database.checkpoint(.truncate)
        #expect(!result.wasBlocked)
        try await database.close(within: .seconds(60))
    }

    @Test("A large value takes little memory")
    func memory() throws {
        try withTemporaryDirectory { directory in
            let (status, lines) = try ChildProcess(
                "DatabaseStress", ["blob", directory + "/x.sqlite", "10000000"]
            ).wait()
            #expect(status == 0)
            #expect(lines.first == "10000000")
            let megabytes = lines.last.flatMap { Int($0) }
            #expect(megabytes ?? 1000 < 20)
        }
    }

    @Test("Observations see the writes and the reads of blobs")
    func observation() async throws {
        let database = try Database.temporary()
        _ = try await fill(database, size: 10)
        var bytes = database.values { db in
            try db.withBlob(in: "files", column: "data", row: 1) { try $0.read(0..<1) }
        }.makeAsyncIterator()
        let first = try await bytes.next()
        try await database.write { db in
            try db.withBlob(in: "files", column: "data", row: 1, access: .readWrite) {
                try $0.write(Data([7]), at: 0)
            }
        }
        let second = try await bytes.next()
        #expect(first == Data([0]) && second == Data([7]))
    }

    @Test("A blob of a database ends with its closure, and cannot be written in a read")
    func closures() async throws {
        let database = try Database.temporary()
        _ = try await fill(database, size: 10)
        let error = try await failure {
            try await database.read { db in
                try db.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { _ in }
            }
        }
        #expect(error.resultCode.primary == .readonly)
        await #expect(throws: Refused.self) {
            try await database.write { db in
                try db.withBlob(in: "files", column: "data", row: 1, access: .readWrite) { blob in
                    try blob.write(Data([9]), at: 0)
                }
                throw Refused()
            }
        }
        let first = try await database.read { db in
            try db.withBlob(in: "files", column: "data", row: 1) { try $0.read(0..<1) }
        }
        #expect(first == Data([0]))
        let opened = database.statistics.openedConnections
        #expect(opened <= 2)
    }
}
