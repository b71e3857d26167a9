import DataLiteC
import DataLiteDatabase
import Foundation
import Testing

@Suite("A copy that is abandoned", .timeLimit(.minutes(20)))
struct AbandonedCopyTests {
    /// A connection whose table `t` has a row with this number of bytes; without a table if `nil`.
    private func connection(bytes: Int?, _ path: String? = nil) throws -> Connection {
        let connection = try Connection(location: path.map { .file(path: $0) } ?? .inMemory)
        if let bytes {
            try connection.execute("CREATE TABLE t(x)")
            try connection.execute("INSERT INTO t VALUES (zeroblob(\(bytes)))")
        }
        return connection
    }

    private func size(_ connection: Connection) throws -> Int? {
        try connection.value("SELECT length(x) FROM t")
    }

    private final class CommitCounter: ConnectionDelegate {
        var count = 0
        func connectionDidCommit(_ connection: any ConnectionProtocol) { count += 1 }
    }

    @Test(
        "An error of any call of the closure leaves the target unchanged",
        arguments: [nil, 1, 10_000, 500_000], [1, 2, 100])
    func anyCall(bytes: Int?, pagesPerStep: Int) throws {
        let source = try connection(bytes: bytes)
        var calls: [BackupProgress] = []
        try source.backup(to: connection(bytes: 5), pagesPerStep: pagesPerStep) {
            calls.append($0)
        }
        let pages: Int? = try source.value("PRAGMA page_count")
        #expect(calls.last?.completedPages == pages && calls.last?.totalPages == pages)
        for last in Set([0, calls.count / 2, calls.count - 1]) {
            let target = try connection(bytes: 5)
            let counter = CommitCounter()
            target.add(delegate: counter)
            var count = 0
            #expect(throws: Refused.self) {
                try source.backup(to: target, pagesPerStep: pagesPerStep) { _ in
                    count += 1
                    if count > last { throw Refused() }
                }
            }
            #expect(try size(target) == 5)
            #expect(try target.quickCheck().isOK)
            #expect(counter.count == 0)
            try target.execute("DELETE FROM t")
        }
    }

    @Test("A step without pages determines their number")
    func stepWithoutPages() throws {
        let (source, target) = (try connection(bytes: 10_000), try connection(bytes: 5))
        let pages: Int32? = try source.value("PRAGMA page_count")
        try source.withUnsafeHandle { source in
            try target.withUnsafeHandle { target in
                let backup = sqlite3_backup_init(target, "main", source, "main")
                #expect(sqlite3_backup_step(backup, 0) == SQLITE_OK)
                #expect(sqlite3_backup_pagecount(backup) == pages)
                #expect(sqlite3_backup_remaining(backup) == pages)
                #expect(sqlite3_backup_finish(backup) == SQLITE_OK)
            }
        }
        #expect(try size(target) == 5)
    }

    @Test(
        "A file, or the database, is unchanged after an error or cancellation in the last call",
        arguments: DatabaseKind.writable, [true, false])
    func lastCall(kind: DatabaseKind, isCancelled: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/small.sqlite"
            try connection(bytes: 1, path).close()
            @Sendable func end(_ progress: BackupProgress) throws {
                guard progress.completedPages == progress.totalPages else { return }
                guard isCancelled else { throw Refused() }
                withUnsafeCurrentTask { $0?.cancel() }
            }
            try await kind.with { database in
                let other = try await self.database(items: 3)
                let copies: [@Sendable () async throws -> Void] = [
                    { try await database.restore(from: path, progress: end) },
                    { try await database.backup(to: path, progress: end) },
                    { try await database.backup(to: other, progress: end) },
                    { try await other.backup(to: database, progress: end) },
                ]
                for copy in copies {
                    let error = await #expect(throws: (any Error).self) {
                        try await Task { try await copy() }.value
                    }
                    #expect(isCancelled ? error is CancellationError : error is Refused)
                }
                let counts = [try await database.itemCount(), try await other.itemCount()]
                #expect(counts == [2, 3])
                #expect(try size(Connection(path: path)) == 1)
            }
        }
    }

    private func database(items: Int) async throws -> Database {
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in for _ in 1...items { try db.addItem() } }
        return database
    }
}
