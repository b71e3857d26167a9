import DataLiteMacros
import Testing

@Suite("The pages of a database")
struct DBStatTests {
    @Test("Pages and their sums are rows of dbstat")
    func pages() throws {
        let db = try Connection(location: .inMemory)
        let options = PragmaCompileOptions.where { $0.option == "ENABLE_DBSTAT_VTAB" }
        guard try options.fetchCount(db) == 1 else { return print("skipped: no dbstat") }
        try db.execute("ATTACH ':memory:' AS archive")
        try db.execute(
            script: """
                CREATE TABLE books(title); INSERT INTO books VALUES (zeroblob(20000));
                CREATE TABLE archive.old(x);
                """)
        let pages = try DBStat.pages().where { $0.name == "books" }.fetchAll(db)
        #expect(pages.count > 2)
        #expect(Set(pages.map(\.pageType)) == ["leaf", "overflow"])
        #expect(pages.allSatisfy { $0.path?.hasPrefix("/") == true && $0.pageNumber > 0 })
        let sum = try DBStat.sums().where { $0.name == "books" }.fetchOnly(db)
        #expect(sum.pageSize == pages.map(\.pageSize).reduce(0, +))
        #expect(sum.payload == pages.map(\.payload).reduce(0, +))
        #expect(sum.pageNumber == pages.count)
        #expect(sum.path == nil && sum.pageType == nil)
        #expect(try DBStat.sums(of: "archive").select(\.name).fetchAll(db).contains("old"))
        #expect(try DBStat.pages(of: "missing").fetchAll(db) == [])
    }
}
