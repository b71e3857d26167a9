import DataLiteClauses
import DataLiteDatabase
import Testing

@Suite("A request on a database")
struct DatabaseRequestTests {
    private let name = NamedParameter<String?>(named: "name")
    private let least = NamedParameter<Int>(named: "least")

    private var query: some Query<Int> & Sendable {
        Item.where { $0.id >= least && $0.name != name }.order(by: \.id).select(\.id)
    }

    private func database(_ storage: TestStorage) throws -> Database {
        let database = try storage.openWithItems()
        try database.write { db in
            for name in ["Ada", "Bob", "Cleo"] { try db.addItem(name) }
        }
        return database
    }

    @Test("A request runs on the calling thread", arguments: TestStorage.allCases)
    func synchronous(storage: TestStorage) throws {
        var request = try database(storage).request(query)
        request[least] = 2
        request[name] = "Bob"
        #expect(request[least] == 2)
        #expect(request[name] == "Bob")
        #expect(try request.fetchAll() == [3])
        #expect(try request.fetchOne() == 3)
        #expect(try request.fetchRequired() == 3)
        #expect(try !request.isEmpty())
        request[name] = nil
        #expect(try request.fetchAll() == [2, 3])
        request[least] = 4
        #expect(try request.fetchOne() == nil)
    }

    @Test("A request runs on a thread of the database", arguments: TestStorage.allCases)
    func asynchronous(storage: TestStorage) async throws {
        var request = try await database(storage).request(query)
        request[least] = 2
        request[name] = "Bob"
        #expect(try await request.fetchAll() == [3])
        #expect(try await request.fetchOne() == 3)
        #expect(try await request.fetchRequired() == 3)
        #expect(try await !request.isEmpty())
    }

    @Test("A request changes rows on a thread of the database", arguments: TestStorage.allCases)
    func changes(storage: TestStorage) async throws {
        let database = try database(storage)
        let id = NamedParameter<Int>(named: "id")
        var delete = try await database.request(Item.where { $0.id == id }.delete())
        delete[id] = 1
        #expect(try await delete.execute() == 1)
        var returning = try await database.request(
            Item.where { $0.id == id }.update { $0.name = "New" }.returning(\.name))
        returning[id] = 2
        #expect(try await returning.fetchOne() == "New")
        returning[id] = 3
        #expect(try await returning.fetchAll() == ["New"])
        let names = try await database.read { db in
            try Item.order(by: \.id).select(\.name).fetchAll(db)
        }
        #expect(names == ["New", "New"])
    }

    @Test("A request changes rows on the calling thread")
    func synchronousChanges() throws {
        let database = try database(.file)
        let id = NamedParameter<Int>(named: "id")
        var delete = try database.request(Item.where { $0.id == id }.delete())
        delete[id] = 1
        #expect(try delete.execute() == 1)
        var returning = try database.request(Item.where { $0.id == id }.delete().returning(\.name))
        returning[id] = 2
        #expect(try returning.fetchAll() == ["Bob"])
        #expect(try returning.fetchOne() == nil)
    }

    @Test("Several tasks can use the same request")
    func tasks() async throws {
        let request = try await database(.file).request(query)
        let sums = try await withThrowingTaskGroup { group in
            for least in 1...3 {
                var request = request
                request[self.least] = least
                request[name] = "Ada"
                group.addTask { [request] in try await request.fetchAll().reduce(0, +) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums.sorted() == [3, 5, 5])
    }

    @Test("An error names a parameter that is not set or does not exist")
    func mistakes() async throws {
        let database = try database(.file)
        var request = try await database.request(query)
        request[least] = 1
        let missing = try await #require(throws: SQLiteError.self) {
            _ = try await request.fetchAll()
        }
        #expect(missing.resultCode == .range)
        #expect(missing.message == "no value for parameter \"name\"")
        request[NamedParameter<Int>(named: "most")] = 3
        let unknown = try await #require(throws: SQLiteError.self) {
            _ = try await request.fetchOne()
        }
        #expect(unknown.message == "the query has no parameter \"most\"")
    }

    @Test("A request on a database reports an error in the query at once")
    func wrongQuery() async throws {
        let database = try TestStorage.memory.open()
        func requestNow() throws { _ = try database.request(query) }
        let now = try #require(throws: SQLiteError.self) { try requestNow() }
        #expect(now.message == "no such table: items")
        let error = try await #require(throws: SQLiteError.self) {
            _ = try await database.request(query)
        }
        #expect(error.message == "no such table: items")
    }

    @Test("Executing a request discards what a change returns", arguments: TestStorage.allCases)
    func writing(storage: TestStorage) async throws {
        let database = try database(storage)
        let delete = Item.where { $0.id >= least }.delete().returning(\.id)
        var request = try await database.request(delete)
        request[least] = 2
        #expect(try await request.execute() == 2)
        func executeNow() throws -> Int { try request.execute() }
        request[least] = 1
        #expect(try executeNow() == 1)
        #expect(try await database.itemCount() == 0)
    }

    @Test("A closed database refuses a request")
    func closed() throws {
        let database = try database(.file)
        var request = try database.request(query)
        request[least] = 1
        request[name] = nil
        try database.close()
        let error = try #require(throws: SQLiteError.self) { _ = try request.fetchAll() }
        #expect(error.message == "the database is closed")
    }
}
