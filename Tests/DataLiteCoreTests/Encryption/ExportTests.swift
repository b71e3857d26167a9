import DataLiteCore
import DataLiteTransfer
import Foundation
import Testing

@Suite("An export without SQLCipher", .enabled(if: !Connection.hasCodec, "this SQLite has a codec"))
struct ExportWithoutCodecTests {
    @Test("An export is refused by name, and no file is created")
    func refused() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection.sample()
            for key in [nil, Connection.Key.passphrase("x")] {
                let error = try failure { try connection.export(to: directory + "/y.db", key: key) }
                #expect(error.resultCode == .error)
                #expect(error.message.contains("has no function sqlcipher_export"))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            try connection.close()
            let closed = try failure { try connection.export(to: directory + "/y.db", key: nil) }
            #expect(closed.resultCode == .misuse)
        }
    }
}

@Suite("An export with SQLCipher", .enabled(if: Connection.hasCodec, "this SQLite has no codec"))
struct ExportTests {
    private static let key = Connection.Key.rawKey(Data((0..<32).map { $0 }))
    private static let other = Connection.Key.passphrase("it's \"secret\" ünïcødé")

    private func open(
        _ path: String, _ key: Connection.Key?, recommended: Bool = false
    ) throws -> Connection {
        var configuration = recommended ? Connection.Configuration.recommended : .init()
        configuration.key = key
        return try Connection(path: path, configuration: configuration)
    }

    private func isPlain(_ path: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("SQLite format 3".utf8))
    }

    private static let script = """
        PRAGMA auto_vacuum = 2;
        PRAGMA user_version = 7;
        PRAGMA application_id = 8;
        CREATE TABLE parents(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
        CREATE TABLE children(parent REFERENCES parents, value, twice AS (value * 2));
        CREATE VIEW names AS SELECT name FROM parents;
        CREATE TRIGGER t AFTER DELETE ON children BEGIN SELECT 1; END;
        INSERT INTO parents VALUES (5, 'é'), (9, NULL);
        INSERT INTO children VALUES (5, x'00ff'), (NULL, 1.5), (5, NULL), (9, 'x''y');
        """

    private func dump(_ connection: Connection) throws -> String {
        var text = ""
        try connection.dumpContent(to: &text)
        return text
    }

    @Test(
        "A copy has the same contents and its own key",
        arguments: [nil, key, other], [nil, key, other])
    func copies(from: Connection.Key?, to: Connection.Key?) throws {
        try withTemporaryDirectory { directory in
            let (source, copy) = (directory + "/x.db", directory + "/it's a copy?.db")
            let connection = try open(source, from, recommended: true)
            try connection.execute(script: Self.script)
            try connection.export(to: copy, key: to)
            #expect(try connection.rows("PRAGMA database_list").count == 1)
            #expect(connection.isAutocommit)
            #expect(try isPlain(copy) == (to == nil))
            let exported = try open(copy, to)
            #expect(try dump(exported) == dump(connection))
            for pragma in ["user_version", "application_id", "auto_vacuum"] {
                let sql = SQL(raw: "PRAGMA \(pragma)")
                let value = try exported.requiredValue(sql, as: Int.self)
                #expect(try connection.requiredValue(sql, as: Int.self) == value, "\(pragma)")
                #expect(value > 0)
            }
            #expect(try exported.integrityCheck().isOK)
            if to != nil {
                #expect(throws: SQLiteError.self) {
                    try open(copy, nil).rows("SELECT * FROM sqlite_schema")
                }
            }
        }
    }

    @Test("A copy is refused in a transaction, during a statement and into a file with content")
    func refusals() throws {
        try withTemporaryDirectory { directory in
            let connection = try open(directory + "/x.db", Self.key)
            try connection.makeSample()
            let copy = directory + "/y.db"
            let inTransaction = try failure {
                try connection.transaction { try connection.export(to: copy, key: nil) }
            }
            #expect(inTransaction.resultCode == .misuse)
            var cursor: Cursor<SQLiteRow>? = try connection.cursor("SELECT * FROM t")
            _ = try cursor?.next()
            let running = try failure { try connection.export(to: copy, key: nil) }
            #expect(running.resultCode == .busy)
            cursor = nil
            let noKey = try failure { try connection.export(to: copy, key: .passphrase("")) }
            #expect(noKey.resultCode == .misuse)
            #expect(!FileManager.default.fileExists(atPath: copy))
            let itself = try failure { try connection.export(to: directory + "/x.db", key: nil) }
            #expect(itself.message.contains("is not empty"))
            try connection.close()
            #expect(try open(directory + "/x.db", Self.key).ids() == [1, 2, 3])
        }
    }

    @Test("A failed copy leaves no file, and no attached database")
    func failures() throws {
        try withTemporaryDirectory { directory in
            let copy = directory + "/y.db"
            try open(directory + "/x.db", Self.key).makeSample()
            let wrong = try open(directory + "/x.db", Self.other)
            #expect(try failure { try wrong.export(to: copy, key: nil) }.resultCode == .notADB)
            #expect(!FileManager.default.fileExists(atPath: copy))
            let reader = try Connection(
                path: directory + "/x.db", options: [.readonly, .nomutex],
                configuration: .init { $0.key = Self.key })
            #expect(throws: SQLiteError.self) { try reader.export(to: copy, key: nil) }
            #expect(!FileManager.default.fileExists(atPath: copy))
            #expect(try reader.ids() == [1, 2, 3])
            let memory = try Connection.sample()
            let missing = try failure { try memory.export(to: directory + "/no/y.db", key: nil) }
            // Versions of SQLite differ in the code.
            #expect([.cantOpen, .error].contains(missing.resultCode.primary))
            #expect(missing.message.contains("unable to open database"))
            try Data().write(to: URL(fileURLWithPath: copy))
            try memory.export(to: copy, key: Self.key)
            #expect(try open(copy, Self.key).ids() == [1, 2, 3])
            #expect(try memory.rows("PRAGMA database_list").count == 1)
        }
    }

    @Test("The key does not appear in a log of statements with their values")
    func keyInLog() throws {
        try withTemporaryDirectory { directory in
            let lines = Locked<[String]>([])
            let configuration = Connection.Configuration { configuration in
                configuration.logStatements(includingValues: true) { statement in
                    lines.withLock { $0.append("\(statement)") }
                }
            }
            let connection = try Connection(location: .inMemory, configuration: configuration)
            try connection.makeSample()
            try connection.export(to: directory + "/y.db", key: .passphrase("swordfish"))
            let text = lines.withLock { $0 }.joined(separator: "\n")
            #expect(text.contains("sqlcipher_export"))
            #expect(!text.contains("swordfish"))
        }
    }
}
