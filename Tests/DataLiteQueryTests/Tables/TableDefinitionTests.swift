import DataLiteQuery
import Testing

@Suite("The definition of a table")
struct TableDefinitionTests {
    @Test("The definition of a table contains the columns of its groups, with their types")
    func groups() {
        let columns = RemindersList.tableDefinition.columns.list
        #expect(columns.map(\.name) == ["id", "title", "createdAt", "updatedAt"])
        #expect(columns.map(\.type) == [.text, .text, .text, .text])
        #expect(columns.map(\.isNullable) == [false, false, false, true])
        #expect(columns.map(\.isPrimaryKey) == [true, false, false, false])
    }

    @Test("The definition of a table gives the cases of an enum nullable columns")
    func enums() {
        let columns = Attachment.tableDefinition.columns.list
        #expect(columns.map(\.name) == ["id", "link", "note", "caption", "url"])
        #expect(columns.map(\.isNullable) == [false, true, true, true, true])
    }

    @Test("The definition of a table takes types and defaults from the properties")
    func types() {
        let columns = Reminder.tableDefinition.columns.list
        #expect(
            columns.map(\.type.rawValue) == [
                "INTEGER", "TEXT", "INTEGER", "TEXT", "INTEGER", "INTEGER", "INTEGER", "TEXT",
                "TEXT", "TEXT",
            ])
        #expect(
            columns.map(\.defaultSQL) == [
                nil, "''", "0", nil, nil, "0", "0", nil, "''", "'[]'",
            ])
    }
}
