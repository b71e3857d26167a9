import DataLiteQuery
import DataLiteTransfer
import Testing

@Suite("The dump of a typed query")
struct QueryDumpTests {
    @Test("A query is dumped with its values as they are stored")
    func query() throws {
        let db = try Fixture.connection()
        let query = Reminder.where { $0.id <= 2 }.order(by: \.id)
            .select { ($0.title, $0.dueDate, $0.isCompleted) }
        var (text, json) = ("", "")
        try db.dumpSQL(query.sql(), format: .list(nullValue: "NULL"), to: &text)
        try db.dumpSQL(query.sql(), format: .jsonLines(), to: &json)
        #expect(text == "Milk|2024-06-01 00:00:00.000|0\nBread|NULL|1\n")
        #expect(json.contains(#"{"title":"Bread","dueDate":null,"isCompleted":1}"#))
    }

    @Test("The dump of a query on a missing table throws")
    func missing() throws {
        let db = try Connection(location: .inMemory)
        var text = ""
        let error = #expect(throws: SQLiteError.self) {
            try db.dumpSQL(Reminder.select(\.title).sql(), to: &text)
        }
        #expect(error?.message == "no such table: reminders")
        #expect(text.isEmpty)
    }
}
