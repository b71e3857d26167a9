import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("Copies of databases with other text encodings")
struct TextEncodingTests {
    /// An in-memory database whose text is encoded in UTF-16.
    private func wide() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(x)")
        try connection.execute("INSERT INTO t VALUES ('ä')")
        return connection
    }

    private func narrow() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: "CREATE TABLE u(y); INSERT INTO u VALUES ('ö')")
        return connection
    }

    private func isEncodingError(_ error: any Error) -> Bool {
        (error as? SQLiteError)?.resultCode == .error
            && "\(error)".contains("whose text is encoded in UTF-8, by one in UTF-16le")
    }

    @Test("A backup does not replace tables whose text is encoded differently")
    func backup() throws {
        let target = try narrow()
        #expect { try wide().backup(to: target) } throws: { isEncodingError($0) }
        #expect(try target.value("SELECT y FROM u") == "ö")
        try wide().backup(to: wide())
    }

    @Test("A database whose tables are dropped does not get another text encoding")
    func dropped() throws {
        let target = try narrow()
        try target.execute("DROP TABLE u")
        #expect { try wide().backup(to: target) } throws: { isEncodingError($0) }
        try target.execute("CREATE TABLE v(z)")
    }

    @Test("An attached database keeps the text encoding of the connection")
    func attached() throws {
        let target = try Connection(location: .inMemory)
        try target.execute("ATTACH ':memory:' AS other")
        #expect { try wide().backup(to: target, into: "other") } throws: { isEncodingError($0) }
    }

    @Test("An empty database gets the text encoding of the copy")
    func empty() throws {
        let target = try Connection(location: .inMemory)
        try wide().backup(to: target)
        #expect(try target.value("SELECT x FROM t") == "ä")
        #expect(try target.value("PRAGMA encoding") == "UTF-16le")
        let other = try Connection(location: .inMemory)
        try other.deserialize(wide().serialize())
        #expect(try other.value("SELECT x FROM t") == "ä")
    }

    @Test("deserialize does not replace tables whose text is encoded differently")
    func deserialize() throws {
        let target = try narrow()
        let bytes = try wide().serialize()
        #expect { try target.deserialize(bytes) } throws: { isEncodingError($0) }
        #expect { try target.deserialize(bytes, isReadonly: true) } throws: { isEncodingError($0) }
        #expect(try target.value("SELECT y FROM u") == "ö")
        try target.execute("INSERT INTO u VALUES ('ü')")
    }

    @Test("A new main database keeps the text encoding of a temporary or attached table")
    func otherSchemas() throws {
        for script in ["CREATE TEMP TABLE x(a)", "ATTACH ':memory:' AS o; CREATE TABLE o.x(a)"] {
            let target = try Connection(location: .inMemory)
            try target.execute(script: script + "; INSERT INTO x VALUES ('ü')")
            #expect { try wide().backup(to: target) } throws: { isEncodingError($0) }
            #expect { try target.deserialize(wide().serialize()) } throws: { isEncodingError($0) }
            #expect(try target.value("SELECT a FROM x") == "ü")
        }
    }

    @Test("A database without tables replaces one with any text encoding")
    func emptySources() throws {
        let target = try wide()
        try target.deserialize(Data())
        try target.execute(script: "CREATE TABLE n(a); INSERT INTO n VALUES ('äé')")
        #expect(try target.value("SELECT a FROM n") == "äé")
        let other = try wide()
        try Connection(location: .inMemory).backup(to: other)
        try other.execute(script: "CREATE TABLE n(a); INSERT INTO n VALUES ('äé')")
        #expect(try other.value("SELECT a FROM n") == "äé")
    }

    @Test("The text encodings are compared although an authorizer denies it to statements")
    func authorizers() throws {
        let target = try narrow()
        try target.setAuthorizer(Authorizer { _ in .deny })
        #expect { try wide().backup(to: target) } throws: { isEncodingError($0) }
        try target.setAuthorizer(nil)
        #expect(try target.value("SELECT y FROM u") == "ö")
    }

    @Test("A locked database ends the backup after one wait")
    func locked() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/locked.db"
            let owner = try Connection(path: path)
            try owner.execute(script: "CREATE TABLE t(x); BEGIN EXCLUSIVE")
            let calls = Locked(0)
            let source = try Connection(
                location: .file(path: path),
                configuration: .init {
                    $0.busyHandler = { _ in
                        calls.withLock { $0 += 1 }
                        return false
                    }
                })
            #expect(throws: SQLiteError.self) { try source.backup(to: narrow()) }
            #expect(calls.withLock { $0 } == 1)
            try owner.execute("ROLLBACK")
        }
    }

    @Test("The errors of SQLite come before a difference of text encodings")
    func otherErrors() throws {
        let target = try narrow()
        for (source, schema) in [("main", "nope"), ("nope", "main")] {
            #expect {
                try wide().backup(to: target, from: source, into: schema)
            } throws: {
                "\($0)".contains("unknown database nope")
            }
        }
    }
}
