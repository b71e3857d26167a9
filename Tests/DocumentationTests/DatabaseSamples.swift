import DataLite
import DataLiteTestSupport
import Testing

@Suite("The samples of the guide to databases")
struct DatabaseSamples {
    @Test("open a database, write and read")
    func opening() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            // sample: openDatabase
            let database = try Database(path: path)
            try database.write { db in
                try db.execute("CREATE TABLE IF NOT EXISTS books(title TEXT, year INTEGER)")
                try db.execute("INSERT INTO books VALUES ('Emma', 1815)")
            }
            let titles = try database.read { db in
                try db.rows("SELECT title FROM books", as: String.self)
            }  // ["Emma"]
            // end
            #expect(titles == ["Emma"])
            // sample: closeDatabase
            try database.close(within: .seconds(5))
            // end
        }
    }

    @Test("log slow statements")
    func logging() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/people.sqlite"
            // sample: logDatabase
            let configuration = Database.Configuration {
                $0.logStatements(slowerThan: .milliseconds(50)) { statement in
                    print(statement.duration, statement.role, statement.sql)
                }
            }
            let database = try Database(path: path, configuration: configuration)
            // end
            #expect(try database.read { db in try db.value("SELECT 1") } == 1)
        }
    }

    @Test("configure every connection of a database")
    func configuration() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            // sample: configureDatabase
            let configuration = Database.Configuration {
                $0.readerLimit = 4
                $0.waitLimit = .seconds(10)
                $0.timeLimit = .seconds(30)
                $0.synchronous = .full  // a commit waits for the disk
                $0.onOpen = { connection in
                    try connection.add(function: "century") { (year: Int) in year / 100 + 1 }
                }
            }
            let database = try Database(path: path, configuration: configuration)
            let century = try database.read { db in
                try db.value("SELECT century(1815)", as: Int.self)
            }  // 19
            // end
            #expect(century == 19)
        }
    }

    private func library() throws -> Database {
        // sample: memoryDatabase
        let database = try Database.inMemory()
        // end
        try database.write { db in
            try db.execute("CREATE TABLE books(title TEXT, year INTEGER)")
        }
        return database
    }

    @Test("read and write a database asynchronously")
    func async() async throws {
        let database = try library()
        // sample: asyncDatabase
        try await database.write { db in
            try db.execute("INSERT INTO books VALUES ('Emma', 1815)")
        }
        let count = try await database.read { db in
            try db.value("SELECT count(*) FROM books", as: Int.self)
        }  // 1
        // end
        #expect(count == 1)
    }

    @Test("cancel a task that reads")
    func cancelling() async throws {
        let database = try library()
        // sample: cancelDatabase
        let task = Task {
            try await database.read { db in
                try db.execute(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    SELECT max(i) FROM n
                    """)
            }
        }
        task.cancel()
        let result = await task.result  // failure: CancellationError
        // end
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test("write without a transaction")
    func withoutTransaction() throws {
        let database = try library()
        // sample: withoutTransactionDatabase
        try database.writeWithoutTransaction { db in
            try db.execute("PRAGMA optimize")
            try db.transaction {
                try db.execute("INSERT INTO books VALUES ('Persuasion', 1817)")
            }
        }
        // end
        let count = try database.read { db in
            try db.value("SELECT count(*) FROM books", as: Int.self)
        }
        #expect(count == 1)
    }

    @Test("read one state of the database several times")
    func snapshot() throws {
        let database = try library()
        // sample: snapshotDatabase
        let snapshot = try database.snapshot()
        try database.write { db in
            try db.execute("INSERT INTO books VALUES ('Emma', 1815)")
        }
        let before = try snapshot.read { db in
            try db.value("SELECT count(*) FROM books", as: Int.self)
        }  // 0
        snapshot.close()
        // end
        #expect(before == 0)
    }

    @Test("read what a write has committed")
    func writeThenRead() throws {
        let database = try library()
        // sample: writeThenRead
        let count = try database.writeThenRead { db in
            try db.execute("INSERT INTO books VALUES ('Persuasion', 1817)")
        } read: { db, inserted in
            try db.value("SELECT count(*) FROM books", as: Int.self)
        }
        // end
        #expect(count == 1)
    }

    @Test("write while no read runs")
    func barrier() throws {
        let database = try library()
        // sample: barrier
        try database.barrierWriteWithoutTransaction { db in
            try db.execute("PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute("VACUUM")
        }
        // end
        #expect(try database.read { db in try db.value("SELECT count(*) FROM books") } == 0)
    }

    @Test("copy a database")
    func copies() throws {
        let database = try library()
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.sqlite"
            // sample: copyDatabase
            try database.backup(to: path) { progress in
                print("\(progress.completedPages) of \(progress.totalPages) pages")
            }
            try database.vacuum(into: path + ".compact")
            try database.vacuum()
            let result = try database.checkpoint(.truncate)
            // end
            #expect(!result.wasBlocked)
        }
    }

    @Test("read the statistics of a database")
    func statistics() throws {
        let database = try library()
        // sample: statisticsDatabase
        let statistics = database.statistics
        print(statistics.writes, statistics.waits, statistics.longestCall)
        // end
        #expect(statistics.writes == 1)
    }

    @Test("fail to use a connection after its closure returns")
    func escaping() throws {
        let database = try library()
        // sample: escapeDatabase
        var kept: (any ConnectionProtocol)?
        try database.read { db in kept = db }
        do {
            try kept?.execute("SELECT 1")
        } catch {
            print(error)  // SQLITE_MISUSE: used after the closure had returned
        }
        // end
        #expect(throws: SQLiteError.self) { try kept?.execute("SELECT 1") }
    }
}
