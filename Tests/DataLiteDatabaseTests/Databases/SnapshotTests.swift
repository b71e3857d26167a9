import Testing

@testable import DataLiteDatabase

@Suite("A snapshot")
struct SnapshotTests {
    @Test("A snapshot keeps one state for several reads", arguments: TestStorage.allCases)
    func state(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in try db.addItem() }
        let snapshot = try database.snapshot()
        try database.write { db in try db.addItem() }
        for _ in 1...2 {
            #expect(try snapshot.count() == 1)
            try database.write { db in try db.addItem() }
        }
        #expect(try database.itemCount() == 4)
        #expect(try database.snapshot().count() == 4)
    }

    @Test("A snapshot can be read asynchronously", arguments: TestStorage.allCases)
    func async(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let snapshot = try await database.snapshot()
        try await database.write { db in try db.addItem() }
        let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 1...10 {
                group.addTask {
                    try await snapshot.read { try $0.value("SELECT count(*) FROM items") }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 0, count: 10))
    }

    @Test("A snapshot cannot write", arguments: TestStorage.allCases)
    func readonly(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let snapshot = try database.snapshot()
        let error = try failure { try snapshot.read { db in try db.addItem() } }
        #expect(error.resultCode == .readonly)
        #expect(try snapshot.count() == 0)
    }

    @Test("A snapshot does not use a reader connection of the pool")
    func readers() throws {
        let database = try TestStorage.file.openWithItems { $0.readerLimit = 1 }
        let snapshots = try (1...3).map { _ in try database.snapshot() }
        #expect(try database.itemCount() == 0)
        #expect(snapshots.count == 3)
    }

    @Test(
        "A closed snapshot cannot be read, and its slot is reused",
        arguments: TestStorage.allCases)
    func closing(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let first = try database.snapshot()
        first.close()
        try database.write { db in try db.addItem() }
        let second = try database.snapshot()
        first.close()
        #expect(try failure { try first.count() }.message.contains("the snapshot has ended"))
        #expect(try second.count() == 1)
    }

    @Test(
        "A snapshot whose transaction was ended cannot be read", arguments: TestStorage.allCases)
    func endedTransaction(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let snapshot = try database.snapshot()
        #expect(throws: SQLiteError.self) { try snapshot.read { try $0.execute("ROLLBACK") } }
        #expect(try failure { try snapshot.count() }.message.contains("the snapshot has ended"))
        #expect(try database.itemCount() == 0)
    }

    @Test(
        "A snapshot whose connection was kept cannot be read", arguments: TestStorage.allCases)
    func escape(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let snapshot = try database.snapshot()
        var kept: (any ConnectionProtocol)?
        try snapshot.read { kept = $0 }
        #expect(throws: SQLiteError.self) { try kept?.execute("SELECT 1") }
        #expect(try failure { try snapshot.count() }.message.contains("the snapshot has ended"))
    }

    @Test("A released snapshot ends, so that the WAL can be reset")
    func release() throws {
        let database = try TestStorage.file.openWithItems { $0.busyTimeout = .zero }
        var snapshot: Database.Snapshot? = try database.snapshot()
        try database.write { db in try db.addItem() }
        #expect(try database.checkpoint(.truncate).wasBlocked)
        #expect(snapshot != nil)
        snapshot = nil
        #expect(try database.checkpoint(.truncate).wasBlocked == false)
    }

    @Test("A snapshot closed during a read ends after the read")
    func closingWhileReading() throws {
        let database = try TestStorage.file.openWithItems()
        let snapshot = try database.snapshot()
        let (isReading, end) = (Gate(), Gate())
        let threads = ThreadGroup()
        let count = Shared<Int?>(nil)
        threads.run {
            let result = try? snapshot.read { db -> Int? in
                isReading.open()
                end.wait()
                return try db.value("SELECT count(*) FROM items")
            }
            count.change { $0 = result ?? nil }
        }
        isReading.wait()
        snapshot.close()
        #expect(throws: SQLiteError.self) { try snapshot.count() }
        end.open()
        threads.wait()
        #expect(count.current == 0)
        #expect(try database.checkpoint(.truncate).wasBlocked == false)
    }

    @Test("The next snapshot reuses the slot of a closed one")
    func places() throws {
        let database = try TestStorage.file.openWithItems { $0.readerLimit = 2 }
        for _ in 1...20 {
            let snapshots = [try database.snapshot(), try database.snapshot()]
            for snapshot in snapshots { snapshot.close() }
        }
        #expect(database.pool.state.withLock { $0.slots.count } == 5)
        #expect(database.pool.workers.limit == 5)
    }
}

extension Database.Snapshot {
    fileprivate func count() throws -> Int? {
        try read { try $0.value("SELECT count(*) FROM items") }
    }
}
