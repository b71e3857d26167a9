import DataLiteTestSupport
import Testing

@testable import DataLiteDatabase

@Suite("Restoring a file with another text encoding", .timeLimit(.minutes(20)))
struct RestoredEncodingTests {
    /// Calls a closure with the path of a file whose text is encoded in UTF-16.
    private func withWideFile(
        _ body: (_ path: String, _ directory: String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/wide.sqlite"
            try makeWideFile(path)
            try await body(path, directory)
        }
    }

    private func makeWideFile(_ path: String) throws {
        let connection = try Connection(path: path)
        try connection.execute(script: "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(x)")
        try connection.execute("INSERT INTO t VALUES ('ä')")
        try connection.close()
    }

    private func isEncodingError(_ error: any Error) -> Bool {
        "\(error)".contains("open connections could not read it")
    }

    @Test("A database with tables refuses the file and stays as it is")
    func refuses() async throws {
        try await withWideFile { path, directory in
            let database = try Database(path: directory + "/narrow.sqlite")
            try await database.write { try $0.execute("CREATE TABLE u(y)") }
            await #expect { try await database.restore(from: path) } throws: { isEncodingError($0) }
            let wide = try Database(path: path)
            await #expect { try await wide.backup(to: database) } throws: { isEncodingError($0) }
            try await database.write { try $0.execute("INSERT INTO u VALUES (1)") }
            let count = try await database.read { db in
                try db.value("SELECT count(*) FROM u", as: Int.self)
            }
            #expect(count == 1)
        }
    }

    @Test("A new database takes the file, and a file with another encoding is overwritten")
    func accepts() async throws {
        try await withWideFile { path, directory in
            let database = try Database(path: directory + "/new.sqlite")
            try await database.restore(from: path)
            let text = try await database.read { try $0.value("SELECT x FROM t", as: String.self) }
            #expect(text == "ä")
            let narrow = try Connection(path: directory + "/narrow.sqlite")
            try narrow.execute("CREATE TABLE u(y)")
            try narrow.close()
            try await database.backup(to: directory + "/narrow.sqlite")
            let copy = try Connection(path: directory + "/narrow.sqlite")
            #expect(try copy.value("SELECT x FROM t") == "ä")
        }
    }
}
