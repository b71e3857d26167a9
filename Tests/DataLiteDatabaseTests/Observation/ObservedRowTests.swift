import Testing

@testable import DataLiteDatabase

@Suite(
    "Rows that are observed by rowid", .timeLimit(.minutes(20)),
    .enabled(if: !ChangeCollector.isMissing))
struct ObservedRowTests {
    private func open(_ storage: TestStorage = .file) throws -> Database {
        let database = try storage.openWithItems()
        try database.write { db in for name in ["a", "b", "c"] { try db.addItem(name) } }
        return database
    }

    /// Whether an observer of a fetch must fetch again after a change.
    private func isTouched<Value: Sendable>(
        _ storage: TestStorage = .file, by change: String,
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) async throws -> Bool {
        let database = try open(storage)
        var values = database.values(ObservationOptions(pollInterval: nil), fetch)
            .makeAsyncIterator()
        _ = try await values.next()
        try await database.write { db in try db.execute(script: change) }
        return database.staleObservers == 1
    }

    private static let other = "UPDATE items SET name = 'x' WHERE id = 2"
    private static let same = "UPDATE items SET name = 'x' WHERE id = 1"

    @Test("Changing one row does not wake observers of other rows", arguments: TestStorage.allCases)
    func delivered(storage: TestStorage) async throws {
        let database = try open(storage)
        let delivered = Shared<[String?]>([])
        let options = ObservationOptions(pollInterval: nil)
        let observation = database.observe(options) { db in
            try Item.find(1).fetchOne(db)?.name
        } onError: { error in
            Issue.record(error)
        } onChange: { name in
            delivered.change { $0.append(name) }
        }
        await reached { delivered.current == ["a"] }
        let reads = database.statistics.reads
        for k in 1...50 {
            try await database.write { db in
                try db.addItem()
                try db.execute("UPDATE items SET name = \("x\(k)") WHERE id = 2")
                try db.execute("DELETE FROM items WHERE id = 3")
            }
        }
        #expect(database.statistics.reads == reads)
        try await database.write { db in try db.execute("UPDATE items SET name = 'A' WHERE id = 1")
        }
        await reached { delivered.current == ["a", "A"] }
        try await database.write { db in try db.execute("DELETE FROM items WHERE id = 1") }
        await reached { delivered.current == ["a", "A", nil] }
        try await database.write { db in try db.execute("INSERT INTO items VALUES (1, 'new')") }
        await reached { delivered.current == ["a", "A", nil, "new"] }
        #expect(database.statistics.reads == reads + 3)
        observation.cancel()
    }

    @Test("Typed queries by key observe single rows", arguments: TestStorage.allCases)
    func typed(storage: TestStorage) async throws {
        let queries: [@Sendable (any ConnectionProtocol) throws -> Item?] = [
            { db in try Item.find(1).fetchOne(db) },
            { db in try Item.where { $0.id == 1 }.fetchOne(db) },
            { db in try Item.find(1).fetchAll(db).first },
        ]
        for query in queries {
            #expect(try await isTouched(storage, by: Self.same, query))
            #expect(try await !isTouched(storage, by: Self.other, query))
        }
    }

