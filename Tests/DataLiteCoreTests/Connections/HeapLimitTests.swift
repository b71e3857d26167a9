import DataLiteC
import DataLiteCore
import Foundation
import Testing

/// The limit applies to the process, in which other tests run at the same time, so it is high, and the tests
/// request even more memory. SQLite rejects the request before it allocates any memory. A hard limit also bounds
/// the soft limit, so all tests that set a limit are in this suite and run one at a time.
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

    @Test("A BLOB of zero bytes takes memory only where its bytes are read")
    func zeros() throws {
        let connection = try Connection.sample()
        try withHeapLimit {
            let count = 900_000_000
            #expect(try connection.value("SELECT length(\(zeros: count))") == count)
            let statement = try connection.prepare(sql: "SELECT length(?1), ?1")
            try statement.bind(zeros: count, at: 1)
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == count)
            // The bytes are neither an empty BLOB nor a crash.
            #expect(statement.columnValue(at: 1) as Data? == nil)
            #expect(statement.columnValue(at: 1) as SQLiteValue == .null)
            #expect(try failure { try statement.reset() }.resultCode.primary == .nomem)
            let read = try failure {
                try connection.value("SELECT \(zeros: count)", as: Data.self)
            }
            #expect(read.resultCode.primary == .nomem)
        }
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

    @Test("The limits of the heap are those of the process")
    func heap() {
        let (soft, hard) = (Connection.softHeapLimit, Connection.hardHeapLimit)
        Connection.softHeapLimit = 4_000_000_000
        #expect(Connection.softHeapLimit == 4_000_000_000)
        Connection.softHeapLimit = -1
        #expect(Connection.softHeapLimit == 0)
        Connection.softHeapLimit = soft
        #expect(hard >= 0)
        #expect(Connection.memoryUsed >= 0)
    }
}

/// Whether SQLite counts its memory, starting with the first connection.
private var countsMemory: Bool {
    let connection = try? Connection(location: .inMemory)
    return withExtendedLifetime(connection) { sqlite3_memory_used() > 0 }
}
