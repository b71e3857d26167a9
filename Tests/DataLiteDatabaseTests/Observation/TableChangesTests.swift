import Testing

@testable import DataLiteDatabase

@Suite("The changes of a table", .timeLimit(.minutes(20)), .enabled(if: !ChangeCollector.isMissing))
struct TableChangesTests {
    private let noPolling: Duration? = nil

    @Test("The changes of a table are the rows of each commit", arguments: TestStorage.allCases)
    func rows(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        var changes = database.changes(in: "items").makeAsyncIterator()
        try await database.write { db in
            for _ in 1...3 { try db.addItem() }
        }
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'x' WHERE id = 2")
            try db.execute("DELETE FROM items WHERE id = 3")
            try db.addItem()
        }
        #expect(try await changes.next() == .rows(RowChanges(inserted: [1, 2, 3])))
        // The rowid 3 is reused, so its row was updated.
        #expect(try await changes.next() == .rows(RowChanges(updated: [2, 3])))
        try await database.write { db in try db.execute("DELETE FROM items") }
        #expect(try await changes.next() == .rows(RowChanges(deleted: [1, 2, 3])))
    }

    @Test("Observing a table type reports the changes of its table")
    func ofType() async throws {
        let database = try TestStorage.file.openWithItems()
        var changes = database.changes(in: Item.self).makeAsyncIterator()
        try await database.write { db in try db.addItem() }
        #expect(try await changes.next() == .rows(RowChanges(inserted: [1])))
    }

    @Test("A waiting iterator receives the change")
    func waiting() async throws {
        let database = try TestStorage.file.openWithItems()
        let changes = database.changes(in: "items")
        let received = Shared<[TableChange]>([])
        let task = Task {
            for try await change in changes { received.change { $0.append(change) } }
        }
        await reached { database.isWaitingForChanges }
        try await database.write { db in try db.addItem() }
        await reached { received.current.count == 1 }
        task.cancel()
        try await task.value
        #expect(received.current == [.rows(RowChanges(inserted: [1]))])
        #expect(database.observerCount == 0)
    }

    @Test("Other tables, rollbacks and unchanged rows are not reported")
    func leftOut() async throws {
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in try db.execute("CREATE TABLE other(x)") }
        var changes = database.changes(in: "items").makeAsyncIterator()
        try await database.write { db in try db.execute("INSERT INTO other VALUES (1)") }
        await #expect(throws: Refused.self) {
            try await database.write { db in
                try db.addItem()
                throw Refused()
            }
        }
        try await database.write { db in
            try db.addItem()
            try db.execute("DELETE FROM items")
        }
        try await database.write { db in try db.execute("INSERT INTO items VALUES (7, 'x')") }
        #expect(try await changes.next() == .rows(RowChanges(inserted: [7])))
    }

    @Test("Each commit without a transaction is one change")
    func withoutTransaction() async throws {
        let database = try TestStorage.file.openWithItems()
        var changes = database.changes(in: "items").makeAsyncIterator()
        try await database.writeWithoutTransaction { db in
            try db.addItem()
            try? db.transaction {
                try db.addItem()
                throw Refused()
            }
            try db.execute("INSERT INTO items VALUES (7, 'x')")
        }
        #expect(try await changes.next() == .rows(RowChanges(inserted: [1])))
        #expect(try await changes.next() == .rows(RowChanges(inserted: [7])))
    }

    @Test("Changes are unknown after more commits than the buffer holds")
    func overflow() async throws {
        let database = try TestStorage.file.openWithItems()
        var changes = database.changes(in: "items", bufferLimit: 2).makeAsyncIterator()
        for _ in 1...3 { try await database.write { db in try db.addItem() } }
        try await database.write { db in try db.addItem() }
        #expect(try await changes.next() == .unknown)
        #expect(try await changes.next() == .rows(RowChanges(inserted: [4])))
    }

    @Test("An iteration ends without an effect on the others of its table")
    func endsAlone() async throws {
        let database = try TestStorage.file.openWithItems()
        var first = database.changes(in: "items").makeAsyncIterator()
        do {
            let second = database.changes(in: "items").makeAsyncIterator()
            #expect(database.pool.observers.delivery.count == 2)
            withExtendedLifetime(second) {}
        }
        #expect(database.pool.observers.delivery.count == 1)
        try await database.write { db in try db.addItem() }
        #expect(try await first.next() == .rows(RowChanges(inserted: [1])))
    }

    @Test("Changes by other connections and schema changes are unknown")
    func unknown() async throws {
        try await withTemporaryDirectory { directory in
            let database = try Database(path: directory + "/main.sqlite")
            try await database.write { db in
                try db.execute("CREATE TABLE keyed(k TEXT PRIMARY KEY) WITHOUT ROWID")
            }
            var changes = database.changes(in: "keyed", pollInterval: .milliseconds(1))
                .makeAsyncIterator()
            try await database.write { db in try db.execute("INSERT INTO keyed VALUES ('a')") }
            #expect(try await changes.next() == .rows(RowChanges(inserted: ["a"])))
            try await database.write { db in try db.execute("CREATE TABLE other(x)") }
            #expect(try await changes.next() == .unknown)
            let other = try Connection(path: directory + "/main.sqlite")
            try other.execute("INSERT INTO other VALUES (1)")
            #expect(try await changes.next() == .unknown)
        }
    }

    @Test("Observation of changes can begin while a write is running", arguments: [true, false])
    func duringWrite(isCollected: Bool) async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = database.itemCounts().makeAsyncIterator()
        if isCollected { _ = try await counts.next() }
        let begun = Gate()
        let observed = Gate()
        let thread = ThreadGroup()
        thread.run {
            try? database.write { db in
                try db.addItem()
                begun.open()
                observed.wait()
            }
        }
        begun.wait()
        var changes = database.changes(in: "items").makeAsyncIterator()
        observed.open()
        thread.wait()
        #expect(try await changes.next() == .unknown)
    }

    @Test(
        "Observing the changes of a view or a missing table throws",
        arguments: ["missing", "names", "notes"])
    func notATable(name: String) async throws {
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in
            try db.execute("CREATE VIEW names AS SELECT name FROM items")
            try db.execute("CREATE VIRTUAL TABLE notes USING fts5(text)")
        }
        var changes = database.changes(in: name).makeAsyncIterator()
        await #expect(throws: SQLiteError.self) { try await changes.next() }
    }

    @Test("Closing the database ends the changes")
    func closed() async throws {
        let database = try TestStorage.file.openWithItems()
        var changes = database.changes(in: "items").makeAsyncIterator()
        try await database.write { db in try db.addItem() }
        _ = try await changes.next()
        try await database.close()
        #expect(try await changes.next() == nil)
    }
}

extension Database {
    var isWaitingForChanges: Bool {
        pool.observers.delivery.state.withLock {
            $0.streams.values.contains { !$0.waiters.isEmpty }
        }
    }
}
