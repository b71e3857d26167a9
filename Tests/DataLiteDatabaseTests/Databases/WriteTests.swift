import DataLiteDatabase
import Testing

@Suite("A write")
struct WriteTests {
    @Test("A write is committed when its closure returns", arguments: TestStorage.allCases)
    func commit(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let id = try database.write { db in
            try db.addItem()
            return db.lastInsertRowID
        }
        #expect(id == 1)
        #expect(try database.itemCount() == 1)
    }

    @Test("A write is rolled back when its closure throws", arguments: TestStorage.allCases)
    func rollback(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        #expect(throws: Refused.self) {
            try database.write { db in
                try db.addItem()
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("A write runs nested transactions as part of its own", arguments: TestStorage.allCases)
    func innerTransaction(storage: TestStorage) throws {
        /// Uses only a connection, without the database.
        @Sendable func addTwo(_ db: any ConnectionProtocol) throws {
            try db.transaction {
                try db.addItem()
                try db.addItem()
            }
        }
        let database = try storage.openWithItems()
        try database.write { db in try addTwo(db) }
        try database.writeWithoutTransaction { db in try addTwo(db) }
        #expect(try database.itemCount() == 4)
        #expect(throws: Refused.self) {
            try database.write { db in
                try addTwo(db)
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 4)
        let count = try database.read { db in
            try db.transaction { try db.value("SELECT count(*) FROM items", as: Int.self) }
        }
        #expect(count == 4)
    }

    @Test("A write has the write lock from the start", arguments: TestStorage.allCases)
    func immediate(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let isOpen = try database.write { db in !db.isAutocommit }
        #expect(isOpen)
    }

    @Test("A write whose commit fails saves nothing", arguments: TestStorage.allCases)
    func failingCommit(storage: TestStorage) throws {
        let database = try storage.open()
        try database.write { db in
            try db.execute("CREATE TABLE parents(id INTEGER PRIMARY KEY)")
            try db.execute(
                """
                CREATE TABLE children(
                    parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)
                """)
        }
        let error = try failure {
            try database.write { db in try db.execute("INSERT INTO children VALUES (1)") }
        }
        #expect(error.resultCode == .constraintForeignKey)
        let count: Int? = try database.read { try $0.value("SELECT count(*) FROM children") }
        #expect(count == 0)
    }

    @Test("A write whose closure ends the transaction throws", arguments: TestStorage.allCases)
    func endedTransaction(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure {
            try database.write { db in
                try db.addItem()
                try db.execute("COMMIT")
                try db.addItem()
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(try database.itemCount() == 1)
    }

    @Test("Writes run one at a time", arguments: TestStorage.allCases)
    func exclusion(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let threads = ThreadGroup()
        for _ in 1...4 {
            threads.run {
                for _ in 1...50 {
                    try? database.write { db in
                        let count = try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
                        try db.execute("INSERT INTO items(id) VALUES (\(count + 1))")
                    }
                }
            }
        }
        threads.wait()
        #expect(try database.itemCount() == 200)
    }

    @Test("A write without a transaction commits each statement", arguments: TestStorage.allCases)
    func withoutTransaction(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        #expect(throws: Refused.self) {
            try database.writeWithoutTransaction { db in
                try db.addItem()
                try db.transaction { try db.addItem() }
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 2)
    }

    @Test(
        "A write without a transaction throws if it leaves one open",
        arguments: TestStorage.allCases)
    func transactionLeftOpen(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure {
            try database.writeWithoutTransaction { db in
                try db.beginTransaction()
                try db.addItem()
            }
        }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("left a transaction open"))
        #expect(try database.itemCount() == 0)
    }

    @Test(
        "A write without a transaction that throws leaves no transaction open",
        arguments: TestStorage.allCases)
    func transactionOfFailure(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        #expect(throws: Refused.self) {
            try database.writeWithoutTransaction { db in
                try db.beginTransaction()
                try db.addItem()
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("A write can nest savepoints", arguments: TestStorage.allCases)
    func savepoints(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in
            try db.addItem()
            try? db.savepoint {
                try db.addItem()
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 1)
    }
}
