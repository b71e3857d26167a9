import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

/// A table without a primary key. The table has a default for the date.
@Table("pageViews")
struct PageView: Equatable {
    @Column(lazyInitializable: true) var date: Date
    var page: String
    var count = 1
    @Column("is_new", lazyInitializable: true) var isNew: Bool
}

@Suite("Drafts of a table without a primary key")
struct KeylessDraftTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            """
            CREATE TABLE pageViews(
                date TEXT NOT NULL DEFAULT '2020-01-01 00:00:00.000',
                page TEXT NOT NULL, count INTEGER NOT NULL, is_new INTEGER NOT NULL DEFAULT 1)
            """)
    }

    @Test("The insert omits what is not set and has no default")
    func insert() throws {
        let insert = PageView.insert { PageView.Draft(page: "index") }
        let text = try insert.sql().text
        #expect(text == #"INSERT INTO "pageViews" ("page", "count") VALUES (?, ?)"#)
        try insert.execute(db)
        let visit = try PageView.all.fetchRequired(db)
        #expect(visit.page == "index")
        #expect(visit.count == 1)
        #expect(visit.isNew)
        #expect(visit.date == Date(timeIntervalSince1970: 1_577_836_800))
    }

    @Test("Drafts are inserted one by one, with rows, from arrays and as seeds")
    func severalDrafts() throws {
        let date = Date(timeIntervalSince1970: 0)
        let more = ["c", "d"].map { PageView.Draft(page: $0, isNew: false) }
        try PageView.insert {
            PageView(date: date, page: "a", isNew: true)
            PageView.Draft(date: date, page: "b")
            more
        }.execute(db)
        try db.seed {
            PageView.Draft(page: "e")
            for page in ["f", "g"] { PageView.Draft(page: page) }
            more
        }
        let stored = try PageView.Draft(page: "h", count: 8).insert(db)
        #expect(stored.count == 8)
        #expect(stored.isNew)
        let pages = try PageView.order(by: \.page).select(\.page).fetchAll(db)
        #expect(pages == ["a", "b", "c", "c", "d", "d", "e", "f", "g", "h"])
        #expect(try PageView.where { !$0.isNew }.fetchCount(db) == 4)
        #expect(try PageView.where { $0.date == date }.fetchCount(db) == 2)
    }

    @Test("Rows are read as drafts, and drafts are made of rows")
    func queries() throws {
        try PageView.insert { PageView.Draft(page: "a", count: 2) }.execute(db)
        let draft = try PageView.Draft.all.where { $0.count > 1 }.fetchRequired(db)
        #expect(draft.page == "a")
        try PageView.insert { draft }.execute(db)
        #expect(try Set(PageView.all.fetchAll(db).map(\.count)) == [2])
        #expect(try PageView.distinct().fetchCount(db) == 1)
        #expect(PageView.Draft(try PageView.all.fetchRequired(db)).page == "a")
    }
}
