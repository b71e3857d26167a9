import DataLiteC
import DataLiteCore
import Testing

@Suite("The state of the library")
struct LibraryTests {
    private let library = Connection.library

    @Test("The library knows its version, its source and its threading mode, as SQL does")
    func version() throws {
        let connection = try Connection(location: .inMemory)
        #expect(try connection.value("SELECT sqlite_version()") == Connection.libraryVersion)
        #expect(try connection.value("SELECT sqlite_source_id()") == library.sourceID)
        #expect(library.sourceID.hasPrefix("20"))
        let mode = try #require(library.threadingMode)
        #expect(library.hasCompileOption("THREADSAFE=\(mode.rawValue)"))
    }

    @Test("The compile options are those that SQL reports")
    func compileOptions() throws {
        let connection = try Connection(location: .inMemory)
        let options = library.compileOptions
        #expect(try connection.rows("PRAGMA compile_options", as: String.self) == options)
        try #require(!options.isEmpty)
        for option in options {
            #expect(library.hasCompileOption(option))
            #expect(library.hasCompileOption("SQLITE_" + option))
        }
        for name in ["", "NO_SUCH_OPTION", "THREADSAFE=7", "ENABLE_FTS5\0X"] {
            #expect(!library.hasCompileOption(name), "\(name)")
        }
    }

    @Test("The memory of the process is counted, with the highest value")
    func memory() throws {
        let connection = try Connection.sample()
        try withExtendedLifetime(connection) {
            try #require(Connection.memoryUsed > 0)
            #expect(library.memoryHighWater() > 0)
            let memory = library.status(.memoryUsed)
            #expect(memory.current > 0)
            #expect(memory.highest >= memory.current)
            #expect(library.status(.allocationCount).current > 0)
            _ = try connection.value("SELECT length(zeroblob(3000000))", as: Int.self)
            let largest = library.status(.largestAllocation)
            #expect(largest.current == 0)
            #expect(largest.highest > 0)
            for counter in Connection.Library.Counter.allCases {
                let count = library.status(counter)
                #expect(count.current >= 0 && count.highest >= 0)
            }
        }
    }
}

@Suite("The counters of a connection")
struct ConnectionStatusTests {
    private func current(
        _ counter: Connection.Counter, _ connection: Connection, resets: Bool = false
    ) throws -> Int64 {
        try connection.status(counter, resets: resets).current
    }

    @Test("A connection counts the memory of its cache, its schema and its statements")
    func memory() throws {
        let connection = try Connection.sample()
        #expect(try current(.cacheUsed, connection) > 0)
        #expect(try current(.sharedCacheUsed, connection) > 0)
        let schema = try current(.schemaUsed, connection)
        try connection.execute("CREATE TABLE another_table(a, b, c)")
        #expect(try current(.schemaUsed, connection) > schema)
        connection.clearStatementCache()
        let before = try current(.statementsUsed, connection)
        let statement = try connection.statement("SELECT * FROM t WHERE id BETWEEN 1 AND 3")
        #expect(try current(.statementsUsed, connection) > before)
        withExtendedLifetime(statement) {}
    }

    @Test("A connection counts the pages that it finds, reads, writes and spills, until a reset")
    func cache() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            try Connection(path: path).makeSample()
            let connection = try Connection(path: path)
            _ = try connection.ids()
            _ = try connection.ids()
            #expect(try current(.cacheMisses, connection) > 0)
            #expect(try current(.cacheHits, connection, resets: true) > 0)
            #expect(try current(.cacheHits, connection) == 0)
            #expect(try current(.cacheWrites, connection) == 0)
            try connection.execute("PRAGMA cache_size = 10")
            try connection.execute("CREATE TABLE large(x)")
            try connection.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
                INSERT INTO large SELECT zeroblob(4000) FROM n
                """)
            #expect(try current(.cacheWrites, connection) >= 100)
            #expect(try current(.cacheSpills, connection) > 0)
        }
    }

    @Test("A connection knows whether deferred foreign keys are violated")
    func foreignKeys() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE parent(id INTEGER PRIMARY KEY);
                CREATE TABLE child(p REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
                """)
        try connection.transaction {
            #expect(try current(.deferredForeignKeys, connection) == 0)
            try connection.execute("INSERT INTO child VALUES (1)")
            #expect(try current(.deferredForeignKeys, connection) == 1)
            try connection.execute("INSERT INTO parent VALUES (1)")
            #expect(try current(.deferredForeignKeys, connection) == 0)
        }
    }

    @Test("The highest values can be reset")
    func reset() throws {
        let connection = try Connection.sample()
        _ = try connection.ids()
        let hits = try connection.status(.lookasideHits, resets: true)
        #expect(hits.current == 0)
        // Some builds have no lookaside memory.
        guard hits.highest > 0 else { return }
        #expect(try connection.status(.lookasideHits).highest == 0)
        #expect(try connection.status(.lookasideUsed, resets: true).highest > 0)
        let used = try connection.status(.lookasideUsed)
        #expect(used.highest == used.current)
        _ = try connection.rows("SELECT id, x + 1 FROM t WHERE x > 10 ORDER BY x DESC")
        #expect(try connection.status(.lookasideUsed).highest > used.highest)
    }

    @Test("An unknown counter, a closed connection and a callback are refused")
    func refusals() throws {
        let connection = try Connection.sample()
        let unknown = try failure { try connection.status(.init(rawValue: 999)) }
        #expect(unknown.resultCode == .error)
        #expect(unknown.message.contains("does not have the counter 999"))
        nonisolated(unsafe) let used = connection
        var refusals: [ResultCode] = []
        try connection.add(
            collation: "asking",
            { (left: String, right: String) in
                do throws(SQLiteError) {
                    _ = try used.status(.schemaUsed)
                } catch {
                    refusals.append(error.resultCode)
                }
                return left < right ? .orderedAscending : .orderedDescending
            })
        _ = try connection.rows("SELECT 'a' UNION ALL SELECT 'b' ORDER BY 1 COLLATE asking")
        #expect(refusals.first == .misuse)
        try connection.close()
        #expect(try failure { try connection.status(.cacheUsed) }.resultCode == .misuse)
    }
}
