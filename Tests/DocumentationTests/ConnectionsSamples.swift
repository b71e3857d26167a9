// sample: imports
import DataLiteC  // only for calls of the C API
import DataLiteCore
// end
import Testing

@Suite("The samples of the guide to connections")
struct ConnectionsSamples {
    @Test("open a file, an in-memory database and a temporary database")
    func opening() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/people.sqlite"
            // sample: locations
            let file = try Connection(path: path)
            let memory = try Connection(location: .inMemory)
            let temporary = try Connection(location: .temporary)
            // end
            #expect(file.path?.hasSuffix("/people.sqlite") == true)
            #expect(memory.path == nil)
            #expect(temporary.path == nil)

            // sample: reader
            let reader = try Connection(path: path, options: [.readonly, .nomutex])
            print(reader.isReadonly)  // true
            // end
            #expect(reader.isReadonly)

            try existing(path: path + ".typo")
            let error = #expect(throws: SQLiteError.self) {
                try Connection(path: path + ".typo", options: [.readwrite, .nomutex])
            }
            #expect(error?.resultCode == .cantOpen)
        }
    }

    private func existing(path: String) throws {
        do {
            _ = try Connection(path: path, options: [.readwrite, .nomutex])
        } catch {
            print(error.resultCode)  // SQLITE_CANTOPEN
        }
    }

    @Test("configure a connection")
    func configuration() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/people.sqlite"
            // sample: configuration
            let configuration = Connection.Configuration {
                $0.busyTimeout = .seconds(2)
                $0.journalMode = .wal
                $0.synchronous = .normal
                $0.onOpen = { connection in
                    try connection.add(function: Function.Regexp.self)
                    try connection.execute("CREATE TABLE IF NOT EXISTS people(id, name)")
                }
            }
            let connection = try Connection(path: path, configuration: configuration)
            // end
            #expect(try connection.busyTimeout == .seconds(2))
            #expect(try connection.journalMode == .wal)
            #expect(try connection.foreignKeys)
            #expect(try connection.value("SELECT 'Ada' REGEXP 'A.*'") == true)
        }
    }

    @Test("reject a misspelled name, and allow double-quoted strings again")
    func doubleQuotedText() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/users.sqlite"
            let connection = try Connection(path: path)
            try connection.execute(
                script: "CREATE TABLE users(name); INSERT INTO users VALUES ('Ada'), ('Alan')")
            try misspelt(connection)
            #expect(try connection.value("SELECT count(*) FROM users") == 2)
            try allowed(path: path)
        }
    }

    private func misspelt(_ connection: Connection) throws {
        let column = "nmae"
        do {
            try connection.execute("DELETE FROM users WHERE \(identifier: column) <> \("Ada")")
        } catch {
            print(error.message)  // no such column: nmae
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("DELETE FROM users WHERE \(identifier: column) <> \("Ada")")
        }
        #expect(error?.message.contains("nmae") == true)
    }

    private func allowed(path: String) throws {
        // sample: double-quoted strings
        let configuration = Connection.Configuration {
            $0.doubleQuotedStrings = [.dml]  // add .ddl for CREATE TABLE and CREATE INDEX
        }
        let connection = try Connection(path: path, configuration: configuration)
        // end
        #expect(try connection.value("SELECT \"text\"") == "text")
        #expect(throws: SQLiteError.self) {
            try connection.execute("CREATE TABLE t(x CHECK (x <> \"text\"))")
        }
    }

    @Test("open a database whose schema is not trusted")
    func untrustedSchema() throws {
        let path = ":memory:"
        // sample: untrusted
        let configuration = Connection.Configuration { $0.trustsSchema = false }
        let connection = try Connection(path: path, configuration: configuration)
        // end
        try connection.add(function: Function.Regexp.self)
        try connection.execute("CREATE VIEW matches AS SELECT 'a' REGEXP 'a'")
        #expect(throws: SQLiteError.self) { try connection.rows("SELECT * FROM matches") }
    }

    @Test("read and set pragmas")
    func pragmas() throws {
        let connection = try Connection(location: .inMemory)
        // sample: pragmas
        try connection.setUserVersion(3)
        let version = try connection.userVersion  // 3
        try connection.set(pragma: .cacheSize, value: -8_000)  // 8 MB
        let pageSize: Int? = try connection.get(pragma: .pageSize)  // 4096
        let tables = try connection.rows("PRAGMA table_list")
        // end
        #expect(version == 3)
        #expect(pageSize == 4096)
        #expect(tables.contains { $0.lenientValue("name") == "sqlite_schema" })
    }

    @Test("follow changes, and veto a commit")
    func delegates() throws {
        let connection = try Connection(location: .inMemory)
        final class Guardian: ConnectionDelegate {
            struct TooMany: Error {}
            var inserted = 0

            func connection(
                _ connection: any ConnectionProtocol, didUpdate action: SQLiteAction
            ) {
                if case .insert(_, "people", _) = action { inserted += 1 }
            }

            func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
                if inserted > 2 { throw TooMany() }
            }

            func connectionDidCommit(_ connection: any ConnectionProtocol) {
                inserted = 0
            }

            func connectionDidRollback(_ connection: any ConnectionProtocol) {
                inserted = 0
            }
        }

        try connection.execute("CREATE TABLE people(name)")
        let guardian = Guardian()
        connection.add(delegate: guardian)  // held weakly
        do {
            try connection.execute("INSERT INTO people VALUES ('Ada'), ('Alan'), ('Grace')")
        } catch {
            print(error.resultCode)  // SQLITE_CONSTRAINT_COMMITHOOK
            print(error.underlyingError is Guardian.TooMany)  // true
        }
        #expect(guardian.inserted == 0)
        #expect(try connection.value("SELECT count(*) FROM people") == 0)
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT INTO people VALUES ('Ada'), ('Alan'), ('Grace')")
        }
        #expect(error?.resultCode == .constraintCommitHook)
        #expect(error?.underlyingError is Guardian.TooMany)
    }

    @Test("trace statements")
    func tracing() throws {
        let connection = try Connection(location: .inMemory)
        final class Log: ConnectionTraceDelegate {
            var lines: [String] = []

            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
                lines.append(trace.unexpandedSQL)  // expandedSQL contains the bound values
            }
        }

        let log = Log()
        connection.add(traceDelegate: log)
        try connection.execute("SELECT \(1)")
        print(log.lines)  // ["SELECT ?"]
        #expect(log.lines == ["SELECT ?"])
    }

    @Test("fail to close a connection while a statement exists")
    func closing() throws {
        let connection = try Connection(location: .inMemory)
        var statement: (any StatementProtocol)? = try connection.prepare(sql: "SELECT 1")
        do {
            try connection.close()
        } catch {
            print(error.resultCode)  // SQLITE_BUSY: the connection stays open
        }
        statement = nil
        try connection.close()
        #expect(statement == nil)
        #expect(connection.isClosed)
    }

    @Test("call the C API")
    func handle() throws {
        let connection = try Connection(location: .inMemory)
        // sample: handle
        let limit = try connection.withUnsafeHandle { database in
            sqlite3_limit(database, SQLITE_LIMIT_VARIABLE_NUMBER, -1)
        }
        try connection.withUnsafeHandle { database in
            _ = try check(sqlite3_db_cacheflush(database), on: database)
        }
        // end
        #expect(limit > 0)
    }

    @Test("use a handle of the C API")
    func existingHandle() throws {
        var database: OpaquePointer?
        try check(sqlite3_open(":memory:", &database), on: database)
        defer { sqlite3_close(database) }
        let script = "CREATE TABLE people(name); INSERT INTO people VALUES ('Ada')"
        try check(sqlite3_exec(database, script, nil, nil, nil), on: database)
        #expect(try countPeople(in: #require(database)) == 1)
    }

    // sample: existing handle
    func countPeople(in database: OpaquePointer) throws -> Int? {
        let connection = try Connection(unsafeHandle: database, ownership: .borrowed)
        return try connection.value("SELECT count(*) FROM people")
    }
    // end

    @Test("look up the state of attached databases")
    func state() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/archive.sqlite"
            let connection = try Connection(location: .inMemory)
            try connection.execute("CREATE TABLE books(title TEXT NOT NULL)")
            try connection.attach(.file(path: path), as: "archive")
            let file = connection.path(of: "archive")  // the absolute path
            let isReadonly = connection.isReadonly("archive")  // false
            try connection.beginTransaction()
            let state = connection.transactionState(of: "archive")  // .none: nothing was read yet
            let title = try connection.columnMetadata(of: "title", in: "books")
            print(title.declaredType ?? "", title.isNotNull, title.collation)  // TEXT true BINARY
            #expect(file?.hasSuffix("archive.sqlite") == true && isReadonly == false)
            #expect(state == TransactionState.none && title.isNotNull)
        }
    }

    @Test("open the bytes of a database, and compare text")
    func bytes() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE books(title TEXT)")
        // sample: serializeDatabase
        let data = try connection.serialize()
        let copy = try Connection(serialized: data, sizeLimit: 100_000_000)
        let count: Int? = try copy.value("SELECT count(*) FROM books")
        // end
        #expect(count == 0)
        let isComplete = SQLText.isComplete("SELECT 1;")  // true: a shell can run it
        let isKeyword = SQLText.isKeyword("order")  // true: quote it as a name
        let matches = SQLText.matches("Emma", like: "e%")  // true, as LIKE does
        #expect(isComplete && isKeyword && matches)
        #expect(throws: SQLiteError.self) { try addExtension(at: "/missing", to: connection) }
    }
}

func addExtension(at path: String, to connection: Connection) throws {
    try connection.withExtensionLoading { loader in
        try loader.load(path)
    }
}
