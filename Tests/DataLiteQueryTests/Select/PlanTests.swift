import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("The plan of a typed query")
struct PlanTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    @Test("A query, a change and a table have a plan")
    func plans() throws {
        let query = Reminder.where { $0.title == "Milk" }.order(by: \.position)
        #expect(try query.plan(db).fullScans == ["reminders"])
        #expect(try query.plan(db).sorts == ["ORDER BY"])
        #expect(try Reminder.find(1).plan(db).steps.map(\.access) == [.rowID])
        #expect(try Reminder.all.plan(db).fullScans == ["reminders"])
        let positions = try Reminder.order(by: \.id).select(\.position).fetchAll(db)
        let update = Reminder.where { $0.title == "Milk" }.update { $0.position = 1 }
        #expect(try update.plan(db).fullScans == ["reminders"])
        #expect(try Reminder.order(by: \.id).select(\.position).fetchAll(db) == positions)
        try db.execute("CREATE INDEX reminders_title ON reminders (title, position)")
        #expect(try query.plan(db).usesIndex("reminders_title"))
        #expect(try query.plan(db).sorts.isEmpty)
    }

    @Test("A query and a change have advice")
    func advice() throws {
        let query = Reminder.where { $0.title == "Milk" }.order(by: \.position)
        let advice = try query.indexAdvice(db)
        #expect(advice == [IndexAdvice(table: "reminders", columns: ["title", "position"])])
        let delete = Reminder.where { $0.title == "Milk" }.delete()
        #expect(try delete.indexAdvice(db).map(\.columns) == [["title"]])
    }
}
