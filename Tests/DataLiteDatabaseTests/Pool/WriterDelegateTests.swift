import DataLiteDatabase
import Testing

private final class Follower: ConnectionDelegate, ConnectionTraceDelegate, @unchecked Sendable {
    // SAFETY: each test uses it on one thread.
    var commits = 0
    var traces = 0

    func connectionDidCommit(_ connection: any ConnectionProtocol) { commits += 1 }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) { traces += 1 }
}

@Suite("A delegate that is added in a write")
struct WriterDelegateTests {
    @Test(
        "A delegate added in a write is called for later writes, even of another connection",
        arguments: TestStorage.allCases)
    func replaced(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let follower = Follower()
        var writers: [any ConnectionProtocol] = []
        try database.write { db in
            try db.add(delegate: follower)
            try db.add(traceDelegate: follower)
            writers.append(db)
        }
        for count in 1...3 {
            let traces = follower.traces
            try database.write { db in
                try db.addItem()
                writers.append(db)
            }
            // The first write began without the delegate and ended with it.
            #expect(follower.commits == count + 1)
            #expect(follower.traces > traces)
        }
        #expect(Set(writers.map { ObjectIdentifier($0) }).count == 4)
        try database.write { db in
            try db.remove(delegate: follower)
            try db.addItem()
        }
        #expect(follower.commits == 4)
    }

    @Test("The database does not keep a delegate alive")
    func released() throws {
        let database = try TestStorage.file.openWithItems()
        var follower: Follower? = Follower()
        weak let reference = follower
        var writer: (any ConnectionProtocol)?
        try database.write { db in
            try db.add(delegate: #require(follower))
            writer = db
        }
        follower = nil
        #expect(reference == nil)
        try database.write { db in try db.addItem() }
        withExtendedLifetime(writer) {}
    }

    @Test("A delegate is called when the database ends a kept cursor")
    func keptCursor() throws {
        let database = try TestStorage.file.openWithItems()
        let follower = Follower()
        var cursor: Cursor<SQLiteRow>?
        try database.writeWithoutTransaction { db in
            try db.add(delegate: follower)
            cursor = try db.cursor("INSERT INTO items(name) VALUES ('x') RETURNING id")
            _ = try cursor?.next()
            #expect(follower.commits == 0)
        }
        #expect(follower.commits == 1)
        #expect(try database.itemCount() == 1)
        withExtendedLifetime(cursor) {}
    }

    @Test("A delegate added in a read is called until the read ends")
    func reader() throws {
        let (kept, follower) = (Follower(), Follower())
        let database = try TestStorage.file.openWithItems {
            $0.readerLimit = 1
            $0.onOpen = { [kept] db in db.add(traceDelegate: kept) }
        }
        try database.read { db in
            try db.add(delegate: follower)
            try db.add(traceDelegate: follower)
            _ = try db.rows("SELECT * FROM items")
        }
        #expect(follower.traces > 0)
        let (before, ended) = (kept.traces, follower.traces)
        #expect(try database.itemCount() == 0)
        #expect(kept.traces > before)
        #expect(follower.traces == ended)
        #expect(database.statistics.openedConnections == 2)
    }
}
