import DataLiteDatabase
import Testing

@Suite("A read")
struct ReadTests {
    @Test("A read returns the value of its closure", arguments: TestStorage.allCases)
    func value(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in try db.addItem("Ada") }
        let name = try database.read { db in try db.value("SELECT name FROM items", as: String.self)
        }
        #expect(name == "Ada")
    }

    @Test("A read rethrows the error of its closure", arguments: TestStorage.allCases)
    func error(storage: TestStorage) throws {
        let database = try storage.open()
        #expect(throws: Refused.self) { try database.read { _ in throw Refused() } }
        #expect(try database.read { db in db.isAutocommit } == false)
    }

    @Test("A read cannot write", arguments: TestStorage.allCases)
    func readonly(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        for sql: SQL in [
            "INSERT INTO items(name) VALUES ('x')", "CREATE TABLE other(x)", "DROP TABLE items",
            "PRAGMA user_version = 1",
        ] {
            let error = try failure { try database.read { db in try db.execute(sql) } }
            #expect(error.resultCode.primary == .readonly)
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("A read cannot write by leaving its transaction", arguments: TestStorage.allCases)
    func readonlyOutside(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        #expect(throws: SQLiteError.self) {
            try database.read { db in
                try db.execute("COMMIT")
                try db.execute("PRAGMA query_only = 0")
                try db.addItem()
            }
        }
        #expect(try database.itemCount() == 0)
    }

    @Test(
        "A read can use temporary tables, which are discarded when it ends",
        arguments: TestStorage.allCases)
    func temporaryTables(storage: TestStorage) throws {
        let database = try storage.open { $0.readerLimit = 1 }
        for _ in 1...2 {
            let sum = try database.read { db in
                try db.execute("CREATE TEMP TABLE numbers(x)")
                try db.execute("INSERT INTO numbers VALUES (1), (2)")
                return try db.value("SELECT sum(x) FROM numbers", as: Int.self)
            }
            #expect(sum == 3)
        }
        let error = try failure { try database.read { try $0.rows("SELECT * FROM numbers") } }
        #expect(error.message == "no such table: numbers")
    }

    @Test(
        "A read that ends its transaction cannot run further statements",
        arguments: TestStorage.allCases)
    func endedTransaction(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure {
            try database.read { db in
                try db.execute("COMMIT")
                return try db.value("SELECT count(*) FROM items", as: Int.self)
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(try database.itemCount() == 0)
    }

    @Test("A read sees one state while a write commits")
    func isolation() throws {
        let database = try TestStorage.file.openWithItems()
        let hasRead = Gate()
        let hasWritten = Gate()
        let threads = ThreadGroup()
        let counts = Shared<[Int?]>([])
        threads.run {
            try? database.read { db in
                let before = try db.value("SELECT count(*) FROM items", as: Int.self)
                hasRead.open()
                hasWritten.wait()
                let after = try db.value("SELECT count(*) FROM items", as: Int.self)
                counts.change { $0 = [before, after] }
            }
        }
        hasRead.wait()
        try database.write { db in try db.addItem() }
        hasWritten.open()
        threads.wait()
        #expect(counts.current == [0, 0])
        #expect(try database.itemCount() == 1)
    }

    @Test("Reads run on their calling threads at the same time")
    func concurrency() throws {
        let database = try TestStorage.file.open { $0.readerLimit = 3 }
        let gates = [Gate(), Gate(), Gate()]
        let threads = ThreadGroup()
        for index in gates.indices {
            threads.run {
                try? database.read { _ in
                    gates[index].open()
                    for gate in gates { gate.wait() }
                }
            }
        }
        threads.wait()
        #expect(database.statistics.reads == 3)
        #expect(database.statistics.waits == 0)
    }

    @Test("A read does not wait for a running write")
    func besideWriter() throws {
        let database = try TestStorage.file.openWithItems()
        let isWriting = Gate()
        let hasRead = Gate()
        let threads = ThreadGroup()
        threads.run {
            try? database.write { db in
                try db.addItem()
                isWriting.open()
                hasRead.wait()
            }
        }
        isWriting.wait()
        #expect(try database.itemCount() == 0)
        hasRead.open()
        threads.wait()
        #expect(try database.itemCount() == 1)
    }

    @Test("A read reuses the previous connection and its prepared statements")
    func reuse() throws {
        let database = try TestStorage.file.openWithItems()
        for _ in 1...10 { _ = try database.itemCount() }
        #expect(database.statistics.openedConnections == 2)
    }

    @Test("The statistics count reads and cached pages")
    func cacheHits() throws {
        let database = try TestStorage.file.openWithItems()
        _ = try database.itemCount()
        let first = database.statistics
        #expect(first.cacheMisses > 0)
        _ = try database.itemCount()
        let second = database.statistics
        #expect(second.cacheHits > first.cacheHits)
        #expect(second.cacheMisses == first.cacheMisses)
        #expect(database.statistics == second)
    }
}
