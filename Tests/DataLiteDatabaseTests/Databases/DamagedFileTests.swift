import DataLiteDatabase
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A read of a damaged file")
struct DamagedFileTests {
    /// Opens a file in which the pages of the table `t` are overwritten.
    private func withDamagedDatabase(
        _ configuration: Database.Configuration = Database.Configuration(),
        _ body: (Database) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/a.db"
            let connection = try Connection(path: path)
            try connection.execute(
                script: """
                    PRAGMA page_size = 4096;
                    CREATE TABLE t(a);
                    CREATE TABLE u(a);
                    INSERT INTO t VALUES (randomblob(20000)), (randomblob(20000));
                    INSERT INTO u VALUES (1);
                    """)
            try connection.close()
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
            try file.close()
            try body(Database(path: path, configuration: configuration))
        }
    }

    @Test(
        "The report of the damage is returned", arguments: [JournalMode?.none, .delete])
    func report(journalMode: JournalMode?) throws {
        try withDamagedDatabase(.init { $0.journalMode = journalMode }) { database in
            let report = try database.read { db in try db.integrityCheck() }
            #expect(!report.isOK)
            let quickReport = try database.read { db in try db.quickCheck() }
            #expect(!quickReport.isOK)
            guard journalMode == nil else { return }
            let snapshot = try database.snapshot()
            let snapshotReport = try snapshot.read { db in try db.integrityCheck() }
            #expect(!snapshotReport.isOK)
            #expect(try snapshot.read { db in try db.value("SELECT a FROM u") } == 1)
        }
    }

    @Test("A closure that handles the error returns its value")
    func handled() throws {
        try withDamagedDatabase { database in
            let sum = try database.read { db in
                let error = #expect(throws: SQLiteError.self) { try db.rows("SELECT a FROM t") }
                #expect(error?.resultCode.primary == .corrupt)
                return try db.value("SELECT sum(a) FROM u", as: Int.self)
            }
            #expect(sum == 1)
            #expect(try database.read { db in try db.value("SELECT sum(a) FROM u") } == 1)
        }
    }

    @Test("A write still fails when its transaction ends")
    func write() throws {
        try withDamagedDatabase { database in
            #expect(throws: SQLiteError.self) {
                try database.write { db in
                    try db.execute("INSERT INTO u VALUES (2)")
                    _ = try? db.rows("SELECT a FROM t")
                }
            }
            let sum = try database.read { db in
                try db.value("SELECT sum(a) FROM u", as: Int.self)
            }
            #expect(sum == 1)
        }
    }
}
