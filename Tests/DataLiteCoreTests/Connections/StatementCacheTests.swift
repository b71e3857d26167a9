import DataLiteCore
import Testing

@Suite("The statement cache")
struct StatementCacheTests {
    /// A connection with nothing in its cache.
    private func connection(capacity: Int) throws -> Connection {
        let connection = try Connection.sample(
            configuration: .init { $0.statementCacheCapacity = capacity })
        connection.clearStatementCache()
        return connection
    }

    @Test("The statement cache prepares equal SQL once for many runs")
    func hits() throws {
        let connection = try connection(capacity: 4)
        let sql = "SELECT x FROM t WHERE id = ?"
        for id in 1...3 { #expect(try connection.value(SQL(raw: sql), [id]) == id * 10) }
        #expect(try connection.statementCount() == 1)
        #expect(try connection.runs(of: sql) == 3)
    }

    @Test("The statement cache keeps the most recently used statements up to its capacity")
    func eviction() throws {
        let connection = try connection(capacity: 3)
        let texts = (1...3).map { "SELECT \($0)" }
        for text in texts { try connection.execute(SQL(raw: text)) }
        try connection.execute(SQL(raw: texts[0]))
        try connection.execute(SQL(raw: "SELECT 4"))
        #expect(try connection.statementCount() == 3)
        #expect(try connection.runs(of: texts[0]) == 2)
        #expect(try connection.runs(of: texts[1]) == nil)
        #expect(try connection.runs(of: texts[2]) == 1)
    }

    @Test(
        "The statement cache keeps nothing at a capacity of zero or less", arguments: [0, -1, .min])
    func noCapacity(capacity: Int) throws {
        let connection = try connection(capacity: capacity)
        for _ in 1...3 { #expect(try connection.value("SELECT \(7)") == 7) }
        #expect(try connection.statementCount() == 0)
    }

    @Test("The cache prepares a second statement for SQL that is running, and does not keep it")
    func reentrance() throws {
        let connection = try connection(capacity: 4)
        try connection.add(function: "depth", argc: 1) { [unowned connection] args in
            let depth: Int = args[0] ?? 0
            guard depth > 0 else { return 0 }
            return try connection.value("SELECT 1 + depth(?)", [depth - 1], as: Int.self)
        }
        #expect(try connection.value("SELECT 1 + depth(?)", [5]) == 6)
        #expect(try connection.statementCount() == 1)
        #expect(try connection.value("SELECT 1 + depth(?)", [2]) == 3)
    }

    @Test("Two cursors on the same SQL return separate rows")
    func twoCursors() throws {
        let connection = try connection(capacity: 4)
        let (first, second) = (
            try connection.cursor("SELECT id FROM t"), try connection.cursor("SELECT id FROM t")
        )
        #expect(try first.next() == ["id": 1])
        #expect(try first.next() == ["id": 2])
        #expect(try second.next() == ["id": 1])
        #expect(try first.next() == ["id": 3])
    }

    @Test("A cached statement follows a change of the schema")
    func schemaChange() throws {
        let connection = try connection(capacity: 4)
        #expect(try connection.row("SELECT * FROM t") == ["id": 1, "x": 10])
        try connection.execute(sql: "ALTER TABLE t ADD COLUMN y DEFAULT 5")
        #expect(try connection.row("SELECT * FROM t") == ["id": 1, "x": 10, "y": 5])
        try connection.execute(sql: "DROP TABLE t")
        #expect(throws: SQLiteError.self) { try connection.row("SELECT * FROM t") }
        try connection.makeSample(count: 1)
        #expect(try connection.rows("SELECT * FROM t") == [["id": 1, "x": 10]])
    }

    @Test("A cached statement uses the table of the main database once there is one")
    func nameOfAttachedTable() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: "ATTACH ':memory:' AS x; CREATE TABLE x.log(m)")
        let create = "CREATE TABLE IF NOT EXISTS main.log(m)"
        for text in ["first", "second"] {
            try connection.execute("INSERT INTO log VALUES ('attached')")
            try connection.execute(SQL(raw: create))
            try connection.execute("INSERT INTO log VALUES ('attached')")
            #expect(try connection.value("SELECT count(*) FROM main.log") == 1, "\(text)")
            try connection.execute("ALTER TABLE main.log RENAME TO \(identifier: text)")
        }
        try connection.execute("INSERT INTO log VALUES ('attached')")
        #expect(try connection.value("SELECT count(*) FROM x.log") == 3)
        try connection.execute("ALTER TABLE first RENAME TO log")
        try connection.execute("INSERT INTO log VALUES ('attached')")
        #expect(try connection.value("SELECT count(*) FROM main.log") == 2)
        try connection.execute("CREATE TEMP VIEW log AS SELECT 7")
        #expect(try connection.value("SELECT * FROM log") == 7)
    }

    @Test("The statement cache can reuse a statement after an error")
    func afterError() throws {
        let connection = try connection(capacity: 4)
        let sql = "INSERT INTO t(id) VALUES (?)"
        for _ in 1...2 {
            let error = try failure { try connection.execute(SQL(raw: sql), [1]) }
            #expect(error.resultCode == .constraintPrimaryKey)
        }
        try connection.execute(SQL(raw: sql), [4])
        #expect(try connection.ids() == [1, 2, 3, 4])
        #expect(try connection.runs(of: sql) == 3)
    }

