import Testing

@testable import DataLiteDatabase

@Suite(
    "Commits that are observed", .timeLimit(.minutes(20)), .enabled(if: !ChangeCollector.isMissing))
struct ObservationCostTests {
    /// Without polling, which takes a checkpoint of commits that were not collected for a foreign commit.
    private let unpolled = ObservationOptions(pollInterval: nil)

    private func open(_ storage: TestStorage) throws -> Database {
        // Checkpoints are not commits.
        let database = try storage.openWithItems {
            $0.checkpointPages = 4
            $0.walPageLimit = 8
        }
        try database.write { db in
            try db.execute(script: "CREATE TABLE a(x, y); CREATE TABLE b(x, y)")
        }
        return database
    }

    @Test("A commit to unobserved tables runs no query", arguments: TestStorage.allCases)
    func untouched(storage: TestStorage) async throws {
        let database = try open(storage)
        let delivered = Shared<[Int]>([])
        let fetches = Shared(0)
        let observation = database.observe(ObservationOptions(pollInterval: .milliseconds(1))) {
            db in
            fetches.change { $0 += 1 }
            return try db.value("SELECT count(x) FROM a", as: Int.self) ?? -1
        } onError: { error in
            Issue.record(error)
        } onChange: { count in
            delivered.change { $0.append(count) }
        }
        await reached { delivered.current == [0] }
        // Until the writer collects its commits, a checkpoint of earlier commits looks like a foreign commit.
        try await database.write { db in try db.addItem() }
        await reached { database.staleObservers == 0 && database.fetchingObservers == 0 }
        let count = fetches.current
        for k in 1...200 {
            try await database.write { db in
                try db.addItem()
                try db.execute("INSERT INTO b VALUES (\(k), 1)")
                try db.execute("UPDATE a SET y = \(k)")
            }
        }
        await #expect(throws: Refused.self) {
            try await database.write { db in
                try db.execute("INSERT INTO a VALUES (1, 1)")
                throw Refused()
            }
        }
        #expect(fetches.current == count)
        try await database.write { db in try db.execute("INSERT INTO a VALUES (1, 1)") }
        await reached { delivered.current == [0, 1] }
        #expect(fetches.current == count + 1)
        observation.cancel()
    }

    @Test("Commits are not collected after the last observer ends", arguments: TestStorage.allCases)
    func hook(storage: TestStorage) async throws {
        let database = try open(storage)
        try await database.write { db in try db.addItem() }
        #expect(!database.isCollecting)
        do {
            var counts = database.itemCounts().makeAsyncIterator()
            _ = try await counts.next()
            try await database.write { db in try db.addItem() }
            #expect(database.isCollecting)
            #expect(try await counts.next() == 2)
        }
        try await database.write { db in try db.addItem() }
        #expect(!database.isCollecting)
    }

    @Test("A commit wakes only the observers of the changed table")
    func many() async throws {
        let database = try open(.file)
        var others: [ObservedValues<Int?>.AsyncIterator] = []
        for _ in 1...50 {
            var values = database.values(unpolled) { db in
                try db.value("SELECT count(*) FROM b", as: Int.self)
            }.makeAsyncIterator()
            _ = try await values.next()
            others.append(values)
        }
        var counts = database.itemCounts(unpolled).makeAsyncIterator()
        _ = try await counts.next()
        try await database.write { db in try db.addItem() }
        #expect(database.staleObservers == 1)
        #expect(try await counts.next() == 1)
        try await database.write { db in try db.execute("INSERT INTO b VALUES (1, 1)") }
        #expect(database.staleObservers == 50)
        others = []
        #expect(database.observerCount == 1)
        #expect(database.indexedTables == 1)
    }

    @Test("Commits are compared without the rowid column")
    func rowIDColumn() async throws {
        let database = try open(.file)
        try await database.write { db in
            try db.execute("CREATE TABLE keyed(a, id INTEGER PRIMARY KEY, b)")
        }
        var values = database.values { db in
            try db.value("SELECT max(b) FROM keyed WHERE id < 3", as: Int.self)
        }.makeAsyncIterator()
        _ = try await values.next()
        let columns = database.pool.observers.delivery.state.withLock { $0.index.columns }
        #expect(columns == [TableName("keyed"): .some([2])])
    }

    @Test("Observers of different rows share their sets of columns")
    func sharedColumns() async throws {
        let database = try open(.file)
        var observers: [ObservedValues<String?>.AsyncIterator] = []
        for id in 1...3 {
            var values = database.values(unpolled) { db in
                try db.value("SELECT name FROM items WHERE id = \(id)", as: String.self)
            }.makeAsyncIterator()
            _ = try await values.next()
            observers.append(values)
        }
        #expect(database.columnSets == 1)
        try await database.write { db in try db.addItem() }
        #expect(database.staleObservers == 1)
    }

    @Test("A commit during a fetch is detected")
    func duringFetch() async throws {
        let database = try open(.file)
        let rounds = Shared(0)
        var counts = database.values { [weak database] db in
            let count = try db.value("SELECT count(*) FROM items", as: Int.self)
            // Another thread commits while this transaction is open.
            if rounds.change({
                $0 += 1; return $0
            }) == 1 {
                let thread = ThreadGroup()
                thread.run { [weak database] in
                    try? database?.write { db in try db.addItem() }
                }
                thread.wait()
            }
            return count
        }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        #expect(try await counts.next() == 1)
    }

    @Test("A commit of a write that began before the observation is detected")
    func duringRegistration() async throws {
        let database = try open(.file)
        let begun = Gate()
        let fetched = Gate()
        let thread = ThreadGroup()
        thread.run {
            try? database.write { db in
                try db.addItem()
                begun.open()
                fetched.wait()
            }
        }
        begun.wait()
        var counts = database.itemCounts(unpolled).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        fetched.open()
        thread.wait()
        #expect(try await counts.next() == 1)
    }

    @Test("A commit to a table observed during the write is detected")
    func newTable() async throws {
        let database = try open(.file)
        var others = database.values(unpolled) { db in
            try db.value("SELECT count(*) FROM a", as: Int.self)
        }.makeAsyncIterator()
        _ = try await others.next()
        let begun = Gate()
        let fetched = Gate()
        let thread = ThreadGroup()
        thread.run {
            try? database.write { db in
                try db.addItem()
                try db.execute("UPDATE a SET y = 5")
                begun.open()
                fetched.wait()
            }
        }
        begun.wait()
        var counts = database.itemCounts(unpolled).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let stream = database.pool.observers.delivery.addStream(TableName("items"), bufferLimit: 10)
        fetched.open()
        thread.wait()
        #expect(try await counts.next() == 1)
        #expect(database.takeChanges(stream) == [.unknown])
        #expect(database.staleObservers == 0)
    }

    @Test("A commit to a column observed during the write is detected")
    func newColumn() async throws {
        let database = try open(.file)
        try await database.write { db in try db.execute("INSERT INTO a VALUES (1, 1)") }
        var others = database.values(unpolled) { db in
            try db.value("SELECT max(x) FROM a", as: Int.self)
        }.makeAsyncIterator()
        _ = try await others.next()
        let (begun, fetched) = (Gate(), Gate())
        let thread = ThreadGroup()
        thread.run {
            try? database.write { db in
                try db.execute("UPDATE a SET y = 5")
                begun.open()
                fetched.wait()
            }
        }
        begun.wait()
        var values = database.values(unpolled) { db in
            try db.value("SELECT max(y) FROM a", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await values.next() == 1)
        fetched.open()
        thread.wait()
        #expect(try await values.next() == 5)
        #expect(database.staleObservers == 0)
    }

    @Test("A commit after the writer connection was replaced is detected")
    func replacedWriter() async throws {
        let database = try open(.file)
        var counts = database.itemCounts().makeAsyncIterator()
        #expect(try await counts.next() == 0)
        var kept: (any ConnectionProtocol)?
        try database.writeSync { db in
            try db.addItem()
            kept = db
        }
        #expect(try await counts.next() == 1)
        try await database.write { db in try db.addItem() }
        #expect(try await counts.next() == 2)
        withExtendedLifetime(kept) {}
    }

    @Test("Each commit without a transaction is detected, and rollbacks are not")
    func withoutTransaction() async throws {
        let database = try open(.file)
        var counts = database.itemCounts(unpolled).makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await database.writeWithoutTransaction { db in
            try db.execute("INSERT INTO b VALUES (1, 1)")
            try? db.transaction {
                try db.addItem()
                throw Refused()
            }
        }
        #expect(database.staleObservers == 0)
        await #expect(throws: Refused.self) {
            try await database.writeWithoutTransaction { db in
                try db.addItem()
                throw Refused()
            }
        }
        #expect(try await counts.next() == 1)
    }
}

extension Database {
    var isCollecting: Bool { pool.observers.writer.tracker.withLock { $0 != nil } }

    var indexedTables: Int { pool.observers.delivery.state.withLock { $0.index.tables.count } }

    /// The number of column sets in memory for the observers of single rows.
    var columnSets: Int {
        pool.observers.delivery.state.withLock { state in
            Set(
                state.observers.compactMap { observer -> UnsafeRawPointer? in
                    guard let columns = observer.reads?.columns else { return nil }
                    // A dictionary is a reference to its storage.
                    return withUnsafeBytes(of: columns) { $0.load(as: UnsafeRawPointer.self) }
                }
            ).count
        }
    }

    /// The synchronous form, in an asynchronous function.
    func writeSync(_ body: (any ConnectionProtocol) throws -> Void) throws { try write(body) }
}
