import DataLiteFetching
import Testing

@Suite("A fetch request")
struct FetchRequestTests {
    @Test("A fetch request runs all its queries", arguments: TestStorage.allCases)
    func fetch(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        try await database.write { db in try db.addItem("Ada") }
        func fetchNow() throws -> Summary.Value { try database.fetch(Summary()) }
        #expect(try fetchNow() == Summary.Value(count: 1, names: ["Ada"]))
        #expect(try await database.fetch(Summary()) == Summary.Value(count: 1, names: ["Ada"]))
    }

    @Test("A fetch request sees one state of the database")
    func oneState() throws {
        struct CountTwice: FetchRequest {
            let between: @Sendable () throws -> Void

            func fetch(_ db: any ConnectionProtocol) throws -> [Int?] {
                let first = try Item.count().fetchOne(db)
                try between()
                return try [first, Item.count().fetchOne(db)]
            }
        }
        let database = try TestStorage.file.openWithItems()
        let counts = try database.fetch(
            CountTwice {
                let group = ThreadGroup()
                group.run {
                    #expect(throws: Never.self) { try database.write { try $0.addItem() } }
                }
                group.wait()
            })
        #expect(counts == [0, 0])
        #expect(try database.itemCount() == 1)
    }

    @Test("A fetch request cannot write", arguments: TestStorage.allCases)
    func readonly(storage: TestStorage) async throws {
        struct Write: FetchRequest {
            func fetch(_ db: any ConnectionProtocol) throws { try db.addItem() }
        }
        let database = try storage.openWithItems()
        func fetchNow() throws { try database.fetch(Write()) }
        #expect(try failure { try fetchNow() }.resultCode.primary == .readonly)
        let error = try await failure { try await database.fetch(Write()) }
        #expect(error.resultCode.primary == .readonly)
    }

    @Test("A fetch request rethrows its error", arguments: TestStorage.allCases)
    func error(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        func fetchNow() throws { _ = try database.fetch(Search(text: nil)) }
        #expect(throws: Refused.self) { try fetchNow() }
        await #expect(throws: Refused.self) { try await database.fetch(Search(text: nil)) }
    }

    @Test("A closed database rejects a fetch request")
    func closed() throws {
        let database = try TestStorage.memory.openWithItems()
        try database.close()
        #expect(try failure { try database.fetch(Summary()) }.message == "the database is closed")
    }

    @Test(
        "A fetch request delivers a value after each commit that changes it",
        arguments: TestStorage.allCases)
    func values(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        var values = database.values(of: Summary()).makeAsyncIterator()
        #expect(try await values.next() == Summary.Value())
        try await database.write { db in try db.addItem("Ada") }
        #expect(try await values.next() == Summary.Value(count: 1, names: ["Ada"]))
        try await database.write { db in try db.execute("UPDATE items SET name = name") }
        try await database.write { db in try db.addItem("Bob") }
        #expect(try await values.next()?.count == 2)
    }

    @Test("A fetch request delivers every value if values are not Equatable")
    func valuesWithoutComparison() async throws {
        struct Names: FetchRequest {
            func fetch(_ db: any ConnectionProtocol) throws -> [(Int, String?)] {
                try Item.select { ($0.id, $0.name) }.fetchAll(db)
            }
        }
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in try db.addItem("Ada") }
        var values = database.values(of: Names()).makeAsyncIterator()
        #expect(try await values.next()?.first?.1 == "Ada")
        try await database.write { db in try db.addItem("Bob") }
        #expect(try await values.next()?.count == 2)
    }
}
