import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The file of a connection")
struct FileControlTests {
    @Test("The WAL stays if it is persistent", arguments: [true, false])
    func persistentWAL(isOn: Bool) throws {
        try withWALFile { connection, path in
            #expect(try !connection.persistsWAL())
            try connection.setPersistsWAL(isOn)
            #expect(try connection.persistsWAL() == isOn)
            try connection.close()
            #expect(FileManager.default.fileExists(atPath: path + "-wal") == isOn)
        }
    }

    @Test("A file grows in chunks")
    func chunks() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.setChunkSize(bytes: 100_000)
            try connection.execute("CREATE TABLE t(x)")
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            #expect(size == 100_000)
            #expect(try connection.integrityCheck().isOK)
            #expect(throws: SQLiteError.self) { try connection.setChunkSize(bytes: -1) }
            #expect(throws: SQLiteError.self) { try connection.setChunkSize(bytes: 1 << 40) }
        }
    }

    @Test("The data version changes with each commit")
    func dataVersion() throws {
        try withWALFile { connection, path in
            func version() throws -> UInt32 {
                try connection.execute("SELECT count(*) FROM t")
                return try connection.dataVersion()
            }
            let first = try version()
            #expect(try version() == first)
            try connection.execute("INSERT INTO t VALUES (1)")
            let second = try version()
            #expect(second != first)
            try Connection(path: path).execute("INSERT INTO t VALUES (1)")
            #expect(try version() != second)
        }
    }

    @Test("Reserved bytes take effect with VACUUM")
    func reservedBytes() throws {
        try withWALFile { connection, _ in
            // SQLCipher reserves bytes itself.
            guard try connection.value("PRAGMA cipher_version", as: String.self) == nil else {
                return
            }
            let count = try connection.reservedBytes()
            try connection.setJournalMode(.delete)
            try connection.setReservedBytes(count + 8)
            try connection.execute("VACUUM")
            #expect(try connection.reservedBytes() == count + 8)
            #expect(throws: SQLiteError.self) { try connection.setReservedBytes(256) }
        }
    }

    @Test("A setting that a file lacks is an error that names both")
    func missing() throws {
        try withWALFile { connection, _ in
            let error = try failure { try connection.sizeLimit() }
            #expect(error.resultCode == .notFound)
            #expect(error.message == "the file of the database \"main\" has no size limit")
            for name in ["missing", "a\0b"] {
                #expect(try failure { try connection.dataVersion(of: name) }.resultCode == .error)
            }
            #expect(try failure { try connection.setSizeLimit(bytes: -1) }.resultCode == .misuse)
            try connection.close()
            #expect(try failure { try connection.persistsWAL() }.resultCode == .misuse)
        }
    }

    @Test("Changed pages of a transaction are written before it ends")
    func flush() throws {
        try withWALFile { connection, path in
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (zeroblob(20000))")
                let before = try FileManager.default.attributesOfItem(atPath: path + "-wal")
                try connection.flushCache()
                let after = try FileManager.default.attributesOfItem(atPath: path + "-wal")
                #expect(before[.size] as? Int ?? 0 < after[.size] as? Int ?? 0)
                try connection.execute("DELETE FROM t")
            }
            connection.releaseMemory()
            #expect(Connection.releaseMemory(bytes: -1) >= 0)
            #expect(try connection.value("SELECT count(*) FROM t") == 0)
            try connection.close()
            connection.releaseMemory()
            #expect(try failure { try connection.flushCache() }.resultCode == .misuse)
        }
    }
}
