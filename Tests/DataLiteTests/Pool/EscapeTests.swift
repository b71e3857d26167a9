import DataLite
import Testing

@Suite("A connection that is kept beyond its closure")
struct EscapeTests {
    private static let message =
        "the connection was used after the closure that it belongs to had returned"

    @Test("fails with each use", arguments: TestStorage.allCases)
    func uses(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        for isWrite in [false, true] {
            var kept: (any ConnectionProtocol)?
            if isWrite { try database.write { kept = $0 } } else { try database.read { kept = $0 } }
            let db = try #require(kept)
            let uses: [() throws -> Void] = [
                { try db.execute("SELECT 1") },
                { try db.execute(script: "SELECT 1; SELECT 2") },
                { _ = try db.prepare(sql: "SELECT 1") },
                { _ = try db.rows("SELECT 1") },
                { _ = try db.cursor("SELECT 1").next() },
                { try db.transaction {} },
                { try db.savepoint {} },
                { _ = try db.get(pragma: .userVersion) as Int? },
                { try db.set(pragma: .userVersion, value: 1) },
                { try db.add(function: "one") { () in 1 } },
                { try db.remove(function: "one", argc: 0) },
                { try db.add(collation: "c") { _, _ in .orderedSame } },
                { try db.apply(.passphrase("secret")) },
                { try db.close() },
            ]
            for use in uses {
                let error = try failure(of: use)
                #expect(error.resultCode == .misuse)
            }
            #expect(try failure(of: uses[0]).message == Self.message)
            // These cannot fail, and do no harm.
            db.interrupt()
            #expect(db.isAutocommit)
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("is replaced by another one", arguments: TestStorage.allCases)
    func replacement(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        _ = try database.itemCount()
        var kept: [any ConnectionProtocol] = []
        for _ in 1...3 {
            try database.read { kept.append($0) }
            try database.write { db in
                try db.addItem()
                kept.append(db)
            }
        }
        #expect(try database.itemCount() == 3)
        #expect(Set(kept.map { ObjectIdentifier($0) }).count == 6)
        kept = []
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 4)
    }

    @Test("is found by a statement of it, too", arguments: TestStorage.allCases)
    func statement(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in for _ in 1...3 { try db.addItem() } }
        var kept: (any StatementProtocol)?
        try database.read { db in
            kept = try db.prepare(sql: "SELECT id FROM items")
            try kept?.step()
        }
        let statement = try #require(kept)
        #expect(try failure { try statement.step() }.message == Self.message)
        try statement.reset()
        #expect(try failure { try statement.step() }.message == Self.message)
    }

    @Test("is found by a cursor of it, which reads no further", arguments: TestStorage.allCases)
    func cursor(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in for _ in 1...3 { try db.addItem() } }
        var kept: SQLiteCursor?
        try database.read { db in
            kept = try db.cursor("SELECT id FROM items")
            try kept?.step()
        }
        let cursor = try #require(kept)
        #expect(throws: SQLiteError.self) { try cursor.step() }
        // The reader that the cursor belongs to does not keep an old state open.
        try database.write { db in try db.execute("DELETE FROM items") }
        #expect(try database.checkpoint(.truncate).wasBlocked == false)
    }

    @Test("by a cursor of a write does not keep the write from committing")
    func writingCursor() throws {
        let database = try TestStorage.file.openWithItems()
        var kept: SQLiteCursor?
        try database.write { db in
            for _ in 1...3 { try db.addItem() }
            kept = try db.cursor("SELECT id FROM items")
            try kept?.step()
        }
        #expect(kept != nil)
        #expect(try database.itemCount() == 3)
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 4)
    }

    @Test("through a weak reference fails while no closure runs")
    func weakReference() throws {
        let database = try TestStorage.file.openWithItems()
        weak var kept: (any ConnectionProtocol)?
        try database.read { kept = $0 }
        let error = try failure { try kept?.execute("SELECT 1") }
        #expect(error.message == Self.message)
    }

    @Test("survives its database")
    func afterClosing() throws {
        var kept: (any ConnectionProtocol)?
        do {
            let database = try TestStorage.file.openWithItems()
            try database.write { kept = $0 }
            try database.close()
        }
        #expect(throws: SQLiteError.self) { try kept?.execute("SELECT 1") }
        kept = nil
    }

    @Test("cannot be closed by its closure", arguments: TestStorage.allCases)
    func closing(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure { try database.write { db in try db.close() } }
        #expect(error.message.contains("close the database instead"))
        #expect(try database.itemCount() == 0)
    }
}
