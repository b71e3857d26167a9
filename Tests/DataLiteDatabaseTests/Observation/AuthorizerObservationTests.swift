import DataLiteDatabase
import Testing

@Suite("An authorizer on an observed database", .timeLimit(.minutes(20)))
struct AuthorizerObservationTests {
    @Test(
        "Values follow commits while the connections have an authorizer",
        arguments: TestStorage.allCases)
    func follow(storage: TestStorage) async throws {
        let database = try storage.openWithItems {
            $0.onOpen = { connection in
                try connection.setAuthorizer(
                    Authorizer { action in
                        action.kind == .read(table: "items", column: "secret") ? .ignore : .allow
                    })
            }
        }
        try await database.write { db in
            _ = try db.execute("ALTER TABLE items ADD COLUMN secret")
        }
        var counts = database.itemCounts().makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await database.write { db in
            _ = try db.execute("INSERT INTO items(name, secret) VALUES ('a', 'b')")
        }
        #expect(try await counts.next() == 1)
        let secret = try await database.read { db in
            try db.value("SELECT secret FROM items", as: String.self)
        }
        #expect(secret == nil)
    }

    @Test("A closure of a read runs untrusted SQL, and its connection is used again")
    func untrusted() throws {
        let database = try TestStorage.file.openWithItems { $0.readerLimit = 1 }
        try database.write { db in try db.addItem("Ada") }
        for _ in 0..<3 {
            try database.read { db in
                let result = try db.runUntrusted("SELECT name FROM items")
                #expect(result.rows.map(\.values) == [["Ada"]])
                #expect(throws: SQLiteError.self) {
                    try db.runUntrusted("SELECT * FROM items; SELECT 1")
                }
                #expect(throws: SQLiteError.self) { try db.runUntrusted("PRAGMA user_version") }
                #expect(try db.value("PRAGMA user_version", as: Int.self) == 0)
            }
        }
        try database.write { db in
            #expect(throws: SQLiteError.self) { try db.runUntrusted("DELETE FROM items") }
            let count: Int? = try db.value("SELECT count(*) FROM items")
            #expect(count == 1)
        }
    }

    @Test("The recommended configuration opens a database")
    func recommended() throws {
        let database = try Database.temporary(configuration: .recommended)
        try database.write { db in try db.execute("CREATE TABLE t(x)") }
        try database.read { db in
            let recurses: Bool? = try db.value("PRAGMA recursive_triggers")
            let isTrusted: Bool? = try db.value("PRAGMA trusted_schema")
            #expect(recurses == true)
            #expect(isTrusted == false)
        }
        try database.close()
    }
}
