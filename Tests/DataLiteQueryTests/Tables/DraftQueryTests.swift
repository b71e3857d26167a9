import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A query of drafts")
struct DraftQueryTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("The row with a key is a draft with its values, all of them set")
    func find() throws {
        let row = try Reminder.find(1).fetchRequired(db)
        var draft = try Reminder.Draft.find(1).fetchRequired(db)
        #expect(String(describing: draft) == String(describing: Reminder.Draft(row)))
        draft.title = "Oat milk"
        try Reminder.upsert { draft }.execute(db)
        var expected = row
        expected.title = "Oat milk"
        #expect(try Reminder.find(1).fetchOne(db) == expected)
        #expect(try Reminder.Draft.find(99).fetchOne(db) == nil)
        #expect(try Reminder.Draft.find([1, 3]).fetchAll(db).map(\.id) == [1, 3])
    }

    @Test("Every starting point has the statement of the table")
    func statements() throws {
        let pairs: [(SQL, SQL)] = [
            (try Reminder.Draft.all.sql(), try Reminder.all.sql()),
            (try Reminder.Draft.unscoped.sql(), try Reminder.unscoped.sql()),
            (try Reminder.Draft.none.sql(), try Reminder.none.sql()),
            (
                try Reminder.Draft.all.where { $0.title == "Milk" }.sql(),
                try Reminder.where { $0.title == "Milk" }.sql()
            ),
            (
                try Reminder.Draft.all.where(\.isCompleted).sql(),
                try Reminder.where(\.isCompleted).sql()
            ),
            (
                try Reminder.Draft.all.order { $0.title.desc() }.sql(),
                try Reminder.order { $0.title.desc() }.sql()
            ),
            (
                try Reminder.Draft.all.order(by: \.title).sql(),
                try Reminder.order(by: \.title).sql()
            ),
            (
                try Reminder.Draft.all.limit(2, offset: 1).sql(),
                try Reminder.limit(2, offset: 1).sql()
            ),
            (
                try Reminder.Draft.all.select { ($0.id, $0.title) }.sql(),
                try Reminder.select { ($0.id, $0.title) }.sql()
            ),
            (try Reminder.Draft.all.select(\.id).sql(), try Reminder.select(\.id).sql()),
            (try Reminder.Draft.all.count().sql(), try Reminder.count().sql()),
        ]
        for (draft, row) in pairs { #expect(draft == row) }
    }

    @Test("Clauses follow, and rows are read one at a time, paired and prepared")
    func clauses() throws {
        let open = Reminder.Draft.all.where { !$0.isCompleted }.order(by: \.id)
        let ids = try Reminder.where { !$0.isCompleted }.order(by: \.id).select(\.id).fetchAll(db)
        #expect(!ids.isEmpty)
        #expect(try open.fetchAll(db).map(\.id) == ids)
        #expect(try open.limit(1).fetchAll(db).map(\.id) == Array(ids.prefix(1)))
        #expect(try open.fetchCount(db) == ids.count)
        let cursor = try open.fetchCursor(db)
        var read: [Int?] = []
        while let draft = try cursor.next() { read.append(draft.id) }
        #expect(read == ids)
        let byTitle = PreparedQuery { (title: SQLExpression<String>) in
            Reminder.Draft.all.where { $0.title == title }
        }
        #expect(try byTitle.fetchAll(db, "Milk").map(\.title) == ["Milk"])
        #expect(try Reminder.Draft.none.fetchAll(db).isEmpty)
    }

    @Test("A join has the rows of the tables")
    func joined() throws {
        let rows: [(Reminder, RemindersList)] = try Reminder.Draft.all.where { $0.id == 1 }
            .join(RemindersList.all) { $0.remindersListID == $1.id }.fetchAll(db)
        #expect(rows.map(\.0.id) == [1])
    }

    @Test("An update and a delete change the rows of the table")
    func changes() throws {
        try Reminder.Draft.find(1).update { $0.title = "Oat milk" }.execute(db)
        #expect(try Reminder.Draft.find(1).fetchOne(db)?.title == "Oat milk")
        try Reminder.Draft.all.where { $0.title == "Oat milk" }.delete().execute(db)
        #expect(try Reminder.find(1).fetchOne(db) == nil)
    }

    @Test("The default scope of the table applies, unless the query is unscoped")
    func scope() throws {
        let db = try Note.connection()
        let rows = try Note.all.fetchAll(db).map(\.id)
        let all = try Note.unscoped.fetchAll(db).map(\.id)
        #expect(rows.count < all.count)
        #expect(try Note.Draft.all.fetchAll(db).map(\.id) == rows)
        #expect(try Note.Draft.all.order(by: \.id).fetchAll(db).map(\.id) == rows)
        #expect(try Note.Draft.unscoped.fetchAll(db).map(\.id) == all)
    }
}
