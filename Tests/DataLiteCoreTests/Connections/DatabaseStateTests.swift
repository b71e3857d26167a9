import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The state of the databases of a connection")
struct DatabaseStateTests {
    @Test("The transaction state follows the locks")
    func transactions() throws {
        let connection = try Connection.sample()
        try connection.execute("ATTACH ':memory:' AS other")
        #expect(connection.transactionState() == TransactionState.none)
        try connection.beginTransaction(.deferred)
        #expect(connection.transactionState() == TransactionState.none)
        try connection.execute("SELECT * FROM sqlite_schema")
        #expect(connection.transactionState() == .read)
        #expect(connection.transactionState(of: "other") == TransactionState.none)
        try connection.execute("CREATE TABLE other.t(x)")
        #expect(connection.transactionState(of: "MAIN") == .read)
        #expect(connection.transactionState(of: "other") == .write)
        #expect(connection.transactionState() == .write)
        #expect(TransactionState.read < .write)
        try connection.rollbackTransaction()
        #expect(connection.transactionState(of: "missing") == nil)
        #expect(connection.transactionState(of: "main\0") == nil)
        try connection.close()
        #expect(connection.transactionState() == nil)
    }

    @Test("The names of the databases include temp once it is used")
    func names() throws {
        let connection = try Connection.sample()
        #expect(try connection.databaseNames == ["main"])
        try connection.execute("ATTACH ':memory:' AS \"other one\"")
        try connection.execute("CREATE TEMP TABLE t2(x)")
        #expect(try connection.databaseNames == ["main", "temp", "other one"])
        try connection.close()
        #expect(try failure { try connection.databaseNames }.resultCode == .misuse)
    }

    @Test("The rowid of the latest insert can be set")
    func lastInsertRowID() throws {
        let connection = try Connection.sample()
        #expect(connection.lastInsertRowID == 3)
        try connection.setLastInsertRowID(-7)
        #expect(connection.lastInsertRowID == -7)
        #expect(try connection.value("SELECT last_insert_rowid()") == -7)
        try connection.execute("INSERT OR IGNORE INTO t VALUES (1, 1)")
        #expect(connection.lastInsertRowID == -7)
        try connection.close()
        #expect(try failure { try connection.setLastInsertRowID(1) }.resultCode == .misuse)
    }

    @Test("Each database has its own path and access")
    func paths() throws {
        try withTemporaryDirectory { directory in
            for name in ["/x.db", "/y.db"] {
                try Connection(path: directory + name).execute("CREATE TABLE t(x)")
            }
            let connection = try Connection(path: directory + "/x.db", options: [.readwrite, .uri])
            try connection.execute("ATTACH \("file:\(directory)/y.db?mode=ro") AS other")
            try connection.execute("ATTACH ':memory:' AS memory")
            #expect(connection.path(of: "main") == connection.path)
            #expect(connection.path(of: "other")?.hasSuffix("/y.db") == true)
            #expect(connection.path(of: "memory") == nil && connection.path(of: "missing") == nil)
            #expect(
                connection.isReadonly("main") == false && connection.isReadonly("other") == true)
            #expect(connection.isReadonly("missing") == nil && connection.isReadonly("a\0") == nil)
            try connection.close()
            #expect(connection.isReadonly("main") == nil && connection.path(of: "main") == nil)
        }
    }

    @Test("A column is looked up with its constraints")
    func columns() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL COLLATE NOCASE, x);
                CREATE VIEW v AS SELECT * FROM a;
                """)
        let id = try connection.columnMetadata(of: "id", in: "a")
        #expect(id.declaredType == "INTEGER" && id.isPrimaryKey && id.isAutoincrement)
        let name = try connection.columnMetadata(of: "NAME", in: "A", schema: "main")
        #expect(name.collation == "NOCASE" && name.isNotNull && !name.isPrimaryKey)
        let untyped = try connection.columnMetadata(of: "x", in: "a")
        #expect(untyped.declaredType == nil && untyped.collation == "BINARY" && !untyped.isNotNull)
        #expect(try connection.columnMetadata(of: "rowid", in: "a").declaredType == "INTEGER")
        for (column, table) in [("y", "a"), ("id", "b"), ("id", "v"), ("i\0d", "a")] {
            let error = try failure { try connection.columnMetadata(of: column, in: table) }
            #expect(error.resultCode == .error)
        }
        try connection.close()
        let closed = try failure { try connection.columnMetadata(of: "id", in: "a") }
        #expect(closed.resultCode == .misuse)
    }

    @Test("An error of the operating system has its number")
    func systemError() throws {
        let missing = try failure { try Connection(path: "/missing/x.db") }
        #expect(missing.systemErrorCode == ENOENT)
        #expect(
            missing.message == """
                cannot open "/missing/x.db": unable to open database file: \
                \(String(cString: strerror(ENOENT)))
                """)
        let attached = try failure {
            try Connection.sample().execute("ATTACH '/missing/x.db' AS x")
        }
        #expect(attached.message.hasSuffix(": " + String(cString: strerror(ENOENT))))
        let syntax = try failure { try Connection.sample().execute("nonsense") }
        #expect(syntax.systemErrorCode == nil)
        let lock = SQLiteError(.busy, message: "x")
        #expect(lock.systemErrorCode == nil)
    }

    @Test("Databases are attached and detached by their names")
    func attaching() throws {
        try withTemporaryDirectory { directory in
            let db = try Connection(location: .inMemory)
            let path = directory + "/a 'b'.db"
            try Connection(path: path).execute("CREATE TABLE t AS SELECT 7 AS a")
            try db.attach(.file(path: path), as: "my \"file\"")
            try db.attach(.inMemory, as: "memory")
            try db.attach(.temporary, as: "scratch")
            #expect(try db.value("SELECT a FROM \"my \"\"file\"\"\".t") == 7)
            #expect(db.path(of: "my \"file\"")?.hasSuffix("a 'b'.db") == true)
            try db.execute("CREATE TABLE memory.t(a)")
            for name in ["my \"file\"", "memory", "scratch"] { try db.detach(name) }
            #expect(throws: SQLiteError.self) { try db.detach("memory") }
            #expect(throws: SQLiteError.self) { try db.attach(.file(path: ""), as: "empty") }
        }
    }
}
