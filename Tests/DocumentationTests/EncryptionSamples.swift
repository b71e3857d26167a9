import DataLiteCore
import Foundation
import Testing

@Suite("The samples of the guide to encryption")
struct EncryptionSamples {
    @Test("fail if SQLite has no codec", .enabled(if: !Connection.hasCodec, "SQLite has a codec"))
    func noCodec() throws {
        let connection = try Connection(location: .inMemory)
        try noCodec(connection)
        #expect(throws: SQLiteError.self) { try connection.apply(.passphrase("secret")) }
    }

    private func noCodec(_ connection: Connection) throws {
        // sample: no codec
        print(Connection.hasCodec)  // false
        do {
            try connection.apply(.passphrase("secret"))
        } catch {
            print(error.message)  // the running SQLite 3.40.1 has no codec: link the ...
        }
        // end
    }

    @Test(
        "open an encrypted database and change its key",
        .enabled(if: Connection.hasCodec, "SQLite has no codec"))
    func encrypted() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/secrets.sqlite"
            // sample: key
            let configuration = Connection.Configuration { $0.key = .passphrase("secret") }
            let connection = try Connection(path: path, configuration: configuration)
            try connection.execute("CREATE TABLE notes(text)")

            try connection.rekey(.passphrase("better secret"))
            // end
            try connection.close()
            #expect(try !Data(contentsOf: URL(fileURLWithPath: path)).starts(with: "SQLite".utf8))
            try wrongKey(path)
            #expect(throws: SQLiteError.self) {
                try Connection(path: path, configuration: configuration).rows(
                    "SELECT * FROM notes")
            }
        }
    }

    @Test(
        "copy between encrypted and plain files",
        .enabled(if: Connection.hasCodec, "SQLite has no codec"))
    func export() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/notes.sqlite"
            try Connection(path: path).execute("CREATE TABLE notes AS SELECT 'x' AS text")
            // sample: export
            let plain = try Connection(path: path)
            try plain.export(to: path + ".encrypted", key: .passphrase("secret"))

            let configuration = Connection.Configuration { $0.key = .passphrase("secret") }
            let encrypted = try Connection(path: path + ".encrypted", configuration: configuration)
            try encrypted.export(to: path + ".plain", key: nil)
            // end
            #expect(try Connection(path: path + ".plain").value("SELECT text FROM notes") == "x")
        }
    }

    private func wrongKey(_ path: String) throws {
        // sample: wrong key
        do {
            let configuration = Connection.Configuration { $0.key = .passphrase("guess") }
            let connection = try Connection(path: path, configuration: configuration)
            try connection.execute("SELECT count(*) FROM sqlite_schema")
        } catch {
            print(error.resultCode)  // SQLITE_NOTADB
        }
        // end
    }
}
