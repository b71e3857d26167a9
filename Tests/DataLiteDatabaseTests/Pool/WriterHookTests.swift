import DataLiteDatabase
import Testing

/// A number that several threads count up.
//
// SAFETY: the database calls one write at a time, and a test reads it between writes.
private final class Count: @unchecked Sendable {
    var value = 0
}

@Suite("A hook that is added in a write")
struct WriterHookTests {
    @Test(
        "A hook added in a write is called for later writes, even of another connection",
        .disabled(if: ChangeCollector.isMissing), arguments: TestStorage.allCases)
    func replaced(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        var counts = (updates: 0, preupdates: 0, commits: 0)
        var hooks: [Connection.Hook] = []
        var writers: [any ConnectionProtocol] = []
        try database.write { db in
            hooks = [
                try db.onUpdate { _ in counts.updates += 1 },
                try db.onPreupdate { _ in counts.preupdates += 1 },
                try db.onCommit { counts.commits += 1 },
            ]
            writers.append(db)
        }
        for _ in 1...3 {
            try database.write { db in
                try db.addItem()
                writers.append(db)
            }
        }
        // The first write began without the hooks and ended with them.
        #expect(counts.updates == 3 && counts.preupdates == 3 && counts.commits == 4)
        #expect(Set(writers.map { ObjectIdentifier($0) }).count == 4)
        hooks[1].cancel()
        try database.write { db in try db.addItem() }
        hooks = []
        try database.write { db in try db.addItem() }
        #expect(counts.updates == 4 && counts.preupdates == 3 && counts.commits == 5)
    }

    @Test("A hook of a write whose connection is kept ends at its next event")
    func sameWriter() throws {
        let database = try TestStorage.file.openWithItems()
        var updates = 0
        let hook = try database.write { db in try db.onUpdate { _ in updates += 1 } }
        try database.write { db in try db.addItem() }
        hook.cancel()
        for _ in 1...2 { try database.write { db in try db.addItem() } }
        #expect(updates == 1)
        #expect(database.statistics.openedConnections <= 2)
    }

    @Test("A hook of the configuration is called once for each change, whatever the connection")
    func configuration() throws {
        let count = Count()
        let database = try TestStorage.file.openWithItems {
            $0.onOpen = { try $0.onUpdate { _ in count.value += 1 }.keepUntilClose() }
        }
        let before = count.value
        var writers: [any ConnectionProtocol] = []
        for _ in 1...3 {
            try database.write { db in
                try db.addItem()
                writers.append(db)
            }
        }
        #expect(Set(writers.map { ObjectIdentifier($0) }).count == 3)
        #expect(count.value == before + 3)
    }

    @Test("A WAL hook in a database does not turn off the checkpoints of the database")
    func checkpoints() throws {
        let database = try TestStorage.file.openWithItems()
        var pages: [Int] = []
        let hook = try database.write { db in try db.onWALCommit { pages.append($0.pages) } }
        for _ in 1...3 { try database.write { db in try db.addItem() } }
        #expect(pages.count == 3)
        #expect(database.statistics.walPages == pages.last)
        hook.cancel()
        try database.write { db in try db.addItem() }
        #expect(pages.count == 3)
        #expect(database.statistics.walPages > pages[2])
    }

    @Test("A hook of a reader is called for its reads")
    func reader() throws {
        let database = try TestStorage.file.openWithItems()
        var rows = 0
        try database.read { db in
            let hook = try db.onRow { row in if row.sql.hasPrefix("VALUES") { rows += 1 } }
            _ = try db.rows("VALUES (1), (2)")
            withExtendedLifetime(hook) {}
        }
        try database.read { db in _ = try db.rows("VALUES (1), (2)") }
        #expect(rows == 2)
    }
}