    @Test("Prepared queries observe the row of the current value")
    func prepared() async throws {
        let query = PreparedQuery { (id: SQLExpression<Int>) in Item.where { $0.id == id } }
        #expect(try await isTouched(by: Self.same) { db in try query.fetchOne(db, 1) })
        #expect(try await !isTouched(by: Self.other) { db in try query.fetchOne(db, 1) })
        #expect(
            try await isTouched(by: Self.other) { db in
                [try query.fetchOne(db, 1), try query.fetchOne(db, 2)]
            })
    }

    @Test("Every statement of a fetch adds its rows")
    func several() async throws {
        let names: @Sendable (any ConnectionProtocol, [Int]) throws -> [String?] = { db, ids in
            try ids.map { id in try db.value("SELECT name FROM items WHERE id = \(id)") }
        }
        #expect(try await isTouched(by: Self.other) { db in try names(db, [1, 2]) })
        #expect(try await !isTouched(by: Self.other) { db in try names(db, [1, 3]) })
        #expect(try await isTouched(by: Self.other) { db in try names(db, Array(1...101)) })
        #expect(
            try await isTouched(by: "DELETE FROM items WHERE id = 3") { db in
                [try names(db, [1]).count, try db.value("SELECT count(*) FROM items") ?? 0]
            })
    }

    @Test("A key value that is not an integer observes all rows")
    func text() async throws {
        #expect(
            try await isTouched(by: Self.other) { db in
                try db.value("SELECT name FROM items WHERE id = \("2")", as: String.self)
            })
    }

    @Test("Rebinding a statement observes every row that was bound")
    func bindings() async throws {
        #expect(
            try await isTouched(by: Self.other) { db in
                let statement = try db.prepare(
                    sql: "SELECT name FROM items WHERE id = ?", options: [])
                for id in [1, 2, 3] as [Int64] {
                    try statement.bind(.int(id), at: 1)
                    try statement.step()
                    try statement.reset()
                }
                return 0
            })
    }

    @Test("The observed rows change with each fetch", arguments: TestStorage.allCases)
    func changingRow(storage: TestStorage) async throws {
        let database = try open(storage)
        let id = Shared(1)
        var names = database.values(ObservationOptions(pollInterval: nil)) { [id] db in
            let id = id.current
            return try db.value("SELECT name FROM items WHERE id = \(id)", as: String.self)
        }.makeAsyncIterator()
        #expect(try await names.next() == "a")
        id.change { $0 = 2 }
        try await database.write { db in try db.execute("UPDATE items SET name = 'A' WHERE id = 1")
        }
        #expect(try await names.next() == "b")
        try await database.write { db in try db.execute("UPDATE items SET name = 'x' WHERE id = 1")
        }
        #expect(database.staleObservers == 0)
        try await database.write { db in try db.execute("UPDATE items SET name = 'B' WHERE id = 2")
        }
        #expect(try await names.next() == "B")
    }

    @Test("A change during a fetch is detected only in the rows that it reads")
    func duringFetch() async throws {
        let database = try open()
        let rounds = Shared([
            [Self.same], [Self.other, "DELETE FROM items WHERE id = 3"],
            [
                "UPDATE items SET name = 'z' WHERE id = 1",
                "UPDATE items SET name = 'z' WHERE id = 2",
            ],
        ])
        var names = database.values(ObservationOptions(pollInterval: nil)) { [weak database] db in
            let name = try db.value("SELECT name FROM items WHERE id = 1", as: String.self)
            // Another thread commits while this transaction is open.
            for change in rounds.change({ $0.isEmpty ? [] : $0.removeFirst() }) {
                let thread = ThreadGroup()
                thread.run { [weak database] in
                    try? database?.write { db in try db.execute(script: change) }
                }
                thread.wait()
            }
            return name
        }.makeAsyncIterator()
        #expect(try await names.next() == "a")
        #expect(database.staleObservers == 1)
        // From here, rows of the table are observed when a commit begins.
        #expect(try await names.next() == "x")
        #expect(database.staleObservers == 0)
        try await database.write { db in try db.execute("UPDATE items SET name = 'y' WHERE id = 1")
        }
        #expect(try await names.next() == "y")
        #expect(database.staleObservers == 1)
        #expect(try await names.next() == "z")
    }

    @Test("A change in a write that began before the observation is detected")
    func duringRegistration() async throws {
        let database = try open()
        // With this observer, the write is collected from its start.
        var counts = database.itemCounts().makeAsyncIterator()
        _ = try await counts.next()
        let begun = Gate()
        let fetched = Gate()
        let thread = ThreadGroup()
        thread.run {
            try? database.write { db in
                try db.execute(script: Self.same)
                begun.open()
                fetched.wait()
            }
        }
        begun.wait()
        var names = database.values(ObservationOptions(pollInterval: nil)) { db in
            try Item.find(1).fetchOne(db)?.name
        }.makeAsyncIterator()
        #expect(try await names.next() == "a")
        fetched.open()
        thread.wait()
        #expect(try await names.next() == "x")
    }

    @Test("Observing single rows does not hide other rows from change streams")
    func stream() async throws {
        let database = try open()
        var names = database.values(ObservationOptions(pollInterval: nil)) { db in
            try Item.find(1).fetchOne(db)?.name
        }.makeAsyncIterator()
        _ = try await names.next()
        var changes = database.changes(in: Item.self, pollInterval: nil).makeAsyncIterator()
        try await database.write { db in try db.execute(script: Self.other) }
        try await database.write { db in try db.execute(script: Self.same) }
        #expect(try await changes.next() == .rows(RowChanges(updated: [2])))
        #expect(try await changes.next() == .rows(RowChanges(updated: [1])))
        #expect(try await names.next() == "x")
    }

    @Test("Rows are not collected after their last observer ends")
    func end() async throws {
        let database = try open()
        do {
            var names = database.values { db in try Item.find(1).fetchOne(db)?.name }
                .makeAsyncIterator()
            _ = try await names.next()
            #expect(database.lookedUpTables == 1)
        }
        await reached { database.observerCount == 0 }
        #expect(database.lookedUpTables == 0)
    }
}

extension Database {
    fileprivate var lookedUpTables: Int {
        pool.observers.delivery.state.withLock { $0.index.lookedUp.count }
    }
}
