import DataLiteCore
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
}
