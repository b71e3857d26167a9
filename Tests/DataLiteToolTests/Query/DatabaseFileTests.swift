import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The database of a query")
struct DatabaseFileTests {
    private func failure(
        _ path: String, readonly: Bool = false, create: Bool = false
    ) -> String? {
        do {
            _ = try DatabaseFile(path: path, readonly: readonly, create: create).open()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("Opening a missing database file throws", arguments: [true, false])
    func missing(readonly: Bool) throws {
        try withTemporaryDirectory { directory throws in
            let path = directory + "/none.db"
            let advice = readonly ? "" : "; --create creates a database"
            #expect(failure(path, readonly: readonly) == "no such file: \"\(path)\"\(advice)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test("A database is created with --create")
    func created() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/new.db"
            let connection = try DatabaseFile(path: path, readonly: false, create: true).open()
            try connection.execute(sql: "CREATE TABLE t(x)")
            try connection.close()
            #expect(failure(path) == nil)
        }
    }

    @Test("A database cannot be created in a missing directory")
    func missingDirectory() throws {
        try withTemporaryDirectory { directory in
            let message = failure(directory + "/no/new.db", create: true)
            #expect(message?.contains("unable to open database file") == true)
        }
    }

    @Test("The database can be in memory")
    func inMemory() {
        #expect(failure(":memory:") == nil)
    }

    @Test("Opening a directory or an empty path throws")
    func noFile() throws {
        try withTemporaryDirectory { directory in
            #expect(failure(directory) == "\"\(directory)\" is a directory")
            #expect(failure("") == "the path of the database is empty")
        }
    }

    @Test("Opening a file that is not an SQLite database throws")
    func otherFileType() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/photo.jpg"
            var bytes = Data([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10] + "JFIF".utf8)
            bytes.append(Data(repeating: 0x5a, count: 8192))
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(failure(path) == "\"\(path)\" is not an SQLite database, or is encrypted")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
    }

    @Test("A database is not written with --readonly")
    func readonly() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/data.db"
            try Connection(path: path).execute(sql: "CREATE TABLE t(x)")
            let connection = try DatabaseFile(path: path, readonly: true, create: false).open()
            #expect(connection.isReadonly)
            #expect(throws: SQLiteError(.readonly, message: "attempt to write a readonly database"))
            {
                try connection.execute(sql: "INSERT INTO t VALUES (1)")
            }
        }
    }

    @Test(
        "Opening a WAL database in a read-only directory throws",
        .disabled(if: getuid() == 0, "root can write everywhere"))
    func walInReadonlyDirectory() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/wal.db"
            let connection = try Connection(path: path)
            try connection.setJournalMode(.wal)
            try connection.execute(sql: "CREATE TABLE t(x)")
            try connection.close()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o555], ofItemAtPath: directory)
            let message = failure(path, readonly: true)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: directory)
            #expect(message?.contains("it is in WAL mode") == true)
        }
    }
}
