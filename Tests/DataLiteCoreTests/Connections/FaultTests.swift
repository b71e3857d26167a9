import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("A broken database file")
struct BrokenFileTests {
    /// A file of several pages with a table of 200 rows.
    private func withDatabase(_ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.makeSample(count: 0)
            try connection.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200)
                INSERT INTO t SELECT i, hex(zeroblob(200)) FROM n
                """)
            try connection.close()
            try body(path)
        }
    }

    private func change(_ path: String, _ body: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        body(&bytes)
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    @Test("A JPEG is rejected as a database and not changed")
    func jpeg() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/photo.jpg"
            let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data((0..<5000).map { UInt8($0 % 251) })
            try jpeg.write(to: URL(fileURLWithPath: path))
            let connection = try Connection(path: path)
            let calls: [() throws -> Void] = [
                { _ = try connection.rows("SELECT * FROM sqlite_schema") },
                { try connection.execute(sql: "CREATE TABLE t(x)") },
                { try connection.transaction {} },
                { _ = try connection.userVersion },
                { try connection.setJournalMode(.wal) },
            ]
            for call in calls {
                #expect(try failure(of: call).resultCode == .notADB)
            }
            try connection.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == jpeg)
        }
    }

    @Test("A truncated database file is corrupt")
    func truncated() throws {
        try withDatabase { path in
            try change(path) { $0 = $0.prefix($0.count / 2) }
            let connection = try Connection(path: path)
            let error = try failure { _ = try connection.rows("SELECT * FROM t") }
            #expect(error.resultCode.primary == .corrupt)
        }
    }

    @Test("A database file with one overwritten page is corrupt only where that page is read")
    func overwritten() throws {
        try withDatabase { path in
            let connection = try Connection(path: path)
            try connection.execute(sql: "CREATE TABLE u(y); INSERT INTO u VALUES (1)")
            let size: Int = try #require(try connection.get(pragma: .pageSize))
            try connection.close()
            try change(path) { bytes in
                for index in size..<3 * size { bytes[index] = UInt8(truncatingIfNeeded: index * 7) }
            }
            let broken = try Connection(path: path)
            #expect(try broken.value("SELECT y FROM u") == 1)
            let error = try failure { _ = try broken.rows("SELECT * FROM t") }
            #expect(error.resultCode.primary == .corrupt)
            let write = try failure {
                try broken.transaction {
                    try broken.execute("INSERT INTO u VALUES (2)")
                    try broken.execute("UPDATE t SET x = 1")
                }
            }
            #expect(write.resultCode.primary == .corrupt)
            #expect(broken.isAutocommit)
            #expect(try broken.rows("SELECT y FROM u") == [["y": 1]])
        }
    }

    @Test("A file of zero bytes is an empty database")
    func empty() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Data().write(to: URL(fileURLWithPath: path))
            try Connection(path: path, options: .readwrite).makeSample()
            #expect(try idsOnDisk(path) == [1, 2, 3])
        }
    }

    /// Permissions do not restrict the superuser.
    private static let obeysPermissions = getuid() != 0

    @Test("A file without write permission is opened for reading", .enabled(if: obeysPermissions))
    func readonlyFile() throws {
        try withDatabase { path in
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
            let connection = try Connection(path: path)
            #expect(connection.isReadonly)
            #expect(try connection.ids().count == 200)
            #expect(try connection.transaction { try connection.ids().count } == 200)
            let error = try failure { try connection.execute("DELETE FROM t") }
            #expect(error.resultCode.primary == .readonly)
        }
    }

    @Test(
        "A file in a directory without write permission cannot be written",
        .enabled(if: obeysPermissions))
    func readonlyDirectory() throws {
        try withDatabase { path in
            let directory = (path as NSString).deletingLastPathComponent
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory)
            defer {
                try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
            }
            let connection = try Connection(path: path)
            #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM t") }
            #expect(try connection.ids().count == 200)
            let missing = try failure { try Connection(path: directory + "/new.db") }
            #expect(missing.resultCode.primary == .cantOpen)
        }
    }

    /// Tests a file that cannot be written even by a user to whom permissions do not apply.
    @Test("A file opened read-only is not changed")
    func readonlyOption() throws {
        try withDatabase { path in
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let connection = try Connection(path: path, options: .readonly)
            let writes: [() throws -> Void] = [
                { try connection.execute("DELETE FROM t") },
                { try connection.setUserVersion(9) },
                { _ = try connection.transaction { try connection.execute("DELETE FROM t") } },
                { _ = try connection.savepoint { try connection.execute("DELETE FROM t") } },
            ]
            for write in writes {
                #expect(try failure(of: write).resultCode.primary == .readonly)
                #expect(connection.isAutocommit)
            }
            try connection.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test("A full database reports FULL and can be written again once there is space")
    func full() throws {
        try withDatabase { path in
            let connection = try Connection(path: path)
            let pages: Int = try #require(try connection.get(pragma: .pageCount))
            try connection.set(pragma: "max_page_count", value: pages)
            let error = try failure {
                try connection.execute("INSERT INTO t(x) VALUES (zeroblob(50000))")
            }
            #expect(error.resultCode == .full)
            #expect(error.recoverySuggestion?.contains("max_page_count") == true)
            try connection.set(pragma: "max_page_count", value: pages + 100)
            try connection.execute("INSERT INTO t(x) VALUES (zeroblob(50000))")
            #expect(try connection.ids().count == 201)
        }
    }

    @Test(
        "A database locked by another connection reports BUSY",
        arguments: [Duration.zero, .milliseconds(5)])
    func locked(timeout: Duration) throws {
        try withDatabase { path in
            let holder = try Connection(path: path)
            try holder.beginTransaction(.exclusive)
            let connection = try Connection(
                path: path, configuration: .init { $0.busyTimeout = timeout })
            let calls: [() throws -> Void] = [
                { _ = try connection.ids() }, { try connection.execute("DELETE FROM t") },
                { try connection.transaction {} },
            ]
            for call in calls {
                #expect(try failure(of: call).resultCode == .busy)
                #expect(connection.isAutocommit)
            }
            try holder.rollbackTransaction()
            #expect(try connection.ids().count == 200)
        }
    }

    @Test("A database whose lock is released in time can be written")
    func waiting() throws {
        try withDatabase { path in
            let connection = try Connection(path: path)
            let (locked, done) = (DispatchSemaphore(value: 0), DispatchGroup())
            done.enter()
            Thread {
                defer { done.leave() }
                guard let holder = try? Connection(path: path),
                    (try? holder.beginTransaction(.exclusive)) != nil
                else { return _ = locked.signal() }
                locked.signal()
                try? holder.rollbackTransaction()
            }.start()
            locked.wait()
            #expect(try connection.ids().count == 200)
            done.wait()
        }
    }
}
