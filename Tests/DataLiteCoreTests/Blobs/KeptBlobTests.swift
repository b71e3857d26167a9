import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A blob that stays open between two reads")
struct KeptBlobTests {
    private let place = BlobPlace(schema: "main", table: "files", column: "data", row: 1)

    private func withFile(_ body: (Connection, _ path: String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(
                path: path, configuration: .init { $0.journalMode = .wal })
            try connection.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data)")
            try connection.execute(
                """
                INSERT INTO files VALUES (1, \(Data(repeating: 1, count: 4_000_000))), (2, x'0203'), (3, NULL)
                """)
            try body(connection, path)
        }
    }

    @Test("Each page of the value is read once")
    func pages() throws {
        try withFile { connection, _ in
            try connection.transaction(.deferred) {
                _ = connection.takeCacheCounts()
                var offset = 0
                while true {
                    let data = try connection.readKeptBlob(place, from: offset, count: 65_536)
                    guard !data.isEmpty else { break }
                    offset += data.count
                }
                #expect(offset == 4_000_000)
                let counts = connection.takeCacheCounts()
                // 62 chunks of about 977 pages. Opening the value for each chunk reads 31,000.
                #expect(counts.hits + counts.misses < 2500)
            }
        }
    }

    @Test("Parts have the bytes of their value, in any order and of several values")
    func parts() throws {
        try withFile { connection, _ in
            let second = BlobPlace(schema: "main", table: "files", column: "data", row: 2)
            try connection.transaction(.deferred) {
                let parts = [
                    try connection.readKeptBlob(second, from: 1, count: 5),
                    try connection.readKeptBlob(place, from: 3_999_999, count: .max),
                    try connection.readKeptBlob(second, from: 0, count: 1),
                    try connection.readKeptBlob(second, from: 2, count: 1),
                    try connection.readKeptBlob(second, from: .max, count: .max),
                ]
                #expect(parts == [Data([3]), Data([1]), Data([2]), Data(), Data()])
            }
        }
    }

    @Test("A value outside a transaction is closed, and pins no pages of the WAL")
    func withoutTransaction() throws {
        try withFile { connection, path in
            #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([1]))
            #expect(connection.transactionState() == TransactionState.none)
            let other = try Connection(path: path)
            try other.execute("DELETE FROM files")
            let result = try other.withoutLockWaits { () throws(SQLiteError) in
                try other.checkpoint(.truncate)
            }
            #expect(!result.wasBlocked)
        }
    }

    @Test("The end of the pooled use of a connection closes its value")
    func ending() throws {
        try withFile { connection, _ in
            try connection.beginTransaction(.deferred)
            #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([1]))
            #expect(connection.endStatementsAndTransaction())
            #expect(connection.transactionState() == TransactionState.none)
        }
    }

    @Test("A connection closes its value when it is closed")
    func closing() throws {
        try withFile { connection, path in
            try connection.beginTransaction(.deferred)
            #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([1]))
            try connection.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            let error = try failure {
                try connection.readKeptBlob(place, from: 0, count: 1)
            }
            #expect(error.resultCode == .misuse)
        }
    }

    @Test("A connection closes its value when it is released")
    func releasing() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            func use() throws {
                let connection = try Connection(
                    path: path, configuration: .init { $0.journalMode = .wal })
                try connection.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, data)")
                try connection.execute("INSERT INTO files VALUES (1, x'01')")
                try connection.beginTransaction(.deferred)
                #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([1]))
            }
            try use()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test("A write to the row ends the value, which the next read opens again")
    func changedRow() throws {
        try withFile { connection, _ in
            try connection.transaction {
                #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([1]))
                try connection.execute("UPDATE files SET data = x'0405' WHERE id = 1")
                let error = try failure {
                    try connection.readKeptBlob(place, from: 1, count: 1)
                }
                #expect(error.resultCode == .abort)
                #expect(try connection.readKeptBlob(place, from: 1, count: 1) == Data([5]))
                // A write of another row does not.
                try connection.execute("UPDATE files SET data = x'06' WHERE id = 2")
                #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([4]))
            }
            #expect(connection.transactionState() == .read)
            try connection.execute("DELETE FROM files")
        }
    }

    @Test("A value that cannot be opened leaves none open")
    func failures() throws {
        try withFile { connection, _ in
            try connection.transaction(.deferred) {
                #expect(try connection.readKeptBlob(place, from: 0, count: 1) == Data([1]))
                for row in [3, 4] as [Int64] {
                    let missing = BlobPlace(
                        schema: "main", table: "files", column: "data", row: row)
                    let error = try failure {
                        try connection.readKeptBlob(missing, from: 0, count: 1)
                    }
                    #expect(error.resultCode == .error)
                }
            }
            #expect(connection.transactionState() == TransactionState.none)
        }
    }
}
