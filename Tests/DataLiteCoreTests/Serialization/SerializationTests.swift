import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The bytes of a database")
struct SerializationTests {
    private func count(_ connection: Connection) throws -> Int? {
        try connection.value("SELECT count(*) FROM t")
    }

    private func sample(_ connection: Connection) throws -> Connection {
        try connection.execute(
            script: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (NULL), ('é'), (x'00FF')")
        return connection
    }

    @Test("The bytes of a database open as the same database")
    func roundTrip() throws {
        let original = try sample(Connection(location: .inMemory))
        let data = try original.serialize()
        let copy = try Connection(serialized: data)
        let expected = try original.rows("SELECT * FROM t")
        #expect(try copy.rows("SELECT * FROM t") == expected)
        try copy.execute("INSERT INTO t VALUES (2)")
        #expect(try count(copy) == 5)
        #expect(try count(original) == 4)
        #expect(copy.path == nil)
        #expect(try copy.serialize() != data)
    }

    @Test("The bytes of a file can be written to a file", arguments: [JournalMode.wal, .delete])
    func file(mode: JournalMode) throws {
        try withTemporaryDirectory { directory in
            let configuration = Connection.Configuration { $0.journalMode = mode }
            let original = try sample(
                Connection(path: directory + "/x.db", configuration: configuration))
            let data = try original.serialize()
            try data.write(to: URL(fileURLWithPath: directory + "/y.db"))
            let copy = try Connection(path: directory + "/y.db")
            #expect(try count(copy) == 4)
            #expect(try copy.journalMode == .delete)
            #expect(try count(Connection(serialized: data)) == 4)
            // A file in WAL mode is also accepted.
            try original.close()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: directory + "/x.db"))
            let writable = try Connection(serialized: bytes)
            try writable.execute("DELETE FROM t")
            #expect(try count(writable) == 0)
        }
    }

    @Test("An empty database has no bytes, and no bytes are an empty database")
    func empty() throws {
        let connection = try Connection(location: .inMemory)
        // Newer versions of SQLite write the first page.
        #expect([0, 4096].contains(try connection.serialize().count))
        let copy = try sample(Connection(serialized: Data()))
        #expect(try count(copy) == 4)
        try copy.deserialize(Data())
        #expect(try copy.tableExists("t") == false)
        for name in ["temp", "TEMP"] {
            let fresh = try Connection(location: .inMemory)
            #expect([0, 4096].contains(try fresh.serialize(name).count))
            #expect(
                try failure { try fresh.deserialize(Data(), into: name) }.message
                    == "the database \"temp\" cannot be replaced")
        }
        try withTemporaryDirectory { directory in
            let data = try Connection(path: directory + "/x.db").serialize()
            #expect([0, 4096].contains(data.count))
        }
    }

    @Test("Bytes that are not a database are refused, and nothing changes")
    func corrupt() throws {
        let good = try sample(Connection(location: .inMemory)).serialize()
        var damaged = good
        damaged[100] = 77
        let cases: [(Data, ResultCode)] = [
            (Data("not a database".utf8), .notADB), (Data(repeating: 65, count: 8192), .notADB),
            (good.prefix(4096), .corrupt), (good.prefix(50), .corrupt), (damaged, .corrupt),
        ]
        let connection = try sample(Connection(location: .inMemory))
        for (data, code) in cases {
            let opening = try failure { try Connection(serialized: data) }
            let replacing = try failure { try connection.deserialize(data) }
            #expect(opening.resultCode.primary == code, "\(data.count) bytes")
            #expect(replacing.resultCode.primary == code)
            #expect(try count(connection) == 4)
        }
    }

    @Test("Uncommitted changes are part of the bytes")
    func transaction() throws {
        let connection = try sample(Connection(location: .inMemory))
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (5)")
            #expect(try count(Connection(serialized: connection.serialize())) == 5)
            #expect(try failure { try connection.deserialize(Data()) }.resultCode == .busy)
        }
        let statement = try connection.prepare(sql: "SELECT * FROM t")
        _ = try statement.step()
        #expect(try failure { try connection.deserialize(Data()) }.resultCode == .busy)
        try statement.reset()
        try connection.deserialize(Data())
        #expect(try connection.tableExists("t") == false)
        #expect(throws: SQLiteError.self) { try statement.step() }
    }

    @Test("Attached databases are serialized by their names")
    func attached() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("ATTACH ':memory:' AS other")
        try connection.execute(script: "CREATE TABLE other.u(x); INSERT INTO other.u VALUES (1)")
        try connection.execute("CREATE TEMPORARY TABLE v(x)")
        let data = try connection.serialize("other")
        #expect(try Connection(serialized: data).tableExists("u"))
        #expect(try Connection(serialized: connection.serialize("TEMP")).tableExists("v"))
        try connection.deserialize(
            sample(Connection(location: .inMemory)).serialize(), into: "other")
        #expect(try connection.value("SELECT count(*) FROM other.t") == 4)
        for name in ["missing", "a\0b", ""] {
            #expect(try failure { try connection.serialize(name) }.resultCode == .error)
            #expect(
                try failure { try connection.deserialize(Data(), into: name) }.resultCode == .error)
        }
        #expect(
            try failure { try connection.deserialize(data, into: "temp") }.resultCode == .error)
    }

    @Test(
        "Other connections keep the in-memory database that one of them replaces",
        arguments: [("/", "vfs=memdb"), ("", "mode=memory&cache=shared")])
    func shared(prefix: String, parameters: String) throws {
        let uri = "file:\(prefix)serialization-\(UUID().uuidString)?\(parameters)"
        let connections = try (1...2).map { _ in
            try Connection(path: uri, options: [.readwrite, .create, .uri])
        }
        _ = try sample(connections[0])
        try connections[1].deserialize(Data())
        try connections[1].execute("CREATE TABLE other(x)")
        #expect(try connections[1].tableExists("t") == false)
        #expect(try count(connections[0]) == 4)
        #expect(try connections[0].tableExists("other") == false)
    }

    @Test(
        "What was used before can be used after the database is replaced",
        arguments: [0, 1, 2, 3])
    func replaced(kind: Int) throws {
        try withTemporaryDirectory { directory in
            let connection = try sample(
                kind == 0
                    ? Connection(path: directory + "/a.sqlite") : Connection(location: .inMemory))
            let data = try connection.serialize()
            let hook = try connection.onUpdate { _ in }
            defer { withExtendedLifetime(hook) {} }
            let insert = try connection.prepare(sql: "INSERT INTO t VALUES (1)")
            let names: SQL = "SELECT group_concat(name) FROM pragma_table_info('t')"
            let columns: String? = try connection.value(names)
            #expect(try connection.value("SELECT count(*) FROM json_each('[1]')") == 1)
            for _ in 1...3 {
                try connection.deserialize(
                    data, isReadonly: kind == 2, sizeLimit: kind == 3 ? 1 << 20 : nil)
                #expect(try connection.value(names) == columns)
                #expect(try count(connection) == 4)
                guard kind != 2 else { continue }
                _ = try insert.step()
                try insert.reset()
                #expect(try count(connection) == 5)
            }
            let elements = try? connection.value(
                "SELECT count(*) FROM json_each('[1]')", as: Int.self)
            #expect(elements == 1 || (elements == nil && kind != 1))
            // A limit and a mode do not remain.
            guard kind > 1 else { return }
            try connection.deserialize(data)
            try connection.execute("INSERT INTO t VALUES (zeroblob(2000000))")
        }
    }

    @Test("Statements and temporary triggers use the attached database that replaced another")
    func replacedAttached() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                ATTACH ':memory:' AS a;
                CREATE TABLE a.t(x); CREATE TABLE a.u(y); CREATE TABLE log(z);
                CREATE TEMP TRIGGER tr AFTER INSERT ON a.t BEGIN INSERT INTO log VALUES (new.x); END
                """)
        let insert = try connection.prepare(sql: "INSERT INTO a.t VALUES (5)")
        // The same tables, with exchanged roots.
        let other = try Connection(location: .inMemory)
        try other.execute(script: "CREATE TABLE u(y); CREATE TABLE t(x)")
        try connection.deserialize(other.serialize(), into: "a")
        _ = try insert.step()
        try insert.reset()
        #expect(try connection.value("SELECT x FROM a.t") == 5)
        #expect(try connection.value("SELECT count(*) FROM a.u") == 0)
        #expect(try connection.value("SELECT z FROM log") == 5)
        try connection.execute("DROP TRIGGER temp.tr")
        let error = try failure { try connection.deserialize(Data(), sizeLimit: -1) }
        #expect(error.resultCode == .misuse)
        #expect(try connection.value("SELECT z FROM log") == 5)
    }

    @Test("A read-only database and a size limit refuse writes")
    func limits() throws {
        let data = try sample(Connection(location: .inMemory)).serialize()
        let readonly = try Connection(serialized: data, isReadonly: true)
        let error = try failure { try readonly.execute("DELETE FROM t") }
        #expect(error.resultCode.primary == .readonly)
        let limited = try Connection(serialized: data, sizeLimit: 20_000)
        #expect(try limited.sizeLimit() == 20_000)
        let full = try failure { try limited.execute("INSERT INTO t VALUES (zeroblob(30000))") }
        #expect(full.resultCode == .full)
        #expect(try count(limited) == 4)
        let negative = try failure { try Connection(serialized: data, sizeLimit: -5) }
        #expect(negative.resultCode == .misuse && negative.message.contains("-5"))
        try limited.setSizeLimit(bytes: 100_000)
        try limited.execute("INSERT INTO t VALUES (zeroblob(30000))")
        #expect(try count(limited) == 5)
    }

    @Test("A deserialized read-only database is reported as one, until it is replaced")
    func readonlyState() throws {
        let data = try sample(Connection(location: .inMemory)).serialize()
        let connection = try Connection(serialized: data, isReadonly: true)
        #expect(connection.isReadonly && connection.isReadonly("MAIN") == true)
        #expect(connection.isReadonly("temp") != true)
        #expect(try connection.transaction { try count(connection) } == 4)
        try connection.deserialize(data)
        #expect(!connection.isReadonly)
        try connection.execute("DELETE FROM t")
        try connection.deserialize(data, isReadonly: true)
        #expect(connection.isReadonly)
        try connection.close()
        #expect(!connection.isReadonly)
    }

    @Test("A closed connection has no bytes")
    func closed() throws {
        let connection = try Connection(location: .inMemory)
        try connection.close()
        #expect(try failure { try connection.serialize() }.resultCode == .misuse)
        #expect(try failure { try connection.deserialize(Data()) }.resultCode == .misuse)
    }

    @Test("The configuration is applied to a deserialized database")
    func configuration() throws {
        let data = try sample(Connection(location: .inMemory)).serialize()
        let connection = try Connection(
            serialized: data,
            configuration: .init { $0.onOpen = { try $0.execute("INSERT INTO t VALUES (9)") } })
        #expect(try count(connection) == 5)
        #expect(try connection.foreignKeys)
        #expect(try connection.integrityCheck().isOK)
    }
}
