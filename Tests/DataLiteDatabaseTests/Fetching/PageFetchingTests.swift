import DataLiteFetching
import Testing

@Suite("Pages of a database", .waitsForFirstReads)
struct PageFetchingTests {
    private func database(_ storage: TestStorage, count: Int) throws -> Database {
        let database = try storage.openWithItems()
        try database.write { db in
            for number in 0..<count { try db.addItem("item \(number % 3)") }
        }
        return database
    }

    @Test("The pages of a query are its rows", arguments: TestStorage.allCases)
    func pages(storage: TestStorage) async throws {
        let database = try database(storage, count: 10)
        let query = Item.order { $0.name.desc() }
        var pages: [Page<Item>] = []
        for try await page in database.pages(of: query, size: 4) { pages.append(page) }
        let rows = try await database.read { db in
            try query.order { $0.id.desc() }.fetchAll(db)
        }
        #expect(pages.flatMap(\.rows) == rows)
        #expect(pages.map(\.rows.count) == [4, 4, 2])
        #expect(pages.map(\.hasNext) == [true, true, false])
        var rest: [Page<Item>] = []
        for try await page in database.pages(of: query, after: pages[0].next, size: 100) {
            rest.append(page)
        }
        #expect(rest.map(\.rows) == [Array(rows[4...])])
    }

    @Test("Commits between two pages are seen, and move no row")
    func commits() async throws {
        let database = try database(.file, count: 6)
        var ids: [Int?] = []
        for try await page in database.pages(of: Item.self, size: 2) {
            ids += page.rows.map(\.id)
            if ids.count == 2 {
                try await database.write { db in
                    try Item.find(1).delete().execute(db)
                    try Item.find(4).delete().execute(db)
                    try db.addItem("last")
                }
            }
        }
        #expect(ids == [1, 2, 3, 5, 6, 7])
    }

    @Test("A query without rows has one empty page, and an error ends the pages")
    func ends() async throws {
        let database = try database(.memory, count: 0)
        var pages: [Page<Item>] = []
        for try await page in database.pages(of: Item.self, size: 2) { pages.append(page) }
        #expect(pages == [.empty])
        var iterator = database.pages { _ in Item.limit(1).page(size: 2) }.makeAsyncIterator()
        await #expect(throws: SQLiteError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test("A page is observed", arguments: TestStorage.allCases)
    func observed(storage: TestStorage) async throws {
        let database = try database(storage, count: 3)
        let request = Item.order(by: \.name).page(size: 2).withTotal()
        var pages = database.values(of: request).makeAsyncIterator()
        let first = try #require(try await pages.next())
        #expect(first.rows.map(\.id) == [1, 2] && first.total == 3 && first.hasNext)
        try await database.write { db in try db.addItem("a") }
        let second = try #require(try await pages.next())
        #expect(second.rows.map(\.id) == [4, 1] && second.total == 4)
    }

    @Test("A property follows a page") @MainActor
    func property() async throws {
        let database = try database(.memory, count: 3)
        @Fetch(Item.order(by: \.name).page(size: 2), database: database) var page = .empty
        #expect(page.rows.map(\.id) == [1, 2])
        let next = page.next
        try await $page.load(Item.order(by: \.name).page(after: next, size: 2))
        #expect(page.rows.map(\.id) == [3] && page.hasPrevious)
    }
}
