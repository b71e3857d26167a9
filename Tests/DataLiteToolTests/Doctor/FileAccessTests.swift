import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The examination of a file that others use or that cannot be read")
struct FileAccessTests: ExaminingFiles {
    @Test("A path without a file that can be read is an error")
    func unreadable() throws {
        try withTemporaryDirectory { directory in
            mkfifo(directory + "/pipe", 0o600)
            let paths = [
                ("", "is empty"), (directory + "/no.db", "no such file"),
                (":memory:", "no such file"),
                (directory, "is a directory"), (directory + "/pipe", "is not a regular file"),
                ("/x\0y", "no such file"),
            ]
            for (path, message) in paths {
                let error = #expect(throws: QueryError.self) {
                    try Examination(path: path, isQuick: false)
                }
                #expect(error?.description.contains(message) == true)
            }
        }
    }

    @Test("A WAL is read, whether or not it has content, and no file appears")
    func wal() throws {
        try withDatabase("PRAGMA journal_mode = wal; CREATE TABLE t(a); INSERT INTO t VALUES (1)") {
            path, connection in
            let examination = try Examination(path: path, isQuick: false)
            #expect(examination.fields.contains { $0.name == "schema" && $0.value == "1 table" })
            #expect(examination.fields.contains { $0.name == "WAL" })
            let link = path + ".link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let linked = try Examination(path: link, isQuick: false)
            #expect(linked.fields.contains { $0.name == "schema" && $0.value == "1 table" })
            #expect(linked.fields.contains { $0.name == "WAL" })
            #expect(try findings(path).allSatisfy { $0.kind == .good })
            // The last connection removes the WAL.
            try connection.close()
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            #expect(try findings(path).allSatisfy { $0.kind == .good })
            let closed = try Examination(path: path, isQuick: false)
            #expect(closed.fields.contains { $0.name == "journal" && $0.value == "WAL" })
            #expect(closed.fields.contains { $0.name == "schema" && $0.value == "1 table" })
        }
    }

    @Test("A file that another connection has locked cannot be read now")
    func locked() throws {
        try withDatabase("CREATE TABLE t(a); BEGIN EXCLUSIVE") { path, connection in
            let problem = try #require(try problems(path).first)
            #expect(problem.text.contains("another process has locked it"))
            try connection.execute("ROLLBACK")
        }
    }

    @Test("The journal of an interrupted program must be rolled back first")
    func hotJournal() throws {
        try withDatabase(
            """
            PRAGMA cache_size = 1;
            CREATE TABLE t(a);
            INSERT INTO t VALUES (zeroblob(100000));
            BEGIN;
            UPDATE t SET a = randomblob(100000);
            """
        ) { path, connection in
            let copy = path + ".copy"
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let problem = try #require(try problems(copy).first)
            #expect(problem.text.contains("must be rolled back first"))
            #expect(problem.command?.hasSuffix("'PRAGMA user_version'") == true)
            _ = try Connection(path: copy).value("PRAGMA user_version", as: Int.self)
            #expect(try problems(copy) == [])
            try connection.execute("ROLLBACK")
        }
    }
}
