import DataLiteCore
import Foundation
import Testing

@Suite("A key")
struct KeyTests {
    static let keys: [Connection.Key] = [.passphrase("swordfish"), .rawKey(Data("swordfish".utf8))]

    /// Whether a string contains the key, or its bytes in hexadecimal or decimal.
    private func reveals(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["swordfish", "73776f7264", "115, 119"].contains { text.contains($0) }
    }

    @Test("A key does not appear in a description, a dump or a mirror", arguments: keys)
    func hidden(key: Connection.Key) {
        var dumps = ""
        let configuration = Connection.Configuration { $0.key = key }
        dump(key, to: &dumps)
        dump(configuration, to: &dumps)
        dump([key as Any], to: &dumps)
        let texts = [
            dumps, "\(key)", String(reflecting: key), "\(configuration)",
            String(reflecting: configuration), "\([key])", "\(String(describing: Optional(key)))",
            "\(Mirror(reflecting: key).children.map { $0 })",
        ]
        for text in texts { #expect(!reveals(text)) }
    }

    @Test("A key has the string that the codec receives, and its length in bytes")
    func value() {
        let keys: [(Connection.Key, String)] = [
            (.passphrase("schlüssel"), "schlüssel"), (.passphrase(""), ""),
            (.rawKey(Data([0x0a, 0xff])), "x'0aff'"), (.rawKey(Data()), ""),
        ]
        for (key, value) in keys {
            #expect(key.keyValue == value)
            #expect(key.length == value.utf8.count)
        }
    }

    @Test("A key does not appear in the error of a call that fails", arguments: keys)
    func errors(key: Connection.Key) throws {
        let connection = try Connection.sample()
        let calls: [() throws -> Void] = [
            { try connection.apply(key, name: "no such schema") },
            { try connection.rekey(key, name: "no such schema") },
            { try connection.rekey(key) },
        ]
        for call in calls {
            let error = try failure(of: call)
            var dumped = ""
            dump(error, to: &dumped)
            #expect(!reveals(dumped + "\(error)" + error.localizedDescription))
        }
    }

    @Test(
        "A key must not be empty",
        arguments: [.passphrase(""), .rawKey(Data())] as [Connection.Key])
    func empty(key: Connection.Key) throws {
        let connection = try Connection(location: .inMemory)
        #expect(try failure { try connection.apply(key) }.message == "the key is empty")
    }
}

@Suite("Encryption without a codec", .enabled(if: !Connection.hasCodec, "this SQLite has a codec"))
struct WithoutCodecTests {
    @Test("Keys are rejected with a clear error if SQLite has no codec, and the file is unchanged")
    func refused() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Connection(path: path).makeSample()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let connection = try Connection(path: path)
            let calls: [() throws -> Void] = [
                { try connection.apply(.passphrase("x")) },
                { try connection.rekey(.rawKey(Data(count: 32))) },
                {
                    _ = try Connection(
                        path: path, configuration: .init { $0.key = .passphrase("x") })
                },
            ]
            for call in calls {
                let error = try failure(of: call)
                #expect(error.resultCode == .error)
                #expect(error.message.contains("has no codec"))
            }
            #expect(try connection.ids() == [1, 2, 3])
            try connection.close()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }
}

@Suite("Encryption with a codec", .enabled(if: Connection.hasCodec, "this SQLite has no codec"))
struct EncryptionTests {
    private static let key = Connection.Key.rawKey(Data((0..<32).map { $0 }))
    private static let other = Connection.Key.rawKey(Data((0..<32).map { 255 - $0 }))

    private func open(_ path: String, _ key: Connection.Key?) throws -> Connection {
        try Connection(path: path, configuration: .init { $0.key = key })
    }

    private func isPlain(_ path: String) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Data("SQLite format 3".utf8))
    }

    @Test(
        "An encrypted database can be read only with its key",
        arguments: [key, .passphrase("it's \"secret\" ünïcødé")])
    func roundTrip(key: Connection.Key) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try open(path, key).makeSample()
            #expect(try isPlain(path) == false)
            #expect(try open(path, key).ids() == [1, 2, 3])
            for wrong in [Self.other, nil] {
                let error = try failure { try open(path, wrong).ids() }
                #expect(error.resultCode == .notADB)
            }
        }
    }

    @Test("A key and a journal mode are applied in the right order")
    func journalMode() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let configuration = Connection.Configuration {
                $0.key = Self.key
                $0.journalMode = .wal
            }
            let connection = try Connection(path: path, configuration: configuration)
            try connection.makeSample()
            #expect(try connection.journalMode == .wal)
            #expect(try Connection(path: path, configuration: configuration).ids() == [1, 2, 3])
            try connection.close()
            let wrong = try failure {
                try Connection(
                    path: path,
                    configuration: .init {
                        $0.key = Self.other
                        $0.journalMode = .wal
                    })
            }
            #expect(wrong.resultCode == .notADB)
            let open = try openFiles(below: directory)
            #expect(open == [])
        }
    }

    @Test("The key of an encrypted database can be changed")
    func rekey() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try open(path, Self.key)
            try connection.makeSample()
            try connection.rekey(Self.other)
            try connection.close()
            #expect(try open(path, Self.other).ids() == [1, 2, 3])
            #expect(try failure { try open(path, Self.key).ids() }.resultCode == .notADB)
        }
    }

    @Test("A database keeps its key if the current key is wrong")
    func rekeyWithWrongKey() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try open(path, Self.key).makeSample()
            let error = try failure { try open(path, Self.other).rekey(Self.other) }
            #expect(error.resultCode == .notADB)
            #expect(try open(path, Self.key).ids() == [1, 2, 3])
        }
    }

    @Test("An unencrypted database is not encrypted by a change of its key")
    func rekeyPlain() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try open(path, nil)
            try connection.makeSample()
            #expect(try failure { try connection.rekey(Self.key) }.resultCode == .misuse)
            try connection.close()
            #expect(try isPlain(path))
        }
    }

    @Test("An attached database has its own key")
    func attached() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(location: .inMemory)
            try connection.execute("ATTACH ? AS other", [path])
            try connection.apply(Self.key, name: "other")
            try connection.execute(
                sql: "CREATE TABLE other.t(id); INSERT INTO t VALUES (1), (2), (3)")
            #expect(try open(path, Self.key).ids() == [1, 2, 3])
            try connection.rekey(Self.other, name: "other")
            try connection.execute("DETACH other")
            #expect(try open(path, Self.other).ids() == [1, 2, 3])
        }
    }

    @Test("Applying a key to a missing schema is an error")
    func unknownSchema() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try open(path, Self.key)
            try connection.makeSample()
            let calls: [() throws -> Void] = [
                { try connection.apply(Self.other, name: "nowhere") },
                { try connection.rekey(Self.other, name: "nowhere") },
            ]
            for call in calls { #expect(throws: SQLiteError.self) { try call() } }
            try connection.execute("DELETE FROM t WHERE id = 1")
            try connection.close()
            #expect(try open(path, Self.key).ids() == [2, 3])
        }
    }
}