    @Test("The statement cache releases large bound values when a statement is returned")
    func bindings() throws {
        let connection = try connection(capacity: 4)
        let text = String(repeating: "long ", count: 1000)
        #expect(try connection.value("SELECT ?", [text]) == text)
        let lease = try connection.lease(sql: "SELECT ?")
        #expect(lease.statement.expandedSQL == "SELECT NULL")
        try lease.end()
    }

    @Test("The statement cache does not evict a statement in use")
    func evictionWhileInUse() throws {
        let connection = try connection(capacity: 1)
        let cursor = try connection.cursor("SELECT id FROM t")
        #expect(try cursor.next() == ["id": 1])
        try connection.execute(SQL(raw: "SELECT 1"))
        #expect(try cursor.next() == ["id": 2])
        try cursor.close()
        #expect(try connection.statementCount() == 1)
    }

    @Test("The statement cache can be cleared while a statement is in use")
    func clearing() throws {
        let connection = try connection(capacity: 4)
        let cursor = try connection.cursor("SELECT id FROM t")
        #expect(try cursor.step())
        connection.clearStatementCache()
        #expect(try cursor.next() == ["id": 2])
        try cursor.close()
        #expect(try connection.statementCount() == 0)
    }
}

@Suite("A cursor")
struct CursorTests {
    /// Two connections to one file in rollback-journal mode, where a reader keeps a writer waiting.
    private func withReaderAndWriter(_ body: (Connection, Connection) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let configuration = Connection.Configuration { $0.busyTimeout = .zero }
            let path = directory + "/x.db"
            let reader = try Connection(path: path, configuration: configuration)
            try reader.makeSample()
            try body(reader, try Connection(path: path, configuration: configuration))
        }
    }

    private func isBlocked(_ writer: Connection) throws -> Bool {
        do {
            try writer.execute("UPDATE t SET x = 0")
            return false
        } catch ResultCode.busy {
            return true
        }
    }

    @Test("A cursor holds its lock until it is released")
    func dropped() throws {
        try withReaderAndWriter { reader, writer in
            var cursor: Cursor<SQLiteRow>? = try reader.cursor("SELECT * FROM t")
            #expect(try cursor?.step() == true)
            #expect(try isBlocked(writer))
            cursor = nil
            #expect(try isBlocked(writer) == false)
        }
    }

    @Test("A cursor holds its lock until it is closed")
    func closed() throws {
        try withReaderAndWriter { reader, writer in
            let cursor = try reader.cursor("SELECT * FROM t")
            #expect(try cursor.step())
            #expect(try isBlocked(writer))
            try cursor.close()
            #expect(try isBlocked(writer) == false)
            #expect(try cursor.step() == false)
            try cursor.close()
        }
    }

    @Test("A cursor holds its lock until it is past its last row")
    func ended() throws {
        try withReaderAndWriter { reader, writer in
            let cursor = try reader.cursor("SELECT * FROM t")
            for _ in 1...3 { #expect(try cursor.step()) }
            #expect(try isBlocked(writer))
            #expect(try cursor.step() == false)
            #expect(try isBlocked(writer) == false)
            #expect(try cursor.next() == nil)
            #expect(cursor.columnNames == [])
            #expect(cursor.columnValue(at: 0) == .null)
        }
    }

    @Test("A cursor ends with an error, and releases its lock")
    func failed() throws {
        try withReaderAndWriter { reader, writer in
            try reader.add(function: "refuse", argc: 1) { args in
                if args[0] == .int(2) { throw Refused() }
                return 1
            }
            let cursor = try reader.cursor("SELECT refuse(id) FROM t")
            #expect(try cursor.step())
            let error = try failure { try cursor.step() }
            #expect(error.underlyingError as? Refused == Refused())
            #expect(try cursor.step() == false)
            #expect(try isBlocked(writer) == false)
        }
    }

    @Test("A cursor returns NULL values without a row")
    func columnValues() throws {
        let cursor = try Connection.sample().cursor("SELECT id, 'a' || id AS name FROM t")
        #expect(cursor.columnNames == ["id", "name"])
        var names: [String] = []
        while try cursor.step() {
            names.append(try #require(cursor.columnValue(at: 1)))
            #expect(cursor.columnValue(at: 2) == .null)
        }
        #expect(names == ["a1", "a2", "a3"])
    }

    @Test("A cursor keeps its connection open after the last reference to it")
    func keepsConnection() throws {
        let cursor = try Connection.sample().cursor("SELECT id FROM t")
        #expect(try cursor.next() == ["id": 1])
    }

    @Test("A cursor reports an INSERT that cannot commit when it is closed early")
    func failingClose() throws {
        let connection = try Connection.sample()
        let delegate = Vetoing()
        connection.add(delegate: delegate)
        let cursor = try connection.cursor("INSERT INTO t(id) VALUES (8), (9) RETURNING id")
        #expect(try cursor.next() == ["id": 8])
        let error = try failure { try cursor.close() }
        #expect(error.resultCode == .constraintCommitHook)
        #expect(error.underlyingError as? Refused == Refused())
        #expect(try connection.ids() == [1, 2, 3])
    }
}

/// A delegate that vetoes every commit.
final class Vetoing: ConnectionDelegate {
    func connectionWillCommit(_ connection: any ConnectionProtocol) throws { throw Refused() }
}
