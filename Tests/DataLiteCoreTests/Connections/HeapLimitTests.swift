import DataLiteC
import DataLiteCore
import Testing

/// The limit applies to the process, in which other tests run at the same time, so it is high, and the tests
/// request even more memory. SQLite rejects the request before it allocates any memory.
@Suite("A heap limit", .serialized, .enabled(if: countsMemory))
struct HeapLimitTests {
    private static let huge: SQL = "randomblob(900000000)"

    private func withHeapLimit<R>(_ body: () throws -> R) rethrows -> R {
        let before = sqlite3_hard_heap_limit64(sqlite3_memory_used() + 700_000_000)
        defer { sqlite3_hard_heap_limit64(before) }
        return try body()
    }

    @Test("A heap limit makes a statement fail with NOMEM, and leaves the connection usable")
    func statement() throws {
        let connection = try Connection.sample()
        let error = try withHeapLimit {
            try failure { try connection.value("SELECT length(\(Self.huge))", as: Int.self) }
        }
        #expect(error.resultCode.primary == .nomem)
        #expect(try connection.ids() == [1, 2, 3])
    }

    @Test("Exceeding the heap limit in a transaction rolls back the transaction")
    func transaction() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.makeSample()
            let error = try withHeapLimit {
                try failure {
                    try connection.transaction {
                        try connection.execute("DELETE FROM t WHERE id = 1")
                        try connection.execute("INSERT INTO t(x) VALUES (\(Self.huge))")
                    }
                }
            }
            #expect(error.resultCode.primary == .nomem)
            #expect(connection.isAutocommit)
            #expect(try idsOnDisk(path) == [1, 2, 3])
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try connection.ids() == [2, 3])
        }
    }
}

/// Whether SQLite counts its memory, starting with the first connection.
private var countsMemory: Bool {
    let connection = try? Connection(location: .inMemory)
    return withExtendedLifetime(connection) { sqlite3_memory_used() > 0 }
}
